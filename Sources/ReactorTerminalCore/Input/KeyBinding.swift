/// A command with the keys that trigger it. The same value is used for dispatch, the hint line, the help sheet and the
/// command palette.
public struct KeyBinding: Sendable, Hashable, Identifiable {
  /// The name of the command. Bindings with equal names belong to the same command.
  public var id: CommandID
  /// The keys, each of which triggers the command. Hints show the first. A command without keys can be run only from
  /// the command palette.
  public var keys: [Key]
  /// The action in a word or two, in the imperative.
  public var title: String
  /// A short sentence for the help sheet that says what the command does; empty if the title needs no explanation.
  public var help: String
  /// The help sheet's heading above the command.
  public var section: String?
  /// Whether the command can be triggered now. The hint of a disabled command is dimmed. To remove the hint where the
  /// command does not apply at all, set ``isHidden``.
  public var isEnabled: Bool
  /// Whether the hint line leaves the command out. The help sheet and the command palette still list it.
  public var isHidden: Bool
  /// Whether the hint comes before those of the views further in, and before earlier commands of the same view.
  package var isHintedFirst = false
  /// The current value of a command that changes a setting, shown in the command palette; empty for other commands.
  public var value = ""

  /// Creates a binding of `keys` to the command `id`.
  public init(
    id: CommandID, keys: [Key], title: String, help: String = "", section: String? = nil, isEnabled: Bool = true,
    isHidden: Bool = false
  ) {
    self.id = id
    self.keys = keys
    self.title = title
    self.help = help
    self.section = section
    self.isEnabled = isEnabled
    self.isHidden = isHidden
  }
}
