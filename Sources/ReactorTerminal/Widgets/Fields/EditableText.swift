import ReactorCore

/// What a line and an area of text to type have in common: the text, its limit, and who is told of changes.
///
/// What a batch of events changes is announced once, before the next frame or before anything else hears of a key:
/// whoever filters by the text filters once a frame, however fast somebody types.
public class EditableText: View {
  /// What was typed. Setting it puts the caret at its end and tells nobody.
  public final var text: String {
    get { buffer.text }
    set { if newValue != buffer.text { replace(with: newValue) } }
  }
  /// What stands there while nothing was typed.
  public final var placeholder: String {
    didSet { if placeholder != oldValue { setNeedsDisplay() } }
  }
  /// Characters that there is room for. What a person types or pastes beyond them is left out, and a toast says so.
  public final var maxLength: Int

  /// Told of the text when a person has changed it: once for everything that arrived together.
  public final let changed = Relay<String>()

  final var buffer: EditBuffer
  private let keepsLines: Bool
  private var announcedRevision = 0

  init(_ text: String, placeholder: String, maxLength: Int, keepsLines: Bool) {
    buffer = EditBuffer(typeable(text, keepsLines: keepsLines))
    self.placeholder = placeholder
    self.maxLength = maxLength
    self.keepsLines = keepsLines
    super.init()
  }

  /// The text or the place of the caret is another one: what depends on them has to be found anew.
  func bufferChanged() {}

  /// It takes the keyboard.
  public final override var canBecomeFocused: Bool { true }
  /// It takes what can be typed.
  public final override var takesTyping: Bool { true }

  // MARK: Editing

  /// Takes what can be typed.
  public final override func intercept(key: Key) -> Bool {
    guard let character = key.typedCharacter else { return false }
    return intercept(typed: String(character))
  }

  /// Takes all that was typed at once as one edit.
  public final override func intercept(typed text: String) -> Bool {
    insert(typeable(text, keepsLines: false))
    return true
  }

  /// Takes all of it at once.
  public final override func handle(paste: Paste) -> Bool {
    // No more than can be kept is looked at.
    let most = (maxLength + 1) * EditBuffer.scalarsPerCharacter
    let scalars = paste.text.unicodeScalars
    let text = scalars.count > most ? String(scalars.prefix(most)) : paste.text
    if insert(typeable(text, keepsLines: keepsLines)), paste.isTruncated {
      warn("Part of the pasted text is missing: paste the rest separately")
    }
    return true
  }

  /// Takes the keys that move and delete.
  public override func handle(key: Key) -> Bool {
    var isKnown = false
    edit { isKnown = $0.handle(key) }
    return isKnown
  }

  @discardableResult
  final func insert(_ text: String) -> Bool {
    var fits = true
    edit { fits = $0.insert(text, limit: maxLength) }
    if !fits { warn("Limited to \(grouped(maxLength)) characters: the rest was left out") }
    return fits
  }

  final func edit(_ body: (inout EditBuffer) -> Void) {
    let before = (buffer.revision, buffer.caret)
    body(&buffer)
    guard (buffer.revision, buffer.caret) != before else { return }
    bufferChanged()
    setNeedsDisplay()
    guard buffer.revision != announcedRevision else { return }
    if let window { window.announceLater(self) } else { announceChanges() }
  }

  private func replace(with text: String) {
    let revision = buffer.revision
    buffer = EditBuffer(typeable(text, keepsLines: keepsLines), revision: revision + 1)
    announcedRevision = buffer.revision
    bufferChanged()
    setNeedsDisplay()
  }

  private func warn(_ text: String) {
    window?.toast(text, kind: .warning, topic: "text.limit")
  }

  // MARK: Announcing

  final override func announceChanges() {
    guard buffer.revision != announcedRevision else { return }
    announcedRevision = buffer.revision
    changed.send(text)
  }

  /// Whoever hears of the keyboard's new place knows the text.
  public override func focusChanged() {
    if !isFocused { announceChanges() }
    super.focusChanged()
  }
}
