/// A view that shows part of a content view, which may be taller. The list keys, the wheel and the scrollbar scroll it,
/// unless a view inside handles them.
///
/// The content is as wide as the view without a margin and the scrollbar, and as tall as its `sizeThatFits` returns. If
/// that is the proposed size, it is as tall as the view. Call ``/ReactorTerminalCore/View/preferredSizeChanged()`` on
/// the content when that height changes.
///
/// When a view inside gets the keyboard focus, it is scrolled into view, as is any area passed to
/// ``/ReactorTerminalCore/View/reveal(_:)``. The scrollbar marks the focus of the scroll view itself, if another view
/// could have it.
public final class ScrollView: View, CountedList {
  /// The content.
  public let content: View
  /// The number of content rows above the visible ones.
  public private(set) var top = 0
  /// Whether the view can be focused; `nil` if it can be focused only while no view inside accepts the keyboard focus.
  public var acceptsFocus: Bool?
  /// The number of empty columns on each side. On the right, the scrollbar follows.
  private let margin: Int
  private var contentHeight = 0
  private var isDraggingScrollbar = false

  /// Creates a scroll view.
  ///
  /// - Parameters:
  ///   - content: The view to scroll.
  ///   - margin: The number of empty columns on each side of the content.
  ///   - pagesWithSpace: Whether the space bar moves down by a page. Otherwise, the surrounding views handle it.
  public init(_ content: View, margin: Int = 1, pagesWithSpace: Bool = true) {
    self.content = content
    self.margin = Sizing.cells(margin)
    super.init()
    hasFocusMark = true
    addSubview(content)
    for command in ListCommands.scrolling {
      var binding = command.scrollingBinding
      if !pagesWithSpace { binding.keys.removeAll { $0 == .space } }
      addCommand(binding).bind { [weak self] in self?.perform(command) }
    }
  }

  public override var canBecomeFocused: Bool {
    acceptsFocus ?? (window?.focusableViews(in: content).isEmpty ?? true)
  }

  /// Whether the content is taller than the view.
  public var overflows: Bool { contentHeight > bounds.height }

  /// Scrolls so that `row` is the first visible row, or as close to the top as the height of the content allows.
  public func scroll(to row: Int) {
    let clamped = max(0, min(row, contentHeight - bounds.height))
    guard clamped != top else { return }
    top = clamped
    placeContent()
    setNeedsDisplay()
  }

  /// Scrolls no further than necessary to show `area`. If the area is too tall, as much of it as possible is shown.
  public override func makeVisible(_ area: Rect) -> Rect {
    let first = area.y + top
    let last = area.maxY + top
    let end = top + bounds.height
    if first < top, last < end {
      scroll(to: max(first, last - bounds.height))
    } else if last > end, first > top {
      scroll(to: min(first, last - bounds.height))
    }
    return Rect(x: area.x, y: first - top, width: area.width, height: area.height).intersection(bounds)
  }

  private func perform(_ command: ListCommands) {
    if let row = command.target(from: top, page: page(of: command), count: contentHeight) { scroll(to: row) }
  }

  package func perform(_ command: ListCommands, count: Int) -> Bool {
    let row = command.target(from: top, page: page(of: command), count: contentHeight, repeated: count)
    if let row { scroll(to: row) }
    return row != nil
  }

  /// Returns the number of rows of a page. One row of the previous page stays visible.
  private func page(of command: ListCommands) -> Int {
    command == .pageUp || command == .pageDown ? bounds.height - 1 : bounds.height
  }

  // MARK: Layout and drawing

  private func placeContent() {
    content.frame = Rect(x: margin, y: -top, width: contentWidth, height: contentHeight)
  }

  private var contentWidth: Int { max(0, bounds.width - 2 * margin - 1) }

  public override func layoutSubviews() {
    let before = (contentHeight, top)
    let unlimited = Sizing.limit
    let height = content.sizeThatFits(Size(width: contentWidth, height: unlimited)).height
    contentHeight = height < unlimited ? height : bounds.height
    top = max(0, min(top, contentHeight - bounds.height))
    placeContent()
    // The scrollbar depends on both.
    if before != (contentHeight, top) { setNeedsDisplay() }
  }

  /// Returns the size of the content plus the margin and the scrollbar.
  public override func sizeThatFits(_ proposal: Size) -> Size {
    let inner = Size(width: proposal.width - 2 * margin - 1, height: proposal.height)
    let size = content.sizeThatFits(inner)
    return Size(width: Sizing.cells(size.width) + 2 * margin + 1, height: size.height).limited(to: proposal)
  }

  public override func draw(in canvas: Canvas) {
    canvas.scrollbar(
      in: Rect(x: bounds.width - 1, y: 0, width: 1, height: bounds.height), count: contentHeight,
      visible: bounds.height, top: top, isFocused: marksFocus)
  }

  // MARK: The mouse

  /// The visible part of the content, without the scrollbar.
  public override var selectableArea: Rect? {
    Rect(x: 0, y: 0, width: bounds.width - (overflows ? 1 : 0), height: bounds.height)
  }

  /// Scrolls by three rows for each notch of the wheel and drags the scrollbar.
  public override func handle(mouse: MouseEvent) -> Bool {
    switch mouse.kind {
    case .wheelUp: scroll(to: top - 3 * mouse.steps)
    case .wheelDown: scroll(to: top + 3 * mouse.steps)
    case .press:
      guard mouse.position.x == bounds.width - 1, overflows else { return false }
      isDraggingScrollbar = true
      dragScrollbar(to: mouse.position.y)
    case .drag:
      guard isDraggingScrollbar else { return false }
      dragScrollbar(to: mouse.position.y)
    case .release: isDraggingScrollbar = false
    }
    return true
  }

  private func dragScrollbar(to row: Int) {
    scroll(to: ScrollThumb.top(at: row, count: contentHeight, visible: bounds.height, track: bounds.height))
  }
}
