/// Keys that a user chose, by the name of the command.
public struct Keymap: Sendable, Hashable {
  /// The chosen keys by `KeyBinding.id`. An empty list takes a command off the keyboard.
  public private(set) var overrides: [String: [Key]]

  /// A map of these choices.
  public init(_ overrides: [String: [Key]] = [:]) { self.overrides = overrides }

  /// A map of the keys named in a configuration.
  /// - Throws: `KeyNameError` for the first name, in the order of the commands' names, that means nothing.
  public init(parsing configuration: [String: [String]]) throws(KeyNameError) {
    var overrides: [String: [Key]] = [:]
    for (id, names) in configuration.sorted(by: { $0.key < $1.key }) {
      var keys: [Key] = []
      for name in names { keys.append(try Key(parsing: name)) }
      overrides[id] = keys
    }
    self.init(overrides)
  }

  /// The binding with the user's keys in place of its own.
  public func applied(to binding: KeyBinding) -> KeyBinding {
    guard let keys = overrides[binding.id] else { return binding }
    var changed = binding
    changed.keys = keys
    return changed
  }

  /// The bindings with the user's keys in place of their own.
  public func applied(to bindings: [KeyBinding]) -> [KeyBinding] {
    overrides.isEmpty ? bindings : bindings.map { applied(to: $0) }
  }

  /// The chosen names that no command has, in alphabetical order.
  public func unknownIDs(among bindings: [KeyBinding]) -> [String] {
    let known = Set(bindings.map(\.id))
    return overrides.keys.filter { !known.contains($0) }.sorted()
  }

  /// Two commands of one screen on one key.
  public struct Conflict: Sendable, Hashable, CustomStringConvertible {
    /// The key.
    public let key: Key
    /// The commands' names; the first is the one that the key triggers.
    public let ids: [String]

    /// A sentence for the user.
    public var description: String {
      "The key \(key.configurationName) is bound to \(ids.joined(separator: " and ")): give one of them another key."
    }
  }

  /// The keys that trigger more than one of `bindings`, which are those of one screen, in their order.
  public static func conflicts(in bindings: [KeyBinding]) -> [Conflict] {
    var order: [Key] = []
    var ids: [Key: [String]] = [:]
    for binding in bindings {
      for key in binding.keys where ids[key]?.contains(binding.id) != true {
        if ids[key] == nil { order.append(key) }
        ids[key, default: []].append(binding.id)
      }
    }
    return order.compactMap { key in ids[key].flatMap { $0.count > 1 ? Conflict(key: key, ids: $0) : nil } }
  }
}
