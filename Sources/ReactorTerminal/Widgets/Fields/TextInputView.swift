import ReactorCore

/// The common base of ``TextField`` and ``TextArea``: an editable text with a caret, a length limit and a stream of
/// edits.
///
/// All edits that arrive together are announced once, before the next frame is drawn or another view receives a key. A
/// subscriber that filters a list by the text therefore filters at most once per frame, no matter how fast the user
/// types.
public class TextInputView: View, EditedView {
  /// The current text.
  ///
  /// Setting the same text changes nothing. Different text keeps the caret in place while the field is focused, so
  /// that the text can be bound to the state that it edits, even if that state normalizes it. Without the keyboard
  /// focus, different text moves the caret to the end. Neither triggers ``changed``. Reading the text after a change
  /// takes time proportional to its length.
  public final var text: String {
    get {
      if let known, known.revision == buffer.revision { return known.text }
      let text = buffer.text
      known = (buffer.revision, text)
      return text
    }
    set { if newValue != text { replace(with: newValue) } }
  }
  /// The text shown while the field is empty.
  public final var placeholder: String {
    didSet { if placeholder != oldValue { setNeedsDisplay() } }
  }
  /// The maximum number of characters that the user can enter. If more are entered, they are discarded and a toast says
  /// so.
  ///
  /// Setting ``text`` is not subject to the limit.
  public final var maxLength: Int

  /// A relay that emits the text after the user has edited it, once for all edits that arrived together.
  public final let changed = Relay<String>()

  final var buffer: EditBuffer
  /// The text as last read. It is cached because a command may read it for every key.
  private var known: (revision: Int, text: String)?
  private let allowsLineBreaks: Bool
  private var announcedRevision = 0
  /// A closure called when the user or the program has changed the text. Edits by the user are also announced.
  final var textReplaced: (@MainActor () -> Void)?
  /// A closure called when the caret or the text has changed, so that the text may have to scroll.
  final var caretMoved: (@MainActor () -> Void)?
  private var isCaretRevealed = false

  init(_ text: String, placeholder: String, maxLength: Int, allowsLineBreaks: Bool) {
    buffer = EditBuffer(sanitizedInput(text, keepsLineBreaks: allowsLineBreaks))
    self.placeholder = placeholder
    self.maxLength = maxLength
    self.allowsLineBreaks = allowsLineBreaks
    super.init()
  }

  public final override var canBecomeFocused: Bool { true }
  public final override var takesTyping: Bool { true }

  // MARK: For subclasses

  /// Responds to a change of the text or the caret position.
  func bufferChanged() {}

  /// Scrolls no further than necessary to show the caret.
  func scrollToCaret() {}

  /// Returns the caret position nearest to a point of the view.
  func position(at point: Point) -> Int { 0 }

  // MARK: Keys and the mouse

  public final override func intercept(key: Key) -> Bool {
    guard let character = key.typedCharacter else { return false }
    return intercept(typed: String(character))
  }

  public final override func intercept(typed text: String) -> Bool {
    insert(sanitizedInput(text, keepsLineBreaks: false))
    return true
  }

  public final override func handle(paste: Paste) -> Bool {
    // The rest cannot fit, and examining it would take time proportional to the paste.
    let limit = (min(maxLength, Int.max / EditBuffer.scalarsPerCharacter - 1) + 1) * EditBuffer.scalarsPerCharacter
    let scalars = paste.text.unicodeScalars
    let text = scalars.count > limit ? String(scalars.prefix(limit)) : paste.text
    if insert(sanitizedInput(text, keepsLineBreaks: allowsLineBreaks)), paste.isTruncated {
      warn("Paste incomplete. Paste the rest separately.")
    }
    return true
  }

  public override func handle(key: Key) -> Bool {
    var isHandled = false
    edit { isHandled = $0.handle(key) }
    return isHandled
  }

  /// The area in which text can be selected: the whole field.
  public final override var selectableArea: Rect? { bounds }

