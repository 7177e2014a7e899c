/// A text field with an optional message above it, such as a problem with the entered text.
///
/// Place it at the bottom of a screen with the height that `sizeThatFits` returns. When the message changes, the
/// surrounding views are laid out again.
open class FieldBar: View {
  /// The text field, which occupies the last line.
  public let field: TextField
  private let message = Label()

  /// Creates a bar around a field.
  public init(_ field: TextField) {
    self.field = field
    super.init()
    addSubview(message)
    addSubview(field)
  }

  /// Shows a message above the field.
  ///
  /// - Parameters:
  ///   - text: The message; empty for none.
  ///   - role: The role of the message, which determines its style.
  ///   - wraps: Whether a long message wraps. Otherwise it is truncated with an ellipsis.
  public func setMessage(_ text: String, role: Role = .secondary, wraps: Bool = false) {
    message.text = text
    message.role = role
    message.wraps = wraps
    setNeedsLayout()
    preferredSizeChanged()
  }

  /// Returns a size with the height of the field and the message, but at most half of the proposed height.
  open override func sizeThatFits(_ proposal: Size) -> Size {
    guard !message.text.isEmpty else { return Size(width: proposal.width, height: min(1, proposal.height)) }
    let lines = message.sizeThatFits(Size(width: max(0, proposal.width - 2), height: proposal.height)).height
    return Size(width: proposal.width, height: min(lines + 1, max(1, proposal.height / 2)))
  }

  open override func layoutSubviews() {
    message.frame = Rect(x: 1, y: 0, width: max(0, bounds.width - 2), height: max(0, bounds.height - 1))
    message.isHidden = message.text.isEmpty || message.frame.height == 0
    field.frame = Rect(x: 0, y: bounds.height - 1, width: bounds.width, height: min(1, bounds.height))
  }
}
