/// The keys that a user assigned to commands.
public struct Keymap: Sendable, Hashable {
  /// The assigned keys by command. An empty list leaves a command without keys.
  public private(set) var overrides: [CommandID: [Key]]
  private let commands: [Key: Set<CommandID>]

  /// Creates a keymap from assigned keys.
  public init(_ overrides: [CommandID: [Key]] = [:]) {
    self.overrides = overrides
    var commands: [Key: Set<CommandID>] = [:]
    for (id, keys) in overrides {
      for key in keys { commands[key, default: []].insert(id) }
    }
    self.commands = commands
  }

  /// Returns the commands to which the user assigned a key. They take precedence over commands that have it by default.
  func commands(assignedTo key: Key) -> Set<CommandID> { commands[key] ?? [] }

  /// Creates a keymap from command and key names in a configuration.
  ///
  /// - Throws: `KeyNameError` for the first invalid key name, in the order of the commands' names.
  public init(parsing configuration: [String: [String]]) throws(KeyNameError) {
    var overrides: [CommandID: [Key]] = [:]
    for (id, names) in configuration.sorted(by: { $0.key < $1.key }) {
      var keys: [Key] = []
      for name in names { keys.append(try Key(parsing: name)) }
      overrides[CommandID(id)] = keys
    }
    self.init(overrides)
  }

  /// Returns `binding` with the user's keys in place of the default ones.
  public func applied(to binding: KeyBinding) -> KeyBinding {
    guard let keys = overrides[binding.id] else { return binding }
    var changed = binding
    changed.keys = keys
    return changed
  }

  /// A key that is assigned to more than one command of the same screen.
  public struct Conflict: Sendable, Hashable, CustomStringConvertible {
    /// The key.
    public let key: Key
    /// The commands. The key triggers the first one.
    public let ids: [CommandID]

    /// A message that names the key and the commands.
    public var description: String {
      "The key \(key.configurationName) is bound to \(ids.map(\.rawValue).joined(separator: " and ")). "
        + "Assign a different key to one of them."
    }
  }

  /// Returns the keys that trigger more than one of `bindings`, in order. The bindings belong to one screen.
  public static func conflicts(in bindings: [KeyBinding]) -> [Conflict] {
    var order: [Key] = []
    var ids: [Key: [CommandID]] = [:]
    for binding in bindings {
      for key in binding.keys where ids[key]?.contains(binding.id) != true {
        if ids[key] == nil { order.append(key) }
        ids[key, default: []].append(binding.id)
      }
    }
    return order.compactMap { key in ids[key].flatMap { $0.count > 1 ? Conflict(key: key, ids: $0) : nil } }
  }
}
