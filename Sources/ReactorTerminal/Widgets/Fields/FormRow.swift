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
  /// The reason why the value is invalid, as the user sees it.
  private(set) var error: String?
  /// Whether the error was set from outside, for example because a server has reported it.
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

  /// Whether the row takes room.
  var isShown: Bool { field?.isHidden != true }

  /// The reason why the value is invalid now.
  var problem: String? { isShown ? validate() : nil }

  /// Shows an error in place of the help text, or the help text for `nil`.
  func show(_ error: String?, isReported: Bool, ascii: Bool) {
    self.error = error
    self.isReported = isReported
    let failure = (ascii ? Theme.Glyphs.ascii : .unicode).failure
    let text = error.map { "\(failure) \($0)" } ?? help
    note.role = error == nil ? .secondary : .error
    note.text = text
  }

  /// Returns the heights of the field and of the note below it.
  func heights(fieldWidth: Int) -> (field: Int, note: Int) {
    guard field != nil else { return (height, 0) }
    let note = note.text.isEmpty ? 0 : note.sizeThatFits(Size(width: fieldWidth, height: Sizing.limit)).height
    return (height, note)
  }
}
