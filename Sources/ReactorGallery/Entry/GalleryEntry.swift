import ReactorTerminal

/// A widget in the gallery. Each widget has its own file, which the gallery also shows as its source.
@MainActor
struct GalleryEntry {
  let section: GallerySection
  let title: String
  /// A sentence about the purpose of the widget.
  let summary: String
  /// The states. The first one is used as the picture in the documentation.
  let states: [GalleryState]
  /// The path of the file that contains the entry.
  let file: String

  init(
    _ section: GallerySection, _ title: String, _ summary: String, file: String = #filePath, states: [GalleryState]
  ) {
    self.section = section
    self.title = title
    self.summary = summary
    self.states = states
    self.file = file
  }

  /// The command that shows the entry and by which the command palette finds it.
  var commandID: CommandID { CommandID("gallery.show.\(title)") }
}

/// A state of a widget.
@MainActor
struct GalleryState {
  let name: String
  /// Whether the widget has the keyboard focus when the state is shown.
  let isFocused: Bool
  let makeView: @MainActor () -> View

  init(_ name: String, isFocused: Bool = false, _ makeView: @escaping @MainActor () -> View) {
    self.name = name
    self.isFocused = isFocused
    self.makeView = makeView
  }
}

/// A heading in the list of widgets.
enum GallerySection: String, CaseIterable, Sendable {
  case content = "Content"
  case fields = "Fields"
  case choices = "Choices"
  case tables = "Tables"
  case trees = "Trees and logs"
  case indicators = "Indicators"
  case containers = "Containers"
  case dialogs = "Dialogs"
}
