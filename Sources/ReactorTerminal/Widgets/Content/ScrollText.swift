/// A scrollable list of text lines, with a scrollbar if not all of them fit.
public final class ScrollText: View {
  /// The lines. Long lines are truncated with an ellipsis.
  public var lines: [[Span]] {
    didSet { if lines != oldValue { scroll(to: top); setNeedsDisplay() } }
  }
  /// The role of the background: `.alert` in a dialog.
  public var background: Role = .text {
    didSet { if background != oldValue { setNeedsDisplay() } }
  }
  /// Whether the view can be focused. Its keys are those of lists.
  public var acceptsFocus = true
  /// The first visible line.
  public private(set) var top = 0

  /// Creates a view of the lines.
  public init(_ lines: [[Span]] = []) {
    self.lines = lines
    super.init()
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

  /// Scrolls so that `line` is the first visible line, or as close to it as the number of lines allows.
  public func scroll(to line: Int) {
    let next = min(max(0, line), max(0, lines.count - bounds.height))
    guard next != top else { return }
    top = next
    setNeedsDisplay()
  }

  /// The text without the scrollbar.
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
    for y in 0..<bounds.height where top + y < lines.count {
      var x = 0
      for span in lines[top + y] {
        x += canvas.write(
          span.text, at: Point(x: x, y: y),
          style: canvas.theme[span.role ?? .text].merging(over: canvas.theme[background]),
          maxWidth: bounds.width - x - (isLong ? 2 : 0), truncation: .ellipsis)
      }
    }
    canvas.scrollbar(
      in: Rect(x: bounds.width - 1, y: 0, width: 1, height: bounds.height), count: lines.count,
      visible: bounds.height, top: top, over: canvas.theme[background])
  }
}
