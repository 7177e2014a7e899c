/// A view that shows a part of a content view that may be taller than itself. The keys of lists, the wheel and the
/// scrollbar scroll it.
///
/// The content receives the width of the view without a margin and the scrollbar, and as much height as its
/// `sizeThatFits` returns. Call `setNeedsLayout()` on the scroll view when that height changes.
public final class ScrollView: View {
  /// The content.
  public let content: View
  /// The number of content rows above the visible ones.
  public private(set) var top = 0
  /// The number of free columns on each side. On the right, the scrollbar follows.
  private let margin = 1
  private var contentHeight = 0
  private var isDraggingScrollbar = false

  /// Creates a scroll view.
  public init(_ content: View) {
    self.content = content
    super.init()
    addSubview(content)
    for command in ListCommands.scrolling {
      addCommand(command.scrollingBinding).bind { [weak self] in self?.perform(command) }
    }
  }

  public override var canBecomeFocused: Bool { true }

  /// Whether the content is taller than the view.
  public var overflows: Bool { contentHeight > bounds.height }

  /// Scrolls so that `row` is the first visible row, or as close to it as the height of the content allows.
  public func scroll(to row: Int) {
    let clamped = max(0, min(row, contentHeight - bounds.height))
    guard clamped != top else { return }
    top = clamped
    placeContent()
    setNeedsDisplay()
  }

  /// Scrolls no further than necessary to show a row of the content.
  public func reveal(_ row: Int) {
    if row < top { scroll(to: row) }
    if row >= top + bounds.height { scroll(to: row - bounds.height + 1) }
  }

  private func perform(_ command: ListCommands) {
    // One row of the previous page stays visible.
    let page = command == .pageUp || command == .pageDown ? bounds.height - 1 : bounds.height
    if let row = command.target(from: top, page: page, count: contentHeight) { scroll(to: row) }
  }

  // MARK: Layout and drawing

  private func placeContent() {
    content.frame = Rect(x: margin, y: -top, width: contentWidth, height: contentHeight)
  }

  private var contentWidth: Int { max(0, bounds.width - 2 * margin - 1) }

  public override func layoutSubviews() {
    contentHeight = content.sizeThatFits(Size(width: contentWidth, height: .max / 2)).height
    top = max(0, min(top, contentHeight - bounds.height))
    placeContent()
  }

  public override func draw(in canvas: Canvas) {
    canvas.scrollbar(
      in: Rect(x: bounds.width - 1, y: 0, width: 1, height: bounds.height), count: contentHeight,
      visible: bounds.height, top: top)
  }

  // MARK: The mouse

  /// Scrolls by three rows for each notch of the wheel and drags the scrollbar.
  public override func handle(mouse: MouseEvent) -> Bool {
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
    scroll(to: ScrollThumb.top(at: row, count: contentHeight, visible: bounds.height, track: bounds.height))
  }
}
