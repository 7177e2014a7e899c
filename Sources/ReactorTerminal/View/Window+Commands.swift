extension Window {
  /// What can be asked for now, from the view that has the keyboard outwards; a command hides one further out of the
  /// same name.
  public var activeCommands: [Command] {
    var known: Set<String> = []
    return keyChain.flatMap { view in
      view.commands.filter { isReachable($0, of: view) && known.insert($0.binding.id).inserted }
    }
  }

  /// The bindings of `activeCommands` that are enabled, with the user's own keys: only those that reach the command,
  /// as another one further in may have taken some, and a text field takes all that can be typed and all that edits.
  public var activeBindings: [KeyBinding] {
    let isTyping = focusedView?.takesTyping == true
    var taken: Set<Key> = []
    return activeCommands.filter(\.isEnabled).map { command in
      var binding = keymap.applied(to: command.binding)
      binding.keys.removeAll { key in
        isTyping && (key.typedCharacter != nil || Self.editingKeys.contains(key)) || !taken.insert(key).inserted
      }
      return binding
    }
  }

  /// The keys that edit the text of whatever field has the keyboard.
  private static let editingKeys: Set<Key> = [.left, .right, .home, .end, .backspace, .delete]

  /// The views that are asked about a key, in order: what lies over the screen, then from the view that has the keyboard
  /// outwards.
  var keyChain: [View] {
    var chain: [View] = []
    _ = visitKeyChain {
      chain.append($0)
      return false
    }
    return chain
  }

  /// Asks the views of `keyChain` one after the other until one says that it answered.
  func visitKeyChain(_ answers: (View) -> Bool) -> Bool {
    let active = activeRoot
    // Keys belong to what is typed in, as Esc does that ends a search, before what lies over it.
    if modals.isEmpty, focusedView?.takesTyping != true {
      for overlay in root.keyOverlays where answers(overlay) { return true }
    }
    // A dialog's keys never reach what lies under it, whoever was given the keyboard meanwhile.
    let isInside = focusedView.map { modals.isEmpty || $0.isDescendant(of: active) } ?? false
    var view: View? = isInside ? focusedView : active.keyTarget
    while let current = view {
      if answers(current) { return true }
      view = current === active && !modals.isEmpty ? nil : current.superview
    }
    return modals.isEmpty ? false : answers(root)
  }

  /// Under a dialog only those commands of the root work that work everywhere.
  func isReachable(_ command: Command, of view: View) -> Bool {
    modals.isEmpty || view !== root || root.worksInDialogs.contains(command.binding.id)
  }
}
