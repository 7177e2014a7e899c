extension Window {
  /// Takes a batch of events, in order. Call `render()` once afterwards.
  public func handle(_ events: [Event]) {
    for event in events { handle(event) }
  }

  func handle(_ event: Event) {
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
    layoutIfNeeded()
    if needsFocusRepair || focusedView == nil { repairFocus() }
    // What can be typed belongs to a text field, before anything that lies over it.
    if let field = focusedView, field.takesTyping, key.typedCharacter != nil, field.isDescendant(of: activeRoot),
      field.intercept(key: key)
    {
      return
    }
    let isAnswered = visitKeyChain { view in
      if view.intercept(key: key) { return true }
      if let command = view.command(for: key), isReachable(command, of: view) {
        command.trigger()
        return true
      }
      return view.handle(key: key)
    }
    if isAnswered { return }
    if key == .tab { moveFocus(forward: true) }
    if key == .backTab { moveFocus(forward: false) }
  }

  private func handle(paste: Paste) {
    layoutIfNeeded()
    if needsFocusRepair || focusedView == nil { repairFocus() }
    _ = visitKeyChain { $0.handle(paste: paste) }
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
