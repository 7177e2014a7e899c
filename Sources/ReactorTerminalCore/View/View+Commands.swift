extension View {
  /// Adds a command with its keys, which work while this view or a view inside it has the keyboard focus.
  ///
  /// This call supplies the keys, the hint, and the entries in the help sheet and the command palette.
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

  /// Adds a list command with its default keys.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - title: The title; `nil` for the default.
  @discardableResult
  public final func addCommand(_ command: ListCommands, title: String? = nil) -> ViewCommand {
    var binding = command.binding
    if let title { binding.title = title }
    return addCommand(binding)
  }

  /// Adds the command of a binding. If this view has a command with the same name, changes the binding of that command
  /// instead.
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

  /// Returns this view's command with the name `id` in its current state, if the view has one.
  public final func command(_ id: CommandID) -> ViewCommand? {
    let command = commands.first { $0.binding.id == id }
    command?.update?()
    return command
  }

  /// Returns a list command, if this view has it.
  public final func command(_ command: ListCommands) -> ViewCommand? { self.command(command.id) }

  /// Returns the first key of a command of this view, or `nil` if the command does not exist or has no key.
  ///
  /// - Parameter window: The window with the user's keymap, for a view that may not have joined it yet; `nil` for that
  ///   of the view.
  package final func key(of id: CommandID, in window: Window? = nil) -> Key? {
    command(id).flatMap { (window ?? self.window)?.keymap.applied(to: $0.binding).keys.first }
  }

  /// Replaces the default keys of a list command, for a program in which other keys are customary.
  ///
  /// ```swift
  /// table.setKeys("G", of: .bottom)
  /// ```
  public final func setKeys(_ keys: Key..., of command: ListCommands) {
    self.command(command)?.binding.keys = keys
  }

  /// Updates the titles and availability of the commands.
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

  /// Returns the enabled command that a key runs while this view has the keyboard focus, according to the user's
  /// keymap. A command to which the user has assigned the key takes precedence over one that has it by default.
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
    // Only these commands are evaluated, because the key cannot run any others.
    return (commandsByKey ?? makeCommandsByKey())[key]?.first { command in
      command.update?()
      return command.isEnabled
    }
  }

  /// Returns the commands of each key, starting with those to which the user has assigned it.
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
