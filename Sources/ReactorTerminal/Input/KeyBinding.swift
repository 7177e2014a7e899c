/// What keys do: one value that feeds dispatch, the hint line, the help sheet and the command palette.
public struct KeyBinding: Sendable, Hashable, Identifiable {
  /// A name for configuration files, `list.refresh`. Equal names mean the same command.
  public var id: String
  /// Any of these triggers it; the first is the one that hints show. None is allowed: palette only.
  public var keys: [Key]
  /// What it does, in a word or two, in the imperative.
  public var title: String
  /// The heading it stands under in the help sheet.
  public var section: String?
  /// Whether it can be triggered now. A disabled one is not shown in hints.
  public var isEnabled: Bool
  /// Whether it is left out of the hint line (it stays in the help sheet and the palette).
  public var isHidden: Bool

  /// A binding of `keys` to the command `id`.
  public init(
    id: String, keys: [Key], title: String, section: String? = nil, isEnabled: Bool = true, isHidden: Bool = false
  ) {
    self.id = id
    self.keys = keys
    self.title = title
    self.section = section
    self.isEnabled = isEnabled
    self.isHidden = isHidden
  }

  /// Whether pressing `key` triggers it now.
  public func matches(_ key: Key) -> Bool { isEnabled && keys.contains(key) }
}
