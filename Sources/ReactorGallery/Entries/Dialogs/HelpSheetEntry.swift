import ReactorTerminal

extension GalleryEntry {
  static let helpSheet = GalleryEntry(
    .dialogs, "HelpSheet", "A list of the keys that currently work and of what they do, with further pages.",
    states: [
      GalleryState("Sections", isFocused: true) {
        HelpSheet(ListSample.bindings + Window.Commands.bindings, pages: [.mouse])
      },
      GalleryState("Scrolled", isFocused: true) {
        HelpSheet(
          (1...40).map { KeyBinding(id: CommandID("sample.\($0)"), keys: [.alt("x")], title: "Command \($0)") })
      },
    ])
}

/// The commands of a list of cars.
private enum ListSample: String, CommandSet {
  case refresh = "sample.refresh"
  case favorite = "sample.favorite"

  static let section: String? = "Cars"

  var binding: KeyBinding {
    switch self {
    case .refresh: keys("r", .f5, title: "Refresh", help: "Reads the cars again.")
    case .favorite: keys("f", title: "Favorite 즐겨찾기", help: "Makes the car a favorite.")
    }
  }
}
