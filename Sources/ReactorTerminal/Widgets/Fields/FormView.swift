import ReactorCore

/// A column of labeled fields with help text and errors. Tab, ↑ and ↓ move between the fields.
///
/// Place it in a ``ScrollView`` if it may be taller than the screen. The focused field, its help text and its error
/// stay visible.
///
/// ```swift
/// let form = FormView(submit: "Save")
/// form.add("Title", title) { title.text.isEmpty ? "Enter a title." : nil }
/// form.add("Notes", notes, height: 4, help: "Shown in the list.")
/// content = ScrollView(form)
/// send(form.submitted) { .save }
/// ```
///
/// A field is checked when the keyboard focus leaves it, and all fields are checked when the form is submitted. A field
/// that shows an error is checked again after each edit of any field, so that the error disappears as soon as it is
/// corrected.
public final class FormView: View {
  /// The commands of a form. Enter is the second key, because it starts a new line in a text area.
  nonisolated public static let commands = Commands<FormView>("Form") {
    Command(submit, .control("s"), .enter, title: "Submit", help: "Checks the fields and submits the form.") {
      $0.view.submit()
    }
  }
  nonisolated private static let submit: CommandID = "form.submit"

  /// A relay that emits when the user submits the form and all fields are valid.
  public let submitted = Relay<Void>()
  /// A relay that emits after the user has edited a ``FormField``.
  public let changed = Relay<Void>()
  private var rows: [FormRow] = []
  private let disposeBag = DisposeBag()

  /// Creates an empty form without a command to submit it.
  public override init() { super.init() }

  /// Creates an empty form that is submitted with Ctrl-S, or with Enter if the field does not handle it.
  ///
  /// - Parameter title: The name of the action, such as "Save".
  public convenience init(submit title: String) {
    self.init()
    Self.commands.install(in: self)
    command(Self.submit)?.title = title
  }

  // MARK: Rows

  /// Appends a row. Hiding the field later also hides its row.
  ///
  /// - Parameters:
  ///   - label: The label on the left.
  ///   - field: The view on the right.
  ///   - height: The height of the field in lines.
  ///   - help: The text below the field while it has no error; empty for none.
  ///   - validate: A closure that returns a sentence describing what is wrong with the value, or `nil` if it is valid.
  ///     The form retains it, so it should capture fields rather than their screen.
  /// - Returns: The field.
  @discardableResult
  public func add<Field: View>(
    _ label: String, _ field: Field, height: Int = 1, help: String = "",
    validate: @escaping @MainActor () -> String? = { nil }
  ) -> Field {
    let row = FormRow(Label(label, role: .secondary), field, height: height, help: help, validate: validate)
    add(row)
    (field as? any FormField)?.edits.subscribe { [weak self, weak row] in self?.edited(row) }.disposed(by: disposeBag)
    return field
  }

  /// Appends a heading for the rows that follow, with an empty line above it.
  public func addHeading(_ title: String) {
    let label = Label(rows.isEmpty ? title : "\n\(title)", role: .header)
    add(FormRow(label, nil, height: rows.isEmpty ? 1 : 2))
  }

  private func add(_ row: FormRow) {
    rows.append(row)
    for view in [row.label, row.field, row.note] { if let view { addSubview(view) } }
    show(nil, in: row)
    preferredSizeChanged()
  }

  private func row(of view: View) -> FormRow? {
    rows.first { row in row.field.map { view.isDescendant(of: $0) } ?? false }
  }

  // MARK: Validation

  /// Whether all visible fields are valid. Reading it shows no errors.
  public var isValid: Bool { rows.allSatisfy { $0.problem == nil } }

  /// Checks all visible fields, shows the errors, and moves the keyboard focus to the first invalid field.
  ///
  /// - Returns: Whether all visible fields are valid.
  @discardableResult
  public func validate() -> Bool {
    for row in rows { show(row.problem, in: row) }
    guard let field = rows.first(where: { $0.error != nil })?.field else { return true }
    if !field.containsFocus { field.focus() }
    field.reveal()
    return false
  }

  /// Submits the form if all visible fields are valid. Otherwise shows the errors, as ``validate()`` does.
  public func submit() {
    if validate() { submitted.send(()) }
  }

  /// Shows an error below a field, for example one reported by a server, until the user edits the field, leaves it, or
  /// submits the form.
  ///
  /// - Parameters:
  ///   - message: The error as a sentence; `nil` for no error.
  ///   - field: The field, which must have been added to the form.
  public func setError(_ message: String?, for field: View) {
    if let row = row(of: field) { show(message, in: row, isReported: true) }
  }

  private func show(_ error: String?, in row: FormRow, isReported: Bool = false) {
    row.show(error, isReported: isReported, ascii: window?.capabilities.isASCII ?? false)
    setNeedsLayout()
  }

  /// Checks every field with an error again, because a field's validity may depend on other fields.
  private func edited(_ edited: FormRow?) {
    for row in rows where row.error != nil && (row === edited || !row.isReported) { show(row.problem, in: row) }
    changed.send(())
  }

  /// Checks the field that has lost the keyboard focus, unless a dialog has the focus temporarily.
  public override func focusMoved(from old: View?, to new: View?) {
    guard let old, let row = row(of: old), row.field?.containsFocus == false, window?.keepsFocus(old) != true
    else { return }
    show(row.problem, in: row)
  }

  public override func charactersChanged() {
    for row in rows where row.error != nil { show(row.error, in: row, isReported: row.isReported) }
  }

  // MARK: Layout

  public override func layoutSubviews() {
    let labelWidth = labelWidth(in: bounds.width)
    let x = labelWidth + 2
    let width = max(0, bounds.width - x)
    var y = 0
    for row in rows {
      let isShown = row.isShown
      let heights = row.heights(fieldWidth: width)
      row.label.isHidden = !isShown
      row.note.isHidden = !isShown || heights.note == 0
      guard isShown else { continue }
      let isHeading = row.field == nil
      row.label.frame = Rect(
        x: 0, y: y, width: isHeading ? bounds.width : labelWidth, height: isHeading ? heights.field : 1)
      row.field?.frame = Rect(x: x, y: y, width: width, height: heights.field)
      row.note.frame = Rect(x: x, y: y + heights.field, width: width, height: heights.note)
      y += heights.field + heights.note
    }
  }

  public override func sizeThatFits(_ proposal: Size) -> Size {
    let width = max(0, proposal.width - labelWidth(in: proposal.width) - 2)
    let height = rows.filter(\.isShown).reduce(0) { sum, row in
      let heights = row.heights(fieldWidth: width)
      return sum + heights.field + heights.note
    }
    return Size(width: proposal.width, height: min(height, proposal.height))
  }

  /// The width of the widest label, but at most half of the form.
  private func labelWidth(in width: Int) -> Int {
    let widest = rows.filter { $0.field != nil }.map { displayWidth(of: $0.label.text) }.max() ?? 0
    return min(widest, width / 2)
  }

  /// Shows a field together with its heading and its note.
  public override func makeVisible(_ area: Rect) -> Rect {
    guard let index = rows.firstIndex(where: { $0.isShown && $0.field?.frame == area }) else { return area }
    let heading = index > 0 && rows[index - 1].field == nil ? rows[index - 1].label.frame : area
    let note = rows[index].note
    return area.union(heading).union(note.isHidden ? area : note.frame)
  }

  /// Moves the focus with ↑ and ↓ if the focused field does not handle them.
  public override func handle(key: Key) -> Bool {
    guard key == .up || key == .down else { return false }
    window?.moveFocus(forward: key == .down)
    return true
  }
}
