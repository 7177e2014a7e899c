/// A view that shows one or more lines of text.
public final class Label: View {
  /// The text. Setting it replaces the spans with a single one.
  public var text: String {
    get { spans.map(\.text).joined() }
    set { spans = newValue.isEmpty ? [] : [Span(newValue)] }
  }
  /// The parts of the text, with their roles. A line break inside a span starts a new line.
  public var spans: [Span] {
    didSet {
      guard spans != oldValue else { return }
      let isText = spans.count < 2 && spans.first?.role == nil
      contentChanged(because: isText ? "text" : "spans")
    }
  }
  /// The role of spans without a role of their own.
  public var role: Role {
    didSet { if role != oldValue { setNeedsDisplay() } }
  }
  /// The alignment of the lines.
  public var alignment: TextAlignment {
    didSet { if alignment != oldValue { setNeedsDisplay() } }
  }
  /// Whether long lines wrap. Otherwise, they are truncated with an ellipsis. The last line that fits is also truncated
  /// if there are more lines.
  public var wraps: Bool {
    didSet { if wraps != oldValue { contentChanged() } }
  }

  private var layout: (width: Int, lines: [[Span]])?

  /// Creates a label with one span.
  public convenience init(
    _ text: String = "", role: Role = .text, alignment: TextAlignment = .leading, wraps: Bool = false
  ) {
    self.init(text.isEmpty ? [] : [Span(text)], role: role, alignment: alignment, wraps: wraps)
  }

  /// Creates a label with several spans.
  public init(
    _ spans: [Span], role: Role = .text, alignment: TextAlignment = .leading, wraps: Bool = false
  ) {
    self.spans = spans
    self.role = role
    self.alignment = alignment
    self.wraps = wraps
    super.init()
  }

  private func contentChanged(because reason: StaticString = #function) {
    layout = nil
    setNeedsDisplay(because: reason)
    preferredSizeChanged()
  }

  public override func sizeThatFits(_ proposal: Size) -> Size {
    let lines = lines(width: proposal.width)
    let width = lines.map(\.displayWidth).max() ?? 0
    return Size(width: min(width, proposal.width), height: min(lines.count, proposal.height))
  }

  public override func draw(in canvas: Canvas) {
    let all = lines(width: bounds.width)
    guard let last = all.prefix(bounds.height).indices.last else { return }
    for (row, line) in all[...last].enumerated() {
      var x = alignment.offset(of: line.displayWidth, in: bounds.width)
      for span in line where x < bounds.width {
        x += canvas.write(
          span.text, at: Point(x: x, y: row), style: canvas.theme[span.role ?? role], truncation: .ellipsis)
      }
      if row == last, last < all.count - 1 {
        let role = line.last?.role ?? role
        canvas.write(
          String(canvas.glyphs.ellipsis), at: Point(x: min(x, bounds.width - 1), y: row), style: canvas.theme[role])
      }
    }
  }

  private func lines(width: Int) -> [[Span]] {
    if let layout, layout.width == width || !wraps { return layout.lines }
    let lines = wraps ? SpanLines.wrapped(spans, width: width) : SpanLines.split(spans)
    layout = (width, lines)
    return lines
  }
}
