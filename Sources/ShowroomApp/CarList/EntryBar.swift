import ReactorTerminal

/// A line in which something is typed, and above it what there is to say of that: a sentence on lines of its own, as many
/// as it takes.
class EntryBar: View {
  /// Where it is typed.
  let field: TextField
  private let remark = Label()

  init(_ field: TextField) {
    self.field = field
    super.init()
    addSubview(remark)
    addSubview(field)
  }

  /// Says something of what is typed.
  ///
  /// - Parameters:
  ///   - text: what to say; empty for nothing.
  ///   - wraps: whether it takes more than a line where it is long.
  func say(_ text: String, role: Role, wraps: Bool) {
    remark.text = text
    remark.role = role
    remark.wraps = wraps
    setNeedsLayout()
    superview?.setNeedsLayout()
  }

  /// Returns the lines that it takes of a screen: half of them at most, where there are two.
  func height(in screen: Size) -> Int {
    guard !remark.text.isEmpty else { return min(1, screen.height) }
    let lines = remark.sizeThatFits(Size(width: max(0, screen.width - 2), height: screen.height)).height
    return min(lines + 1, max(1, screen.height / 2))
  }

  /// The field is the last line.
  override func layoutSubviews() {
    remark.frame = Rect(x: 1, y: 0, width: max(0, bounds.width - 2), height: max(0, bounds.height - 1))
    remark.isHidden = remark.text.isEmpty || remark.frame.height == 0
    field.frame = Rect(x: 0, y: bounds.height - 1, width: bounds.width, height: min(1, bounds.height))
  }
}
