import ReactorTerminal

extension GalleryEntry {
  static let checkList = GalleryEntry(
    .choices, "CheckList", "A list of choices, of which the user checks several.",
    states: [
      GalleryState("Focused", isFocused: true) {
        CheckList(PickerView.Choice.equipment, checked: ["heating", "camera"])
      },
      GalleryState("Unfocused") { CheckList(PickerView.Choice.equipment, checked: ["heating"]) },
    ])
}
