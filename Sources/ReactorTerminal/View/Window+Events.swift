extension Window {
  /// Takes a batch of events, in order. Call `render()` once afterwards.
  public func handle(_ events: [Event]) {
    var rest = events[...]
    while let event = rest.first {
      if event.isTyped, !isTooSmall, typingView() != nil {
        let end = rest.firstIndex { !$0.isTyped } ?? rest.endIndex
        handle(typed: rest[..<end])
        rest = rest[end...]
      } else {
        handle(event)
        rest = rest.dropFirst()
      }
    }
    announceChanges()
  }

  /// Hands keys that can be typed to the view that takes them, all at once where it can.
  private func handle(typed events: ArraySlice<Event>) {
    var text = ""
    for case .key(let key) in events {
      if let character = key.typedCharacter { text.append(character) }
    }
    if typingView()?.intercept(typed: text) != true {
      for event in events { handle(event) }
    }
  }

  /// The view that what can be typed belongs to, before anything that lies over it.
  private func typingView() -> View? {
    layoutIfNeeded()
    if needsFocusRepair || focusedView == nil { repairFocus() }
    guard let view = focusedView, view.takesTyping, view.isDescendant(of: activeRoot) else { return nil }
    return view
  }

  private func handle(_ event: Event) {
    switch event {
    case .key, .paste: break
    default: announceChanges()
    }
    switch event {
    case .key(let key): handle(key: key)
    case .mouse(let mouse): if !isTooSmall { handle(mouse: mouse) }
    case .paste(let paste): if !isTooSmall { handle(paste: paste) }
    case .resize(let size): resize(to: size)
    case .resumed: redraw()
    case .focusGained, .focusLost, .terminate: break
    }
  }

  private func handle(key: Key) {
    if isTooSmall {
      if let quit = root.command(for: key), root.worksWhenTooSmall.contains(quit.binding.id) { quit.trigger() }
      return
    }
    let field = typingView()
    if key.typedCharacter != nil, let field, field.intercept(key: key) { return }
    let isAnswered = visitKeyChain { view in
      // Whoever hears of a key knows the text that was typed before it.
      if view !== field { announceChanges() }
      if view.intercept(key: key) { return true }
      if let command = view.command(for: key), isReachable(command, of: view) {
        announceChanges()
        command.trigger()
        return true
      }
      return view.handle(key: key)
    }
    if isAnswered { return }
    announceChanges()
    if key == .tab { moveFocus(forward: true) }
    if key == .backTab { moveFocus(forward: false) }
  }

  private func handle(paste: Paste) {
    let field = typingView()
    _ = visitKeyChain { view in
      if view !== field { announceChanges() }
      return view.handle(paste: paste)
    }
  }

  private func handle(mouse: MouseEvent) {
    layoutIfNeeded()
    let position = mouse.position
    if mouse.kind == .drag || mouse.kind == .release {
      if let target = mouseTarget { _ = deliver(mouse, to: target) }
      if mouse.kind == .release { mouseTarget = nil }
      return
    }
    var candidate = hitTest(position, in: modals.last ?? root)
    if mouse.kind == .press, let focusable = firstFocusable(from: candidate) { focus(focusable) }
    while let view = candidate {
      if deliver(mouse, to: view) {
        if mouse.kind == .press { mouseTarget = view }
        return
      }
      candidate = view.superview
    }
  }

  private func deliver(_ mouse: MouseEvent, to view: View) -> Bool {
    let origin = view.convertToWindow(.zero)
    var local = mouse
    local.position = mouse.position.offset(by: Point(x: -origin.x, y: -origin.y))
    return view.handle(mouse: local)
  }

  private func firstFocusable(from view: View?) -> View? {
    var candidate = view
    while let current = candidate {
      if current.canBecomeFocused { return current }
      candidate = current.superview
    }
    return nil
  }

  /// The frontmost visible view at `position` of the window, inside `view`.
  func hitTest(_ position: Point, in view: View) -> View? {
    let origin = view.superview?.convertToWindow(.zero) ?? .zero
    let local = position.offset(by: Point(x: -origin.x, y: -origin.y))
    guard !view.isHidden, view.frame.contains(local) else { return nil }
    for subview in view.subviews.reversed() {
      if let hit = hitTest(position, in: subview) { return hit }
    }
    return view
  }
}

extension Event {
  /// Whether it is a key that puts a character into a text field.
  fileprivate var isTyped: Bool {
    if case .key(let key) = self { key.typedCharacter != nil } else { false }
  }
}
