extension View {
  /// Adds a command with its keys, which work while this view or a view inside it has the keyboard focus.
  ///
  /// The keys, the hint, the entry in the help sheet and the one in the command palette all come from this call.
  ///
  /// ```swift
  /// keys("r", "R", .f5, id: .refresh, title: "Refresh").map { .refresh }.bind(to: reactor.action)
  /// ```
  @discardableResult
  public final func keys(
    _ keys: Key..., id: CommandID, title: String, help: String = "", section: String? = nil, isHidden: Bool = false
  ) -> ViewCommand {
    addCommand(KeyBinding(id: id, keys: keys, title: title, help: help, section: section, isHidden: isHidden))
  }

  /// Adds a command of a list with its default keys.
  ///
  /// - Parameters:
  ///   - command: the command.
  ///   - title: the title; `nil` for the usual one.
  @discardableResult
  public final func addCommand(_ command: ListCommands, title: String? = nil) -> ViewCommand {
    var binding = command.binding
    if let title { binding.title = title }
    return addCommand(binding)
  }

  /// Adds the command of a binding. If this view has a command of the same name, changes the binding of that one.
  @discardableResult
  public final func addCommand(_ binding: KeyBinding) -> ViewCommand {
    if let known = commands.first(where: { $0.binding.id == binding.id }) {
      known.binding = binding
      return known
    }
    let command = ViewCommand(binding, owner: self)
    commands.append(command)
    commandKeysChanged()
    commandsChanged()
    return command
  }

  /// Returns the command of this view with the name `id` as it is now, if the view has one.
  public final func command(_ id: CommandID) -> ViewCommand? {
    let command = commands.first { $0.binding.id == id }
    command?.update?()
    return command
  }

  /// Returns a command of a list, if this view has it.
  public final func command(_ command: ListCommands) -> ViewCommand? { self.command(command.id) }

  /// Replaces the default keys of a command of a list, for a program in which others mean something else.
  ///
  /// ```swift
  /// table.setKeys("G", of: .bottom)
  /// ```
  public final func setKeys(_ keys: Key..., of command: ListCommands) {
    self.command(command)?.binding.keys = keys
  }

  /// Determines titles and availability of the commands again.
  final func evaluateCommands() {
    guard hasChangingCommands else { return }
    for command in commands { command.update?() }
  }

  final func commandsChanged() {
    window?.chromeChanged()
  }

  final func commandKeysChanged() {
    commandsByKey = nil
  }

  /// Returns the enabled command that a key runs while this view has the keyboard focus, according to the user's keymap:
  /// rather one that the user has assigned the key to than one that has it by default.
  ///
  /// ```swift
  /// // The keys that move the selection of the list work in the field above it, too.
  /// override func handle(key: Key) -> Bool {
  ///   guard let command = list.command(for: key), moves.contains(command.binding.id) else { return false }
  ///   command.trigger()
  ///   return true
  /// }
  /// ```
  public final func command(for key: Key) -> ViewCommand? {
    if commands.isEmpty { return nil }
    // Only these commands are evaluated, because the others cannot get the key.
    return (commandsByKey ?? makeCommandsByKey())[key]?.first { command in
      command.update?()
      return command.isEnabled
    }
  }

  /// Returns the commands of each key, those first that the user has assigned it to.
  private func makeCommandsByKey() -> [Key: [ViewCommand]] {
    let keymap = window?.keymap ?? Keymap()
    func isAssigned(_ command: ViewCommand) -> Bool { keymap.overrides[command.binding.id] != nil }
    var map: [Key: [ViewCommand]] = [:]
    for command in commands.filter(isAssigned) + commands.filter({ !isAssigned($0) }) {
      for key in keymap.applied(to: command.binding).keys { map[key, default: []].append(command) }
    }
    commandsByKey = map
    return map
  }

  final func keymapChanged() {
    commandsByKey = nil
    for view in subviews { view.keymapChanged() }
  }
}
