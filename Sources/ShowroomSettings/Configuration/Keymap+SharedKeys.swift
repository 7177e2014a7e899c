import ReactorTerminalCore

extension Keymap {
  /// The keys assigned to several commands of the same screen, of which only one can use them.
  ///
  /// A command belongs to the screen whose name its own name begins with. The commands of lists, of navigation and of
  /// the app belong to every screen.
  var sharedKeys: [Conflict] {
    let chosen = overrides.sorted { $0.key < $1.key }.map { KeyBinding(id: $0.key, keys: $0.value, title: "") }
    return Self.conflicts(in: chosen).filter { conflict in
      conflict.ids.indices.contains { index in
        conflict.ids[..<index].contains { Self.meet($0, conflict.ids[index]) }
      }
    }
  }

  /// The default keys of other commands of the same screen that the user has assigned to a command.
  ///
  /// - Parameter defaults: The commands with their default keys.
  func takenDefaults(of defaults: [KeyBinding]) -> [TakenKeys] {
    overrides.sorted { $0.key < $1.key }.flatMap { id, keys in
      defaults.compactMap { binding in
        guard binding.id != id, overrides[binding.id] == nil, Self.meet(id, binding.id) else { return nil }
        let taken = binding.keys.filter(keys.contains)
        return taken.isEmpty
          ? nil : TakenKeys(keys: taken, command: id, former: binding.id, isLast: taken.count == binding.keys.count)
      }
    }
  }

  /// Default keys of a command that the user has assigned to another command.
  struct TakenKeys: Sendable, Hashable, CustomStringConvertible {
    var keys: [Key]
    /// The command to which they are now assigned.
    var command: CommandID
    /// The command that has them by default.
    var former: CommandID
    /// Whether the command that had them by default has no other keys.
    var isLast: Bool

    var description: String {
      let names = keys.map(\.configurationName).joined(separator: " and ")
      let fact = "The key\(keys.count == 1 ? "" : "s") \(names) now run\(keys.count == 1 ? "s" : "") \(command)"
      return isLast
        ? "\(fact), so \(former) has no key. Assign one to it; until then it is in the command palette."
        : "\(fact), and no longer \(former), which keeps its other keys."
    }
  }

  private static let everywhere: Set<Substring> = ["app", "list", "navigation"]

  private static func meet(_ first: CommandID, _ second: CommandID) -> Bool {
    let screens = [first, second].map { $0.rawValue.prefix { $0 != "." } }
    return screens[0] == screens[1] || screens.contains(where: everywhere.contains)
  }
}

/// The former names of commands, which configuration files and tapes may still contain.
package enum FormerCommandNames {
  /// The current names by former name.
  package static let replacements: [String: String] = [
    "authorisation.submit": "authorization.submit",
    "car.follow": "car.favorite",
    "cars.favouritesOnly": "cars.favoritesOnly",
    "cars.follow": "cars.favorite",
    "cars.unwind": "cars.clear",
    "files.unwind": "files.clear",
    "prompt.take": "prompt.confirm",
    "source.take": "source.import",
    "uploads.earlier": "uploads.moveUp",
    "uploads.later": "uploads.moveDown",
  ]

  /// Former commands, whose keys are ignored.
  package static let removed: Set = ["query.nextCandidate", "query.previousCandidate"]

  /// Returns the current name of a command.
  package static func current(_ name: String) -> String { replacements[name] ?? name }
}
