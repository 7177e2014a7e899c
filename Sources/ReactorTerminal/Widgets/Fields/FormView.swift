/// Labels on the left, what they name on the right; Tab moves from one to the next.
public final class FormView: View {
  private var rows: [(label: Label, view: View, height: Int)] = []

  /// A form without rows.
  public override init() { super.init() }

  /// Adds a row.
  /// - Parameter height: lines the field takes.
  @discardableResult
  public func add<Field: View>(_ label: String, _ field: Field, height: Int = 1) -> Field {
    let label = Label(label, role: .secondary)
    rows.append((label, field, height))
    addSubview(label)
    addSubview(field)
    return field
  }
}