  /// Moves the caret to the clicked position. A double click selects a word.
  public override func handle(mouse: MouseEvent) -> Bool {
    guard mouse.kind == .press, mouse.button == .left, mouse.clickCount < 2 else { return false }
    revealCaret()
    let position = position(at: mouse.position)
    edit { $0.move(to: position) }
    return true
  }

  // MARK: Editing

  /// Inserts `text` at the caret, up to the length limit. Returns whether all of it was inserted.
  @discardableResult
  final func insert(_ text: String) -> Bool {
    var fits = true
    edit { fits = $0.insert(text, limit: maxLength) }
    if !fits { warn("Limited to \(grouped(maxLength)) characters. The rest was discarded.") }
    return fits
  }

  /// The number of UTF-8 bytes before the caret.
  public final var caretOffset: Int { buffer.caretOffset }

  /// Replaces a part of the text, as if the user had typed it, and moves the caret to the end of the replacement.
  ///
  /// - Parameters:
  ///   - range: The part to replace, as UTF-8 offsets. Offsets outside the text are clamped.
  ///   - text: The replacement. It is shortened to the length limit.
  public final func replaceText(in range: Range<Int>, with text: String) {
    edit { buffer in
      let start = buffer.position(ofOffset: range.lowerBound)
      buffer.move(to: buffer.position(ofOffset: range.upperBound))
      buffer.delete(to: start)
      buffer.insert(sanitizedInput(text, keepsLineBreaks: allowsLineBreaks), limit: maxLength)
    }
  }

  /// Applies an edit and schedules the consequences: a frame, and the announcement of the new text.
  final func edit(_ body: (inout EditBuffer) -> Void) {
    let before = (buffer.revision, buffer.caret)
    body(&buffer)
    guard (buffer.revision, buffer.caret) != before else { return }
    bufferChanged()
    setNeedsReveal()
    if isFocused { reveal() }
    if buffer.revision != before.0 { textReplaced?() }
    guard buffer.revision != announcedRevision else { return }
    if let window { window.announceLater(self) } else { announceChanges() }
  }

  private func replace(with text: String) {
    var next = EditBuffer(sanitizedInput(text, keepsLineBreaks: allowsLineBreaks), revision: buffer.revision + 1)
    if isFocused { next.move(to: buffer.caret(in: next)) }
    buffer = next
    announcedRevision = buffer.revision
    bufferChanged()
    setNeedsReveal()
    textReplaced?()
  }

  private func warn(_ text: String) {
    window?.toast(text, kind: .warning, topic: "text.limit")
  }

  // MARK: Announcing

  package final func announceChanges() {
    guard buffer.revision != announcedRevision else { return }
    announcedRevision = buffer.revision
    changed.send(text)
  }

  /// Announces pending edits before another view gains the focus.
  public override func focusChanged() {
    if !isFocused { announceChanges() }
    super.focusChanged()
  }

  // MARK: Layout and drawing

  /// Makes the caret visible, once for all changes since the last frame.
  final func revealCaret() {
    guard !isCaretRevealed else { return }
    isCaretRevealed = true
    scrollToCaret()
  }

  final func setNeedsReveal() {
    isCaretRevealed = false
    setNeedsDisplay()
    caretMoved?()
  }

  public override func layoutSubviews() { isCaretRevealed = false }

  /// Draws the background and, in an empty field, the placeholder after `indent` columns. Returns the style of the
  /// text.
  final func drawBackground(in canvas: Canvas, indent: Int = 0) -> Style {
    let style = canvas.theme[isFocused ? .fieldFocused : .field]
    canvas.fill(bounds, style: style)
    if buffer.cells.isEmpty {
      canvas.write(
        placeholder, at: Point(x: indent, y: 0), style: canvas.theme[.placeholder].merging(over: style),
        truncation: .ellipsis)
    }
    return style
  }
}

extension TextInputView: ValueControl {
  /// The same as ``text``.
  public final var controlValue: String {
    get { text }
    set { text = newValue }
  }
}
