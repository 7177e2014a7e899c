import ReactorTerminal

extension GalleryEntry {
  static let scrollbar = GalleryEntry(
    .indicators, "Scrollbar", "The position in text, drawn with Canvas.scrollbar.",
    states: [
      GalleryState("Positions") {
        let stack = StackView(.horizontal, spacing: 6)
        for top in [0, 30, 60, 90] { stack.add(ScrollbarSample(top: top), .fixed(1)) }
        return stack
      }
    ])
}

/// A scrollbar of its own.
private final class ScrollbarSample: View {
  private let top: Int

  init(top: Int) {
    self.top = top
    super.init()
  }

  override func draw(in canvas: Canvas) { canvas.scrollbar(in: bounds, count: 100, visible: 10, top: top) }
}
