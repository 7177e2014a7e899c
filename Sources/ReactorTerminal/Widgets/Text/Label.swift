/// Shows text: one line, several, or one that wraps.
public final class Label: View {
  /// What it says. Setting it makes one span of it.
  public var text: String {
    get { spans.map(\.text).joined() }
    set { spans = newValue.isEmpty ? [] : [Span(newValue)] }
  }
  /// What it says, in pieces with a meaning each. A line end inside a piece begins a line.
  public var spans: [Span] {
    didSet { if spans != oldValue { contentChanged() } }
  }
  /// What pieces without a meaning of their own mean.
  public var role: Role {
    didSet { if role != oldValue { setNeedsDisplay() } }
  }
  /// Where lines stand.
  public var alignment: TextAlignment {
    didSet { if alignment != oldValue { setNeedsDisplay() } }
  }
  /// Whether long lines go on in the next; otherwise they end in an ellipsis.
  public var wraps: Bool {
    didSet { if wraps != oldValue { contentChanged() } }
  }

  private var layout: (width: Int, lines: [[Span]])?

  /// A label that says `text`.
  public convenience init(
    _ text: String = "", role: Role = .text, alignment: TextAlignment = .leading, wraps: Bool = false
  ) {
    self.init(text.isEmpty ? [] : [Span(text)], role: role, alignment: alignment, wraps: wraps)
  }

  /// A label of several pieces.
  public init(
    _ spans: [Span], role: Role = .text, alignment: TextAlignment = .leading, wraps: Bool = false
  ) {
    self.spans = spans
    self.role = role
    self.alignment = alignment
    self.wraps = wraps
    super.init()
  }

  private func contentChanged() {
    layout = nil
    setNeedsDisplay()
    superview?.setNeedsLayout()
  }

  /// The columns of its longest line and the rows of all of them.
  public override func sizeThatFits(_ proposal: Size) -> Size {
    let lines = lines(width: proposal.width)
    let width = lines.map(Self.width(of:)).max() ?? 0
    return Size(width: min(width, proposal.width), height: min(lines.count, proposal.height))
  }

  /// Each line where it stands, cut with an ellipsis where it is too long.
  public override func draw(in canvas: Canvas) {
    for (row, line) in lines(width: bounds.width).enumerated() {
      guard row < bounds.height else { return }
      var x = alignment.offset(of: Self.width(of: line), in: bounds.width)
      for span in line where x < bounds.width {
        x += canvas.write(
          span.text, at: Point(x: x, y: row), style: canvas.theme[span.role ?? role], truncation: .ellipsis)
      }
    }
  }

  private static func width(of line: [Span]) -> Int { line.reduce(0) { $0 + displayWidth(of: $1.text) } }

  private func lines(width: Int) -> [[Span]] {
    if let layout, layout.width == width || !wraps { return layout.lines }
    let lines = wraps ? SpanLines.wrapped(spans, width: width) : SpanLines.split(spans)
    layout = (width, lines)
    return lines
  }
}
