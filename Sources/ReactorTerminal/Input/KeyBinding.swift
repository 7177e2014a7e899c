/// A command with the keys that trigger it: the value behind dispatch, the hint line, the help sheet and the command
/// palette.
public struct KeyBinding: Sendable, Hashable, Identifiable {
  /// The name of the command. Bindings with equal names belong to the same command.
  public var id: CommandID
  /// The keys, each of which triggers the command. Hints show the first. A command without keys can be run from the
  /// command palette only.
  public var keys: [Key]
  /// The action in a word or two, in the imperative.
  public var title: String
  /// The heading in the help sheet.
  public var section: String?
  /// Whether the command can be triggered now. Hints leave out disabled commands.
  public var isEnabled: Bool
  /// Whether the hint line leaves the command out. The help sheet and the command palette still list it.
  public var isHidden: Bool

  /// Creates a binding of `keys` to the command `id`.
  public init(
    id: CommandID, keys: [Key], title: String, section: String? = nil, isEnabled: Bool = true, isHidden: Bool = false
  ) {
    self.id = id
    self.keys = keys
    self.title = title
    self.section = section
    self.isEnabled = isEnabled
    self.isHidden = isHidden
  }
}
