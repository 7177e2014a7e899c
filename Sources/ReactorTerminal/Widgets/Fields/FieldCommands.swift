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
