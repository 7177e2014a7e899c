import ReactorCore

/// A single-line text field.
///
/// A focused field receives printable keys before any command does. It handles Enter and Esc only if ``submitted`` or
/// ``canceled`` has a subscriber; otherwise, they are passed on to the surrounding views.
///
/// ```swift
/// let field = TextField(placeholder: "Search", prefix: "/")
/// bind(field, to: \.query) { .search($0) }
/// send(field.canceled) { .endSearch }
/// ```
public final class TextField: TextInputView {
  /// The default value of ``TextInputView/maxLength``: the length of the longest path.
  public static let defaultMaxLength = 4_096

  /// A label in front of the text, such as `/`.
  public var prefix: String {
    didSet { if prefix != oldValue { setNeedsReveal() } }
  }
  /// Whether each character is shown as an asterisk.
  public var isSecret = false {
    didSet {
      takesSecrets = isSecret
      if isSecret != oldValue { setNeedsReveal() }
    }
  }
  /// The parts of the text with their own style, such as unknown words. If several marks cover a character, the last
  /// one applies.
  ///
  /// They keep their positions when the user edits the text, until they are set again.
  public var marks: [TextMark] = [] {
    didSet { if marks != oldValue { setNeedsDisplay() } }
  }

  /// A relay that emits the text when the user presses Enter.
  public let submitted = Relay<String>()
  /// A relay that emits when the user presses Esc.
  public let canceled = Relay<Void>()

  /// The first visible character.
  private var first = 0

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - text: The initial text. Line breaks and tabs become spaces; other control characters are removed.
  ///   - placeholder: The text shown while the field is empty.
  ///   - prefix: A label in front of the text.
  public init(_ text: String = "", placeholder: String = "", prefix: String = "") {
    self.prefix = prefix
    super.init(text, placeholder: placeholder, maxLength: Self.defaultMaxLength, allowsLineBreaks: false)
  }

  public override func handle(key: Key) -> Bool {
    if key == .enter, submitted.observerCount > 0 {
      announceChanges()
      submitted.send(text)
      return true
    }
    if key == .escape, canceled.observerCount > 0 {
      announceChanges()
      canceled.send(())
      return true
    }
    return super.handle(key: key)
  }

  /// Removes the text and announces the change, as if the user had deleted the text. Returns whether there was any
  /// text.
  func clear() -> Bool {
    guard !buffer.cells.isEmpty else { return false }
    replaceText(in: 0..<text.utf8.count, with: "")
    announceChanges()
    return true
  }

  /// The title of Esc in a query field: it clears the text or, if there is none, closes the field.
  var clearTitle: String { buffer.cells.isEmpty ? "Close" : "Clear" }

  // MARK: Scrolling

  /// The cell where the next character will appear.
  public override var caret: Point? {
    revealCaret()
    return Point(x: prefixWidth + width(of: first..<buffer.caret), y: 0)
  }

  override func position(at point: Point) -> Int {
    var x = prefixWidth
    var index = first
    while index < buffer.cells.count, x + width(at: index) <= point.x {
      x += width(at: index)
      index += 1
    }
    return index
  }

  override func scrollToCaret() {
    first = min(first, buffer.caret)
    let available = bounds.width - prefixWidth - 1
    guard available > 0 else { return }
    var columns = width(of: first..<buffer.caret)
    while columns > available, first < buffer.caret {
      columns -= width(at: first)
      first += 1
    }
    // If the rest of the text is shorter than the field, shows more of the text before it.
    var index = buffer.caret
    while index < buffer.cells.count, columns <= available {
      columns += width(at: index)
      index += 1
    }
    while first > 0, columns + width(at: first - 1) <= available {
      first -= 1
      columns += width(at: first)
    }
  }

  // MARK: Layout and drawing

  public override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: proposal.width, height: min(1, proposal.height))
  }

  public override func draw(in canvas: Canvas) {
    revealCaret()
    let style = drawBackground(in: canvas, indent: prefixWidth)
    canvas.write(prefix, at: .zero, style: canvas.theme[.hintKey].merging(over: style))
    var x = prefixWidth
    var offset = marks.isEmpty ? 0 : buffer.cells[..<first].reduce(0) { $0 + $1.character.utf8.count }
    for index in first..<buffer.cells.count {
      let columns = width(at: index)
      guard x + columns <= bounds.width else { return }
      let character = buffer.cells[index].character
      var style = style
      if let mark = marks.last(where: { $0.range.contains(offset) }) {
        style = canvas.theme[mark.role].merging(over: style)
        if mark.isUnderlined { style = style.underline }
      }
      canvas.write(isSecret ? "*" : String(character), at: Point(x: x, y: 0), style: style)
      x += columns
      offset += character.utf8.count
    }
  }

  /// Returns the cell of the character at a UTF-8 offset, or the nearest visible one.
  func cell(ofOffset offset: Int) -> Point {
    revealCaret()
    let position = max(first, buffer.position(ofOffset: offset))
    return Point(x: min(prefixWidth + width(of: first..<position), max(0, bounds.width - 1)), y: 0)
  }

  private var prefixWidth: Int { displayWidth(of: prefix) }

  private func width(at index: Int) -> Int { isSecret ? 1 : buffer.cells[index].columns }

  private func width(of range: Range<Int>) -> Int { isSecret ? range.count : buffer.columns(in: range) }
}

/// A part of the text of a ``TextField`` with its own style, such as an unknown word.
public struct TextMark: Sendable, Hashable {
  /// The part of the text, as UTF-8 offsets. Offsets outside the text have no effect.
  public var range: Range<Int>
  /// The role of the part.
  public var role: Role
  /// Whether the part is underlined, so that it is visible even without color.
  public var isUnderlined: Bool

  /// Creates a mark.
  ///
  /// - Parameters:
  ///   - range: The part of the text, as UTF-8 offsets.
  ///   - role: The role of the part.
  ///   - isUnderlined: Whether the part is underlined.
  public init(_ range: Range<Int>, role: Role, isUnderlined: Bool = false) {
    self.range = range
    self.role = role
    self.isUnderlined = isUnderlined
  }
}
