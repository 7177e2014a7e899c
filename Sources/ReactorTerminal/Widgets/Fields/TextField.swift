import ReactorCore

/// A line of text to type.
///
/// What can be typed goes to it before any command. Enter and Esc are taken only where someone listens to `submitted`
/// or `cancelled`; otherwise they go on to what is around it.
public final class TextField: View {
  /// What was typed. Setting it puts the caret at its end and tells nobody.
  public var text: String {
    get { buffer.text }
    set { if newValue != buffer.text { show(EditBuffer(typeable(newValue, keepsLines: false))) } }
  }
  /// What stands there while nothing was typed.
  public var placeholder: String {
    didSet { if placeholder != oldValue { setNeedsDisplay() } }
  }
  /// What stands before the text, such as `/`.
  public var prefix: String {
    didSet { if prefix != oldValue { show(buffer) } }
  }
  /// Characters that there is room for; nil: any number.
  public var maxLength: Int?
  /// Whether dots are shown in place of what was typed.
  public var isSecret = false {
    didSet { if isSecret != oldValue { show(buffer) } }
  }

  /// Told of the text whenever a person has changed it.
  public let changed = Relay<String>()
  /// Told of the text at Enter.
  public let submitted = Relay<String>()
  /// Told at Esc.
  public let cancelled = Relay<Void>()

  private var buffer: EditBuffer
  /// The first character that is drawn.
  private var first = 0

  /// A field that holds `text`.
  public init(_ text: String = "", placeholder: String = "", prefix: String = "") {
    buffer = EditBuffer(typeable(text, keepsLines: false))
    self.placeholder = placeholder
    self.prefix = prefix
    super.init()
  }

  /// It takes the keyboard.
  public override var canBecomeFocused: Bool { true }
  /// It takes what can be typed.
  public override var takesTyping: Bool { true }

  // MARK: Editing

  /// Takes what can be typed.
  public override func intercept(key: Key) -> Bool {
    guard let character = key.typedCharacter else { return false }
    edit { $0.insert(typeable(String(character), keepsLines: false), limit: maxLength) }
    return true
  }

  /// Takes the keys that move and delete, Enter and Esc.
  public override func handle(key: Key) -> Bool {
    if key == .enter, submitted.observerCount > 0 {
      submitted.send(text)
      return true
    }
    if key == .escape, cancelled.observerCount > 0 {
      cancelled.send(())
      return true
    }
    var isKnown = false
    edit { isKnown = $0.handle(key) }
    return isKnown
  }

  /// Takes all of it at once, as one line.
  public override func handle(paste: Paste) -> Bool {
    edit { $0.insert(typeable(paste.text, keepsLines: false), limit: maxLength) }
    return true
  }

  /// A click puts the caret there.
  public override func handle(mouse: MouseEvent) -> Bool {
    guard mouse.kind == .press, mouse.button == .left else { return false }
    var x = prefixWidth
    var index = first
    while index < buffer.characters.count, x + width(at: index) <= mouse.position.x {
      x += width(at: index)
      index += 1
    }
    edit { $0.move(to: index) }
    return true
  }

  private func edit(_ body: (inout EditBuffer) -> Void) {
    var next = buffer
    body(&next)
    guard next != buffer else { return }
    let isChanged = next.characters != buffer.characters
    show(next)
    if isChanged { changed.send(text) }
  }

  private func show(_ next: EditBuffer) {
    buffer = next
    reveal()
    setNeedsDisplay()
  }

  // MARK: Drawing

  /// Where the next character will stand.
  public override var caret: Point? {
    Point(x: prefixWidth + (first..<buffer.caret).reduce(0) { $0 + width(at: $1) }, y: 0)
  }

  /// One row.
  public override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: proposal.width, height: min(1, proposal.height))
  }

  /// The text moves only when there is another width.
  public override func layoutSubviews() { reveal() }

  /// The prefix, then the text or the placeholder.
  public override func draw(in canvas: Canvas) {
    let style = canvas.theme[isFocused ? .fieldFocused : .field]
    canvas.fill(bounds, style: style)
    canvas.write(prefix, at: .zero, style: canvas.theme[.hintKey].merging(over: style))
    if buffer.characters.isEmpty {
      canvas.write(
        placeholder, at: Point(x: prefixWidth, y: 0), style: canvas.theme[.placeholder].merging(over: style),
        truncation: .ellipsis)
      return
    }
    var x = prefixWidth
    for index in first..<buffer.characters.count {
      let columns = width(at: index)
      guard x + columns <= bounds.width else { return }
      canvas.write(isSecret ? "*" : String(buffer.characters[index]), at: Point(x: x, y: 0), style: style)
      x += columns
    }
  }

  private var prefixWidth: Int { displayWidth(of: prefix) }

  private func width(at index: Int) -> Int { isSecret ? 1 : displayWidth(of: buffer.characters[index]) }

  /// Scrolls so that the caret is inside, and no further.
  private func reveal() {
    let room = bounds.width - prefixWidth - 1
    guard room > 0 else { return }
    first = min(first, buffer.caret)
    var columns = (first..<buffer.caret).reduce(0) { $0 + width(at: $1) }
    while columns > room, first < buffer.caret {
      columns -= width(at: first)
      first += 1
    }
    // What there is room for before is shown again.
    var total = (first..<buffer.characters.count).reduce(0) { $0 + width(at: $1) }
    while first > 0, total + width(at: first - 1) <= room {
      first -= 1
      total += width(at: first)
    }
  }
}
