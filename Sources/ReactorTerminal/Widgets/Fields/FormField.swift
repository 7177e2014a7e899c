import ReactorCore

/// A view whose value the user edits, such as a ``TextField`` or a ``ChoiceField``.
///
/// After a ``FormView`` has found an error in such a field, it checks the field again while the user edits it.
@MainActor
public protocol FormField: View {
  /// A stream that emits after the user has edited the value.
  var edits: Observable<Void> { get }
}

extension TextInputView: FormField {
  /// A stream that emits after the user has edited the text, once for all edits that arrived together.
  public final var edits: Observable<Void> { changed.asObservable().map { _ in } }
}

extension ChoiceField: FormField {
  /// A stream that emits after the user has selected another choice.
  public var edits: Observable<Void> { changed.asObservable().map { _ in } }
}

extension ToggleField: FormField {
  /// A stream that emits after the user has checked or unchecked the box.
  public var edits: Observable<Void> { changed.asObservable().map { _ in } }
}

extension SegmentedControl: FormField {
  /// A stream that emits after the user has selected another choice.
  public var edits: Observable<Void> { changed.asObservable().map { _ in } }
}

/// The commands shared by several kinds of fields.
public enum FieldCommands {
  /// The binding that presents a dialog for choosing the field's value.
  public static let choose = KeyBinding(
    id: "field.choose", keys: [.space], title: "Choose", help: "Lists the values to choose from.", section: "Field")
  /// The binding that selects the next value.
  public static let next = KeyBinding(
    id: "field.next", keys: [.right], title: "Next", help: "Selects the next value.", section: "Field", isHidden: true)
  /// The binding that selects the previous value.
  public static let previous = KeyBinding(
    id: "field.previous", keys: [.left], title: "Previous", help: "Selects the previous value.", section: "Field",
    isHidden: true)

  /// All bindings.
  public static let bindings = [choose, next, previous]
}
