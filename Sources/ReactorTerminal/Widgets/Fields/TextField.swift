import ReactorCore

/// A line of text to type.
///
/// What can be typed goes to it before any command. Enter and Esc are taken only where someone listens to `submitted`
/// or `cancelled`; otherwise they go on to what is around it.
public final class TextField: View {
  /// What was typed. Setting it puts the caret at its end and tells nobody.
  public var text: String {
    get { "" }
    set {}
  }
  /// What stands there while nothing was typed.
  public var placeholder: String {
    didSet { if placeholder != oldValue { setNeedsDisplay() } }
  }
  /// What stands before the text, such as `/`.
  public var prefix: String {
    didSet { if prefix != oldValue { setNeedsDisplay() } }
  }
  /// Characters that there is room for; nil: any number.
  public var maxLength: Int?
  /// Whether dots are shown in place of what was typed.
  public var isSecret = false {
    didSet { if isSecret != oldValue { setNeedsDisplay() } }
  }

  /// Told of the text whenever a person has changed it.
  public let changed = Relay<String>()
  /// Told of the text at Enter.
  public let submitted = Relay<String>()
  /// Told at Esc.
  public let cancelled = Relay<Void>()

  /// A field that holds `text`.
  public init(_ text: String = "", placeholder: String = "", prefix: String = "") {
    self.placeholder = placeholder
    self.prefix = prefix
    super.init()
  }

  /// It takes the keyboard.
  public override var canBecomeFocused: Bool { true }
}
