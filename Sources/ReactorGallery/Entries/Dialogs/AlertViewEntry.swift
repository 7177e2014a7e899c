import ReactorTerminal

extension GalleryEntry {
  static let alertView = GalleryEntry(
    .dialogs, "AlertView", "A message that requires an answer.",
    states: [
      GalleryState("Question", isFocused: true) {
        AlertView(
          title: "Delete the note?", message: "It cannot be restored.", kind: .warning,
          buttons: [
            AlertButton("Cancel", key: "n", role: .cancel), AlertButton("Delete", key: "y", role: .destructive),
          ])
      },
      GalleryState("Information") {
        AlertView(title: "Uploaded", message: "3 files have arrived: 사진.jpg and 2 others.")
      },
      GalleryState("Error", isFocused: true) {
        AlertView(
          title: "The upload failed",
          message:
            "The server refused the connection. Check the address of the server, and whether it is running, and try again.",
          kind: .error, buttons: [AlertButton("Retry", key: "r"), .close])
      },
    ])
}
