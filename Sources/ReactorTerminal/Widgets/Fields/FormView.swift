/// Labels on the left, what they name on the right; Tab moves from one to the next, and so do ↑ and ↓.
public final class FormView: View {
  private var rows: [(label: Label, field: View, height: Int)] = []

  /// A form without rows.
  public override init() { super.init() }

  /// Adds a row below the others.
  /// - Parameter height: lines the field takes.
  @discardableResult
  public func add<Field: View>(_ label: String, _ field: Field, height: Int = 1) -> Field {
    let label = Label(label, role: .secondary)
    rows.append((label, field, height))
    addSubview(label)
    addSubview(field)
    return field
  }

  /// The widest label, two cells, the fields; a row whose field is hidden takes no room.
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

  /// All the width, and the rows that are shown.
  public override func sizeThatFits(_ proposal: Size) -> Size {
    let height = rows.filter { !$0.field.isHidden }.reduce(0) { $0 + $1.height }
    return Size(width: proposal.width, height: min(height, proposal.height))
  }

  /// ↑ and ↓ move between fields that have no use for them.
  public override func handle(key: Key) -> Bool {
    guard key == .up || key == .down else { return false }
    window?.moveFocus(forward: key == .down)
    return true
  }

  /// At most half of the form.
  private var labelWidth: Int {
    let widest = rows.map { displayWidth(of: $0.label.text) }.max() ?? 0
    return min(widest, bounds.width / 2)
  }
}
