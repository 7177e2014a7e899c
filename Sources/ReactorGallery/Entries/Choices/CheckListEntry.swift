import ReactorTerminal

extension GalleryEntry {
  static let checkList = GalleryEntry(
    .choices, "CheckList", "A list of choices, several of which the user can check.",
    states: [
      GalleryState("Focused", isFocused: true) {
        CheckList(PickerView.Choice.equipment, checked: ["heating", "camera"])
      },
      GalleryState("Unfocused") { CheckList(PickerView.Choice.equipment, checked: ["heating"]) },
    ])
}
