extension Window {
  /// The commands that can currently be run, from the view with the keyboard focus outward. A command hides commands
  /// with the same name further out.
  public var activeCommands: [ViewCommand] {
    evaluateCommands()
    var known: Set<CommandID> = []
    return responderChain.flatMap { view in
      view.commands.filter { isReachable($0, of: view) && known.insert($0.binding.id).inserted }
    }
  }

  /// Updates the titles and availability of the commands that can currently be run.
  func evaluateCommands() {
    for view in responderChain { view.evaluateCommands() }
  }

  /// Returns the reason why the command of a key is disabled, as a sentence, or `nil` if no command gives a reason.
  func reason(forDisabled key: Key) -> String? {
    evaluateCommands()
    for view in responderChain {
      for command in view.commands where !command.isEnabled && isReachable(command, of: view) {
        if let reason = command.reason, keymap.applied(to: command.binding).keys.contains(key) { return reason }
      }
    }
    return nil
  }

  /// The bindings of the enabled ``activeCommands``, with the user's keys.
  ///
  /// Keys that do not reach the command are left out: keys of a command further in and, in a text field, all keys that
  /// type or edit.
  public var activeBindings: [KeyBinding] {
    var taken: Set<Key> = []
    return bindings(of: activeCommands.filter(\.isEnabled), &taken)
  }

  /// The bindings shown as hints, most important first: the ``activeBindings``, and disabled bindings whose keys no
  /// other command uses.
  var hintBindings: [KeyBinding] {
    let commands = activeCommands
    var taken: Set<Key> = []
    var available = bindings(of: commands.filter(\.isEnabled), &taken)[...]
    let isTyping = focusedView?.takesTyping == true
    let hints = commands.compactMap { command -> KeyBinding? in
      var binding = command.isEnabled ? available.removeFirst() : keymap.applied(to: command.binding)
      guard !binding.isHidden else { return nil }
      if !command.isEnabled {
        binding.isEnabled = false
        binding.keys.removeAll { taken.contains($0) || isTyping && $0.typedCharacter != nil }
        taken.formUnion(binding.keys)
      }
      return binding.keys.isEmpty ? nil : binding
    }
    return hints.filter(\.isHintedFirst) + hints.filter { !$0.isHintedFirst }
  }

  /// Returns the command to which the user assigned a key, if it can currently be run. It takes precedence over
  /// commands further in that have the key by default.
  func command(assignedTo key: Key) -> ViewCommand? {
    let ids = keymap.commands(assignedTo: key)
    guard !ids.isEmpty else { return nil }
    return activeCommands.first { $0.isEnabled && ids.contains($0.binding.id) }
  }

  /// Returns the bindings of enabled commands with the keys that reach them, and adds these keys to the ones taken.
  private func bindings(of commands: [ViewCommand], _ taken: inout Set<Key>) -> [KeyBinding] {
    let isTyping = focusedView?.takesTyping == true
    let known = Set(commands.map(\.binding.id))
    return commands.map { command in
      var binding = keymap.applied(to: command.binding)
      let isAssigned = keymap.overrides[binding.id] != nil
      binding.keys.removeAll { key in
        !isAssigned && !keymap.commands(assignedTo: key).isDisjoint(with: known)
          || isTyping && (key.typedCharacter != nil || Self.editingKeys.contains(key)) || !taken.insert(key).inserted
      }
      return binding
    }
  }

  /// The key that currently quits the program regardless of the keyboard focus; `nil` if a view uses it for another
  /// command.
  var interruptKey: Key? {
    root.command(Self.interrupt).map { keymap.applied(to: $0.binding).keys }?.first { key in
      var target: CommandID?
      _ = visitResponderChain { view in
        if let command = view.command(for: key), isReachable(command, of: view) { target = command.binding.id }
        return target != nil
      }
      return target == Self.interrupt
    }
  }

  /// The keys that edit text in the focused field.
  private static let editingKeys: Set<Key> = [.left, .right, .home, .end, .backspace, .delete]

  /// The views that may handle a key, in order: the overlays, then the view with the keyboard focus and its superviews.
  var responderChain: [View] {
    var chain: [View] = []
    _ = visitResponderChain {
      chain.append($0)
      return false
    }
    return chain
  }

  /// Calls `handles` with the views of ``responderChain`` until it returns `true`. Returns whether a view handled the
  /// event.
  func visitResponderChain(_ handles: (View) -> Bool) -> Bool {
    let active = activeRoot
    // A text field comes before the overlays, so that Esc ends a search before it dismisses a message.
    if modals.isEmpty, focusedView?.takesTyping != true {
      for overlay in root.keyOverlays where handles(overlay) { return true }
    }
    // Keys in a dialog never reach the views under it, even if one of them has the keyboard focus.
    let isInside = focusedView.map { modals.isEmpty || $0.isDescendant(of: active) } ?? false
    var view: View? = isInside ? focusedView : active.keyTarget
    while let current = view {
      if handles(current) { return true }
      view = current === active && !modals.isEmpty ? nil : current.superview
    }
    return modals.isEmpty ? false : handles(root)
  }

  /// Returns whether a command currently works. Under a dialog, only those commands of the root work that work
  /// everywhere.
  func isReachable(_ command: ViewCommand, of view: View) -> Bool {
    modals.isEmpty || view !== root || root.commandsUnderDialogs.contains(command.binding.id)
  }
}
