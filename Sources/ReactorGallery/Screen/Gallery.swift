import ReactorTerminal

/// The gallery as a whole.
@MainActor
enum Gallery {
  /// Shows the gallery in a window.
  static func open(in window: Window) {
    // A picture of a widget requires no more space than the widget.
    window.minimumSize = Size(width: 10, height: 1)
    window.installSettingCommands()
    let view = GalleryView(GalleryEntry.all)
    view.reactor = GalleryReactor(stateCounts: GalleryEntry.all.map(\.states.count))
    window.root.content = NavigationStack(root: view)
  }
}
