import ReactorCore

/// Several lines of text to type. Lines wrap; Enter begins another one.
///
/// Saving and leaving are the owner's: bind Ctrl-S and Esc on the screen around it.
public final class TextArea: View {
  /// What was typed, with `\n` between lines. Setting it puts the caret at its end and tells nobody.
  public var text: String {
    get { "" }
    set {}
  }
  /// What stands there while nothing was typed.
  public var placeholder: String {
    didSet { if placeholder != oldValue { setNeedsDisplay() } }
  }
  /// Characters that there is room for; nil: any number.
  public var maxLength: Int?

  /// Told of the text whenever a person has changed it.
  public let changed = Relay<String>()

  /// An area that holds `text`.
  public init(_ text: String = "", placeholder: String = "") {
    self.placeholder = placeholder
    super.init()
  }

  /// It takes the keyboard.
  public override var canBecomeFocused: Bool { true }
}
