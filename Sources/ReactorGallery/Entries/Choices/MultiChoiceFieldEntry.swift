import ReactorTerminal

extension GalleryEntry {
  static let multiChoiceField = GalleryEntry(
    .choices, "MultiChoiceField", "A field whose choices are checked in a dialog.",
    states: [
      GalleryState("Focused", isFocused: true) {
        MultiChoiceField(title: "Equipment", choices: PickerView.Choice.equipment, checked: ["heating", "camera"])
      },
      GalleryState("Unfocused") {
        MultiChoiceField(title: "Equipment", choices: PickerView.Choice.equipment, checked: ["heating", "camera"])
      },
      GalleryState("None") { MultiChoiceField(title: "Equipment", choices: PickerView.Choice.equipment) },
      GalleryState("Too long") {
        MultiChoiceField(
          title: "Equipment", choices: PickerView.Choice.equipment,
          checked: Set(PickerView.Choice.equipment.map(\.id)))
      },
    ])
}
