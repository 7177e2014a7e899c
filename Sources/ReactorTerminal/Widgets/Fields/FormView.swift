/// A column of labeled fields. Tab, ↑ and ↓ move between the fields.
public final class FormView: View {
  private var rows: [(label: Label, field: View, height: Int)] = []

  /// Creates an empty form.
  public override init() { super.init() }

  /// Appends a row. Hiding the field later also hides its row.
  ///
  /// - Parameters:
  ///   - label: The label on the left.
  ///   - field: The view on the right.
  ///   - height: The height of the row in lines.
  /// - Returns: The field.
  @discardableResult
  public func add<Field: View>(_ label: String, _ field: Field, height: Int = 1) -> Field {
    let label = Label(label, role: .secondary)
    rows.append((label, field, height))
    addSubview(label)
    addSubview(field)
    return field
  }

  public override func layoutSubviews() {
    let width = labelWidth
    var y = 0
    for row in rows {
      row.label.isHidden = row.field.isHidden
      guard !row.field.isHidden else { continue }
      row.label.frame = Rect(x: 0, y: y, width: width, height: 1)
      row.field.frame = Rect(x: width + 2, y: y, width: bounds.width - width - 2, height: row.height)
      y += row.height
    }
  }

  public override func sizeThatFits(_ proposal: Size) -> Size {
    let height = rows.filter { !$0.field.isHidden }.reduce(0) { $0 + $1.height }
    return Size(width: proposal.width, height: min(height, proposal.height))
  }

  /// Moves the focus with ↑ and ↓ if the focused field does not handle them.
  public override func handle(key: Key) -> Bool {
    guard key == .up || key == .down else { return false }
    window?.moveFocus(forward: key == .down)
    return true
  }

  /// The width of the widest label, but at most half of the form.
  private var labelWidth: Int {
    let widest = rows.map { displayWidth(of: $0.label.text) }.max() ?? 0
    return min(widest, bounds.width / 2)
  }
}
