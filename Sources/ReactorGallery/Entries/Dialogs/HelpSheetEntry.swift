import ReactorTerminal

extension GalleryEntry {
  static let helpSheet = GalleryEntry(
    .dialogs, "HelpSheet", "A list of the keys that currently work and of what they do, with further pages.",
    states: [
      GalleryState("Sections", isFocused: true) {
        HelpSheet(listBindings + Window.commands.bindings, pages: [.mouse])
      },
      GalleryState("Scrolled", isFocused: true) {
        HelpSheet(
          (1...40).map { KeyBinding(id: CommandID("sample.\($0)"), keys: [.alt("x")], title: "Command \($0)") })
      },
    ])
}

/// The commands of a list of cars.
private let listBindings = [
  KeyBinding(
    id: "sample.refresh", keys: ["r", .f5], title: "Refresh", help: "Reads the cars again.", section: "Cars"),
  KeyBinding(
    id: "sample.favorite", keys: ["f"], title: "Favorite 즐겨찾기", help: "Makes the car a favorite.", section: "Cars"),
]
