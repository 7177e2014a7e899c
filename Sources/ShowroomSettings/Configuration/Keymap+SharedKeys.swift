import ReactorTerminal

extension Keymap {
  /// The keys assigned to more than one command of the same screen, where only one of the commands can use them.
  ///
  /// A command belongs to the screen that its name begins with. The commands of lists, navigation and the app belong to
  /// every screen.
  var sharedKeys: [Conflict] {
    let chosen = overrides.sorted { $0.key < $1.key }.map { KeyBinding(id: $0.key, keys: $0.value, title: "") }
    return Self.conflicts(in: chosen).filter { conflict in
      conflict.ids.indices.contains { index in
        conflict.ids[..<index].contains { Self.meet($0, conflict.ids[index]) }
      }
    }
  }

  private static let everywhere: Set<Substring> = ["app", "list", "navigation"]

  private static func meet(_ first: CommandID, _ second: CommandID) -> Bool {
    let screens = [first, second].map { $0.rawValue.prefix { $0 != "." } }
    return screens[0] == screens[1] || screens.contains(where: everywhere.contains)
  }
}
