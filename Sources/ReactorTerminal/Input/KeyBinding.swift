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
  /// What the command does, in a short sentence for the help sheet; empty for a title that needs no explanation.
  public var help: String
  /// The heading in the help sheet.
  public var section: String?
  /// Whether the command can be triggered now. The hint of a disabled command is faint. To leave it out where the
  /// command makes no sense at all, set ``isHidden``.
  public var isEnabled: Bool
  /// Whether the hint line leaves the command out. The help sheet and the command palette still list it.
  public var isHidden: Bool
  /// The current value of a command that changes a setting, which the command palette shows; empty for other commands.
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
