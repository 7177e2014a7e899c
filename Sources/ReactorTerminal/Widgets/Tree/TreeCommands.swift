/// The commands of a tree besides those of lists.
public enum TreeCommands {
  /// Expands the selected item or, if it is expanded, selects its first child.
  public static let expand = KeyBinding(
    id: "tree.expand", keys: [.right, "l"], title: "Expand",
    help: "Shows what is inside, or selects the first item inside.", section: "Tree", isHidden: true)
  /// Collapses the selected item or, if it is collapsed, selects its parent.
  public static let collapse = KeyBinding(
    id: "tree.collapse", keys: [.left, "h"], title: "Collapse",
    help: "Hides what is inside, or selects the item around it.", section: "Tree", isHidden: true)

  /// All of them.
  public static let bindings = [expand, collapse]
}
