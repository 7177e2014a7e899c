import ReactorTerminal

/// A window onto content that may be taller: the keys of lists, the wheel and the scrollbar move it.
final class ScrollingView: View {
  /// What is scrolled; it is as tall as it wants to be.
  let content: View
  /// Rows of the content above the window.
  private(set) var top = 0
  /// Columns left free at the left edge; at the right edge it is one more, for the scrollbar.
  private let margin = 1
  private var contentHeight = 0
  private var isDraggingScrollbar = false

  init(_ content: View) {
    self.content = content
    super.init()
    addSubview(content)
    installCommands()
  }

  override var canBecomeFocused: Bool { true }

  /// Whether there is more than fits.
  var overflows: Bool { contentHeight > bounds.height }

  /// Shows the row at the top of the window, or the last ones that fill it.
  func scroll(to row: Int) {
    let clamped = max(0, min(row, contentHeight - bounds.height))
    guard clamped != top else { return }
    top = clamped
    place()
    setNeedsDisplay()
  }

  /// Scrolls no further than it must to show a row of the content.
  func reveal(_ row: Int) {
    if row < top { scroll(to: row) }
    if row >= top + bounds.height { scroll(to: row - bounds.height + 1) }
  }

  private func place() {
    content.frame = Rect(x: margin, y: -top, width: bounds.width - 2 * margin - 1, height: contentHeight)
  }

  override func layoutSubviews() {
    let width = max(0, bounds.width - 2 * margin - 1)
    contentHeight = content.sizeThatFits(Size(width: width, height: .max / 2)).height
    top = max(0, min(top, contentHeight - bounds.height))
    place()
  }

  override func draw(in canvas: Canvas) {
    canvas.scrollbar(
      in: Rect(x: bounds.width - 1, y: 0, width: 1, height: bounds.height), count: contentHeight,
      visible: bounds.height, top: top)
  }

  // MARK: Keys and mouse

  private func installCommands() {
    let section = "List"
    let moves: [(id: String, title: String, keys: [Key], row: @MainActor (ScrollingView) -> Int)] = [
      ("list.down", "Scroll down", ["j", .down], { $0.top + 1 }),
      ("list.up", "Scroll up", ["k", .up], { $0.top - 1 }),
      ("list.pageDown", "Page down", [.pageDown, .control("f"), .space], { $0.top + max(1, $0.bounds.height - 1) }),
      ("list.pageUp", "Page up", [.pageUp, .control("b")], { $0.top - max(1, $0.bounds.height - 1) }),
      ("list.halfPageDown", "Half a page down", [.control("d")], { $0.top + max(1, $0.bounds.height / 2) }),
      ("list.halfPageUp", "Half a page up", [.control("u")], { $0.top - max(1, $0.bounds.height / 2) }),
      ("list.top", "To the top", ["g", .home], { _ in 0 }),
      ("list.bottom", "To the end", ["G", .end], { $0.contentHeight }),
    ]
    for move in moves {
      command(KeyBinding(id: move.id, keys: move.keys, title: move.title, section: section, isHidden: true)).bind {
        [weak self] in
        if let self { scroll(to: move.row(self)) }
      }
    }
  }

  override func handle(mouse: MouseEvent) -> Bool {
    switch mouse.kind {
    case .wheelUp: scroll(to: top - 3 * mouse.steps)
    case .wheelDown: scroll(to: top + 3 * mouse.steps)
    case .press:
      guard mouse.position.x == bounds.width - 1, overflows else { return false }
      isDraggingScrollbar = true
      dragScrollbar(to: mouse.position.y)
    case .drag: if isDraggingScrollbar { dragScrollbar(to: mouse.position.y) }
    case .release: isDraggingScrollbar = false
    }
    return true
  }

  private func dragScrollbar(to row: Int) {
    scroll(to: (contentHeight - bounds.height) * row / max(1, bounds.height - 1))
  }
}
