import ReactorTerminal

extension GalleryEntry {
  static let commandPalette = GalleryEntry(
    .dialogs, "CommandPalette", "A searchable list of all commands.",
    states: [
      GalleryState("Commands", isFocused: true) { CommandPalette(makeCommands(on: Label())) },
      GalleryState("No commands", isFocused: true) { CommandPalette([]) },
    ])
}

@MainActor
private func makeCommands(on view: View) -> [Command] {
  let disabled = view.keys("u", id: CommandID("sample.upload"), title: "Upload files")
  disabled.isEnabled = false
  return [
    view.keys("r", .f5, id: CommandID("sample.refresh"), title: "Refresh"), disabled,
    view.keys("f", id: CommandID("sample.favorite"), title: "Favorite 즐겨찾기"),
    view.keys(id: CommandID("sample.export"), title: "Export the list with all cars and their notes"),
  ]
}
