import ReactorTerminal

extension GalleryEntry {
  static let commandPalette = GalleryEntry(
    .dialogs, "CommandPalette", "A searchable list of all commands.",
    states: [
      GalleryState("Commands", isFocused: true) { CommandPalette(makeCommands(on: Label())) },
      GalleryState("Query", isFocused: true) { TypedPalette("fv", makeCommands(on: Label())) },
      GalleryState("No commands", isFocused: true) { CommandPalette([]) },
    ])
}

@MainActor
private func makeCommands(on view: View) -> [ViewCommand] {
  let disabled = view.keys("u", id: CommandID("sample.upload"), title: "Upload files")
  disabled.isEnabled = false
  return [
    view.keys("r", .f5, id: CommandID("sample.refresh"), title: "Refresh"), disabled,
    view.keys("f", id: CommandID("sample.favorite"), title: "Favorite 즐겨찾기"),
    view.keys(id: CommandID("sample.export"), title: "Export the list with all cars and their notes"),
    setting("Theme", "dark", on: view), setting("Units", "mpg", on: view),
  ]
}

@MainActor
private func setting(_ title: String, _ value: String, on view: View) -> ViewCommand {
  let command = view.keys(id: CommandID("sample.\(title)"), title: title, section: "Settings")
  command.value = value
  return command
}

/// A palette in which a query is typed when it gets the keyboard focus.
private final class TypedPalette: View {
  private let palette: CommandPalette
  private let query: String

  init(_ query: String, _ commands: [ViewCommand]) {
    self.query = query
    palette = CommandPalette(commands)
    super.init()
    addSubview(palette)
  }

  override var preferredFocus: View? { palette }

  override func focusMoved(from old: View?, to new: View?) {
    if palette.containsFocus, let window { window.handle(query.map { .key(Key(.character($0))) }) }
  }

  override func layoutSubviews() { palette.frame = palette.frame(in: bounds) }
}
