import ReactorTerminal

extension GalleryEntry {
  static let boxView = GalleryEntry(
    .containers, "BoxView", "A frame with a title around a view.",
    states: [
      GalleryState("Focused", isFocused: true) { BoxView("Owner", TextField("김민준"), padding: 1) },
      GalleryState("Unfocused") { BoxView("Owner", Label("김민준"), padding: 1) },
      GalleryState("Without a title") { BoxView(Label("A label in a frame")) },
      GalleryState("Long title") {
        BoxView("The owner of the car and everybody who may drive it, 운전자 목록", Label("Nobody"))
      },
    ])
}
