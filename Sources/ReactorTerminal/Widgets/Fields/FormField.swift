import ReactorCore

/// A view whose value the user edits, such as a ``TextField`` or a ``ChoiceField``.
///
/// A ``FormView`` checks such a field again while the user corrects an error in it.
@MainActor
public protocol FormField: View {
  /// A stream that emits after the user has edited the value.
  var edits: Observable<Void> { get }
}

extension TextInputView: FormField {
  /// Emits after the user has edited the text, once for all edits that arrived together.
  public final var edits: Observable<Void> { changed.asObservable().map { _ in } }
}

extension ChoiceField: FormField {
  /// Emits after the user has selected another choice.
  public var edits: Observable<Void> { changed.asObservable().map { _ in } }
}

extension ToggleField: FormField {
  /// Emits after the user has checked or unchecked the box.
  public var edits: Observable<Void> { changed.asObservable().map { _ in } }
}

extension SegmentedControl: FormField {
  /// Emits after the user has selected another choice.
  public var edits: Observable<Void> { changed.asObservable().map { _ in } }
}

/// The commands that fields share.
public enum FieldCommands {
  /// Presents the dialog in which the value of the field is chosen.
  public static let choose = KeyBinding(
    id: "field.choose", keys: [.space], title: "Choose", help: "Lists the values to choose from.", section: "Field")
  /// Selects the next value.
  public static let next = KeyBinding(
    id: "field.next", keys: [.right], title: "Next", help: "Selects the next value.", section: "Field", isHidden: true)
  /// Selects the previous value.
  public static let previous = KeyBinding(
    id: "field.previous", keys: [.left], title: "Previous", help: "Selects the previous value.", section: "Field",
    isHidden: true)

  /// All of them.
  public static let bindings = [choose, next, previous]
}
