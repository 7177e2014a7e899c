import ReactorCore

/// A line of text to type.
///
/// What can be typed goes to it before any command. Enter and Esc are taken only where someone listens to `submitted`
/// or `cancelled`; otherwise they go on to what is around it.
public final class TextField: EditableText {
  /// Characters that there is room for unless `maxLength` says otherwise: those of the longest path.
  public static let standardLimit = 4_096

  /// What stands before the text, such as `/`.
  public var prefix: String {
    didSet { if prefix != oldValue { needsReveal() } }
  }
  /// Whether dots are shown in place of what was typed.
  public var isSecret = false {
    didSet { if isSecret != oldValue { needsReveal() } }
  }

  /// Told of the text at Enter.
  public let submitted = Relay<String>()
  /// Told at Esc.
  public let cancelled = Relay<Void>()

  /// The first character that is drawn.
  private var first = 0
  private var isRevealed = false

  /// A field that holds `text`.
  public init(_ text: String = "", placeholder: String = "", prefix: String = "") {
    self.prefix = prefix
    super.init(text, placeholder: placeholder, maxLength: Self.standardLimit, keepsLines: false)
  }

  // MARK: Keys and the mouse

  /// Takes the keys that move and delete, Enter and Esc.
  public override func handle(key: Key) -> Bool {
    if key == .enter, submitted.observerCount > 0 {
      announceChanges()
      submitted.send(text)
      return true
    }
    if key == .escape, cancelled.observerCount > 0 {
      announceChanges()
      cancelled.send(())
      return true
    }
    return super.handle(key: key)
  }

  /// A click puts the caret there.
  public override func handle(mouse: MouseEvent) -> Bool {
    guard mouse.kind == .press, mouse.button == .left else { return false }
    reveal()
    var x = prefixWidth
    var index = first
    while index < buffer.cells.count, x + width(at: index) <= mouse.position.x {
      x += width(at: index)
      index += 1
    }
    edit { $0.move(to: index) }
    return true
  }

  // MARK: Drawing

  /// Where the next character will stand.
  public override var caret: Point? {
    reveal()
    return Point(x: prefixWidth + width(of: first..<buffer.caret), y: 0)
  }

  /// One row.
  public override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: proposal.width, height: min(1, proposal.height))
  }

  /// The text moves only when there is another width.
  public override func layoutSubviews() { isRevealed = false }

  /// The prefix, then the text or the placeholder.
  public override func draw(in canvas: Canvas) {
    reveal()
    let style = canvas.theme[isFocused ? .fieldFocused : .field]
    canvas.fill(bounds, style: style)
    canvas.write(prefix, at: .zero, style: canvas.theme[.hintKey].merging(over: style))
    if buffer.cells.isEmpty {
      canvas.write(
        placeholder, at: Point(x: prefixWidth, y: 0), style: canvas.theme[.placeholder].merging(over: style),
        truncation: .ellipsis)
      return
    }
    var x = prefixWidth
    for index in first..<buffer.cells.count {
      let columns = width(at: index)
      guard x + columns <= bounds.width else { return }
      canvas.write(isSecret ? "*" : String(buffer.cells[index].character), at: Point(x: x, y: 0), style: style)
      x += columns
    }
  }

  private var prefixWidth: Int { displayWidth(of: prefix) }

  private func width(at index: Int) -> Int { isSecret ? 1 : buffer.cells[index].columns }

  private func width(of range: Range<Int>) -> Int { isSecret ? range.count : buffer.columns(in: range) }

  override func bufferChanged() { isRevealed = false }

  private func needsReveal() {
    isRevealed = false
    setNeedsDisplay()
  }

  /// Scrolls so that the caret is inside, and no further. Once for all that changed since the last frame.
  private func reveal() {
    guard !isRevealed else { return }
    isRevealed = true
    first = min(first, buffer.caret)
    let room = bounds.width - prefixWidth - 1
    guard room > 0 else { return }
    var columns = width(of: first..<buffer.caret)
    while columns > room, first < buffer.caret {
      columns -= width(at: first)
      first += 1
    }
    // What there is room for before is shown again.
    var index = buffer.caret
    while index < buffer.cells.count, columns <= room {
      columns += width(at: index)
      index += 1
    }
    while first > 0, columns + width(at: first - 1) <= room {
      first -= 1
      columns += width(at: first)
    }
  }
}
