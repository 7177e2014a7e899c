/// The commands of a tree besides those of lists.
public enum TreeCommands: String, CommandSet, Sendable {
  /// Expands the selected item or, if it is expanded, selects its first child.
  case expand = "tree.expand"
  /// Collapses the selected item or, if it is collapsed, selects its parent.
  case collapse = "tree.collapse"

  /// The heading in the help sheet.
  public static let section: String? = "Tree"

  /// The command with its default keys and its title.
  public var binding: KeyBinding {
    switch self {
    case .expand: keys(.right, "l", title: "Expand", isHidden: true)
    case .collapse: keys(.left, "h", title: "Collapse", isHidden: true)
    }
  }
}
