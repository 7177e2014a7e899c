/// A scrollable list of text lines, with a scrollbar if not all of them fit.
///
/// The scrollbar stands out while the view has the keyboard focus and another view could have it. If all lines fit, a
/// mark takes its place in the first row whose last column is free.
public final class ScrollText: View, CountedList {
  /// The lines. Long lines are truncated with an ellipsis, and a tab is drawn as one space.
  public var lines: [[Span]] {
    didSet { if lines != oldValue { scroll(to: top); setNeedsDisplay() } }
  }
  /// The role of the background: `.alert` in a dialog.
  public var background: Role = .text {
    didSet { if background != oldValue { setNeedsDisplay() } }
  }
  /// Whether the view can be focused. It has the keys of lists.
  public var acceptsFocus = true
  /// The first visible line.
  public private(set) var top = 0

  /// Creates a view that shows the lines.
  public init(_ lines: [[Span]] = []) {
    self.lines = lines
    super.init()
    hasFocusMark = true
    installScrollCommands(on: self)
  }

  public override var canBecomeFocused: Bool { acceptsFocus }

  /// Adds the scroll commands to `view`, such as a dialog whose buttons have the focus.
  func installScrollCommands(on view: View) {
    for command in ListCommands.scrolling {
      view.addCommand(command.scrollingBinding).bind { [weak self] in
        if let self, let line = command.target(from: top, page: bounds.height, count: lines.count) { scroll(to: line) }
      }
    }
  }

  package func perform(_ command: ListCommands, count: Int) -> Bool {
    let line = command.target(from: top, page: bounds.height, count: lines.count, repeated: count)
    if let line { scroll(to: line) }
    return line != nil
  }

  /// Scrolls so that `line` is the first visible line, or as close to the top as the number of lines allows.
  public func scroll(to line: Int) {
    let next = min(max(0, line), max(0, lines.count - bounds.height))
    guard next != top else { return }
    top = next
    setNeedsDisplay()
  }

  /// The text area without the scrollbar.
  public override var selectableArea: Rect? {
    Rect(x: 0, y: 0, width: bounds.width - (lines.count > bounds.height ? 1 : 0), height: bounds.height)
  }

  /// Scrolls by three lines for each notch of the wheel.
  public override func handle(mouse: MouseEvent) -> Bool {
    switch mouse.kind {
    case .wheelUp: scroll(to: top - 3 * mouse.steps)
    case .wheelDown: scroll(to: top + 3 * mouse.steps)
    case .press, .drag, .release: return false
    }
    return true
  }

  public override func layoutSubviews() { scroll(to: top) }

  public override func sizeThatFits(_ proposal: Size) -> Size {
    let widest = lines.map(\.displayWidth).max() ?? 0
    let bar = lines.count > proposal.height ? 2 : 0
    return Size(width: min(widest + bar, proposal.width), height: min(lines.count, proposal.height))
  }

  public override func draw(in canvas: Canvas) {
    let isLong = lines.count > bounds.height
    let base = canvas.theme[background]
    // The scrollbar or, if all lines fit, the focus mark in the first row whose last cell is free.
    var barRows = isLong ? 0..<bounds.height : lines.count..<max(lines.count, bounds.height)
    for y in 0..<bounds.height where top + y < lines.count {
      var x = 0
      for span in lines[top + y] {
        x += canvas.write(
          span.text, at: Point(x: x, y: y), style: canvas.theme[span.role ?? .text].merging(over: base),
          maxWidth: bounds.width - x - (isLong ? 2 : 0), truncation: .ellipsis)
      }
      if x < bounds.width, y < barRows.lowerBound { barRows = y..<bounds.height }
    }
    canvas.scrollbar(
      in: Rect(x: bounds.width - 1, y: barRows.lowerBound, width: 1, height: barRows.count), count: lines.count,
      visible: bounds.height, top: top, isFocused: marksFocus, over: base)
  }
}
