import ReactorTerminal

extension GalleryEntry {
  static let promptView = GalleryEntry(
    .dialogs, "PromptView", "A dialog that asks for a line of text.",
    states: [
      GalleryState("Answered", isFocused: true) {
        PromptView(title: "Rename the car", text: "니로 EV", confirm: "Rename")
      },
      GalleryState("Empty", isFocused: true) {
        PromptView(title: "New folder", placeholder: "Name of the folder", confirm: "Create")
      },
    ])
}
