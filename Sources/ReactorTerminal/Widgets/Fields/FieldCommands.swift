/// The commands that fields share.
public enum FieldCommands: String, CommandSet, Sendable {
  /// Presents the dialog in which the value of the field is chosen.
  case choose = "field.choose"
  /// Selects the next value.
  case next = "field.next"
  /// Selects the previous value.
  case previous = "field.previous"

  /// The heading in the help sheet.
  public static let section: String? = "Field"

  /// The command with its default keys and its title.
  public var binding: KeyBinding {
    switch self {
    case .choose: keys(.space, title: "Choose")
    case .next: keys(.right, title: "Next", isHidden: true)
    case .previous: keys(.left, title: "Previous", isHidden: true)
    }
  }
}
