import ReactorCore

/// Several lines of text to type. Lines wrap; Enter begins another one.
///
/// Saving and leaving are the owner's: bind Ctrl-S and Esc on the screen around it. Tab goes on to the next field.
public final class TextArea: View {
  /// What was typed, with `\n` between lines. Setting it puts the caret at its end and tells nobody.
  public var text: String {
    get { buffer.text }
    set { if newValue != buffer.text { show(EditBuffer(typeable(newValue, keepsLines: true))) } }
  }
  /// What stands there while nothing was typed.
  public var placeholder: String {
    didSet { if placeholder != oldValue { setNeedsDisplay() } }
  }
  /// Characters that there is room for; nil: any number.
  public var maxLength: Int?

  /// Told of the text whenever a person has changed it.
  public let changed = Relay<String>()

  private var buffer: EditBuffer
  private var top = 0
  /// The column that ↑ and ↓ try to keep.
  private var goal: Int?
  private var cached: (width: Int, lines: TextAreaLines)?

  /// An area that holds `text`.
  public init(_ text: String = "", placeholder: String = "") {
    buffer = EditBuffer(typeable(text, keepsLines: true))
    self.placeholder = placeholder
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

  /// Takes Enter and the keys that move and delete.
  public override func handle(key: Key) -> Bool {
    switch key {
    case .enter: edit { $0.insert("\n", limit: maxLength) }
    case .up: moveLine(by: -1)
    case .down: moveLine(by: 1)
    case .pageUp: moveLine(by: -max(1, bounds.height - 1))
    case .pageDown: moveLine(by: max(1, bounds.height - 1))
    case .control("d"): return false
    default:
      var isKnown = false
      edit { isKnown = $0.handle(key) }
      return isKnown
    }
    return true
  }

  /// Takes all of it at once.
  public override func handle(paste: Paste) -> Bool {
    edit { $0.insert(typeable(paste.text, keepsLines: true), limit: maxLength) }
    return true
  }

  /// A click puts the caret there, the wheel moves it.
  public override func handle(mouse: MouseEvent) -> Bool {
    switch mouse.kind {
    case .wheelUp: moveLine(by: -3 * mouse.steps)
    case .wheelDown: moveLine(by: 3 * mouse.steps)
    case .press where mouse.button == .left:
      let line = min(top + mouse.position.y, lines.ranges.count - 1)
      edit { $0.move(to: index(inLine: line, column: mouse.position.x)) }
    case .press, .drag, .release: return false
    }
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
    if next.characters != buffer.characters { cached = nil }
    buffer = next
    goal = nil
    reveal()
    setNeedsDisplay()
  }

  // MARK: Lines

  /// The last column belongs to the caret behind a full line, and to the scrollbar.
  private var lines: TextAreaLines {
    let width = max(1, bounds.width - 1)
    if let cached, cached.width == width { return cached.lines }
    let made = TextAreaLines(buffer.characters, width: width)
    cached = (width, made)
    return made
  }

  private func moveLine(by count: Int) {
    let lines = lines
    let line = lines.line(of: buffer.caret)
    let column = goal ?? self.column(of: buffer.caret, inLine: line)
    let target = line + count
    if target < 0 {
      edit { $0.move(to: 0) }
    } else if target >= lines.ranges.count {
      edit { $0.move(to: $0.characters.count) }
    } else {
      edit { $0.move(to: index(inLine: target, column: column)) }
    }
    goal = column
  }

  private func column(of caret: Int, inLine line: Int) -> Int {
    buffer.characters[lines.ranges[line].lowerBound..<caret].reduce(0) { $0 + displayWidth(of: $1) }
  }

  private func index(inLine line: Int, column: Int) -> Int {
    let ranges = lines.ranges
    let range = ranges[line]
    var used = 0
    for index in range {
      used += displayWidth(of: buffer.characters[index])
      if used > column { return index }
    }
    // Where a line was broken, its end is the beginning of the next.
    let isBroken = line + 1 < ranges.count && ranges[line + 1].lowerBound == range.upperBound
    return isBroken && !range.isEmpty ? range.upperBound - 1 : range.upperBound
  }

  private func reveal() {
    guard bounds.height > 0 else { return }
    let line = lines.line(of: buffer.caret)
    top = min(top, max(0, lines.ranges.count - bounds.height))
    if line < top { top = line }
    if line >= top + bounds.height { top = line - bounds.height + 1 }
  }

  // MARK: Drawing

  /// Where the next character will stand.
  public override var caret: Point? {
    let line = lines.line(of: buffer.caret)
    return Point(x: min(column(of: buffer.caret, inLine: line), bounds.width - 1), y: line - top)
  }

  /// Lines wrap anew at another width.
  public override func layoutSubviews() { reveal() }

  /// The lines on the screen and, where there are more, a scrollbar.
  public override func draw(in canvas: Canvas) {
    let style = canvas.theme[isFocused ? .fieldFocused : .field]
    canvas.fill(bounds, style: style)
    if buffer.characters.isEmpty {
      canvas.write(
        placeholder, at: .zero, style: canvas.theme[.placeholder].merging(over: style), truncation: .ellipsis)
    }
    let ranges = lines.ranges
    for y in 0..<bounds.height where top + y < ranges.count {
      canvas.write(String(buffer.characters[ranges[top + y]]), at: Point(x: 0, y: y), style: style)
    }
    canvas.scrollbar(
      in: Rect(x: bounds.width - 1, y: 0, width: 1, height: bounds.height), count: ranges.count,
      visible: bounds.height, top: top)
  }
}
