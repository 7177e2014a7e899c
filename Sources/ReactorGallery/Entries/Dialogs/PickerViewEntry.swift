import ReactorTerminal

extension GalleryEntry {
  static let pickerView = GalleryEntry(
    .dialogs, "PickerView", "A dialog in which the user selects one choice.",
    states: [
      GalleryState("Choices", isFocused: true) {
        PickerView(title: "Equipment", choices: PickerView.Choice.equipment, selected: "camera")
      },
      GalleryState("Sort orders", isFocused: true) {
        PickerView(
          sortingBy: [
            SortOption(id: "mpg", title: "Fuel economy 연비", summary: "best first", isAscending: false),
            SortOption(id: "year", title: "Year", summary: "oldest first", isAscending: true),
            SortOption(id: "name", title: "Name", summary: "A to Z"),
            SortOption(id: "random", title: "Random", summary: "", isReversible: false),
          ], current: "mpg")
      },
      GalleryState("Many choices", isFocused: true) {
        PickerView(
          title: "Year", choices: (1990...2026).map { PickerView.Choice(id: "\($0)", title: "\($0)") }, selected: "2010"
        )
      },
    ])
}

extension PickerView.Choice {
  /// The choices of the lists in the gallery, including those of other entries.
  static let equipment = [
    PickerView.Choice(id: "heating", title: "Seat heating", detail: "$400"),
    PickerView.Choice(id: "camera", title: "Rear camera", detail: "$250"),
    PickerView.Choice(id: "roof", title: "선루프", detail: "$1,200"),
    PickerView.Choice(id: "charger", title: "A second charger for the garage at home", detail: "$700"),
    PickerView.Choice(id: "tires", title: "Winter tires 🚗", detail: "$900"),
  ]
}
