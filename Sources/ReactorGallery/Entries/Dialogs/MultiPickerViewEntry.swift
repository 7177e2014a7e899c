import ReactorTerminal

extension GalleryEntry {
  static let multiPickerView = GalleryEntry(
    .dialogs, "MultiPickerView", "A dialog in which the user checks several choices.",
    states: [
      GalleryState("Choices", isFocused: true) {
        MultiPickerView(title: "Equipment", choices: PickerView.Choice.equipment, checked: ["heating", "camera"])
      }
    ])
}
