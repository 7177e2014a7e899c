/// A row of a form: a label, a field, and a note below the field, which is an error or the help text. A row without a
/// field is a heading.
@MainActor
final class FormRow {
  let label: Label
  let field: View?
  let note = Label(wraps: true)
  private let height: Int
  private let help: String
  private let validate: @MainActor () -> String?
  /// The reason why the value is invalid, as shown to the user.
  private(set) var error: String?
  /// Whether the error was set by the program, for example because a server reported it.
  private(set) var isReported = false

  init(
    _ label: Label, _ field: View?, height: Int = 1, help: String = "",
    validate: @escaping @MainActor () -> String? = { nil }
  ) {
    self.label = label
    self.field = field
    self.height = Sizing.cells(height)
    self.help = help
    self.validate = validate
  }

  /// Whether the row takes up space.
  var isShown: Bool { field?.isHidden != true }

  /// The reason why the value is currently invalid, or `nil` if it is valid.
  var problem: String? { isShown ? validate() : nil }

  /// Shows an error in place of the help text, or the help text if the error is `nil`.
  func show(_ error: String?, isReported: Bool, ascii: Bool) {
    self.error = error
    self.isReported = isReported
    let failure = (ascii ? Theme.Glyphs.ascii : .unicode).failure
    let text = error.map { "\(failure) \($0)" } ?? help
    note.role = error == nil ? .secondary : .error
    note.text = text
  }

  /// Returns the heights of the field and the note below it.
  func heights(fieldWidth: Int) -> (field: Int, note: Int) {
    guard field != nil else { return (height, 0) }
    let note = note.text.isEmpty ? 0 : note.sizeThatFits(Size(width: fieldWidth, height: Sizing.limit)).height
    return (height, note)
  }
}
