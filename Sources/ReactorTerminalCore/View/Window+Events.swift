import ReactorCore

extension Window {
  /// Handles a batch of events, in order. Call ``render()`` once afterward.
  package func handle(_ events: [Event]) {
    handle(events) { false }
  }

  /// Handles events in order until `isOver` returns `true`. Returns the number of handled events, which is at least
  /// one.
  @discardableResult
  func handle(_ events: [Event], until isOver: () -> Bool) -> Int {
    var rest = events[...]
    while let event = rest.first, rest.count == events.count || !isOver() {
      if hold(event) {
        rest = rest.dropFirst()
      } else if event.isTyped, !isTooSmall, typingView() != nil {
        let end = rest.firstIndex { !$0.isTyped } ?? rest.endIndex
        reported(rest[..<end]) { handle(typed: rest[..<end]) }
        rest = rest[end...]
      } else {
        var command: ViewCommand?
        reported(rest.prefix(1)) { command = handle(event) }
        rest = rest.dropFirst()
        if let command { rest = rest.dropFirst(repeatMove(command, of: event, in: rest)) }
      }
    }
    announceChanges()
    return events.count - rest.count
  }

  /// Handles events, and then passes those of the user to the closure that receives handled input.
  private func reported(_ events: ArraySlice<Event>, _ handle: () -> Void) {
    guard let inputHandled = program.inputHandled else { return observed(events, handle) }
    let wasSecret = isTypingSecret
    held.isOnlyEscapeHandled = false
    observed(events, handle)
    // The event itself may have moved the focus to a field.
    let isSecret = wasSecret || isTypingSecret
    for event in events where event.isFromUser {
      inputHandled(held.isOnlyEscapeHandled ? .key(.escape) : event, isSecret)
    }
  }

  /// Handles events as one turn of the program's ``Instrumentation``.
  private func observed(_ events: ArraySlice<Event>, _ handle: () -> Void) {
    guard Instrumentation.isObserved else { return handle() }
    // Determined before the turn, because the focus may have to be moved first, as for typed keys.
    let isSecret = typingView()?.takesSecrets == true
    Instrumentation.beginTurn(source.id)
    for event in events { Instrumentation.emit(.input(event, isSecret: isSecret && event.isText), from: source) }
    StateReading.byView {
      handle()
      announceChanges()
    }
    Instrumentation.endTurn(source.id)
  }

  /// Passes typed characters to the view that accepts them, all at once if it supports that.
  private func handle(typed events: ArraySlice<Event>) {
    selection = nil
    program.inputCount += events.count
    var text = ""
    for case .key(let key) in events {
      if let character = key.typedCharacter { text.append(character) }
    }
    if typingView()?.intercept(typed: text) != true {
      for event in events { _ = handle(event) }
    }
  }

  /// Returns the view that accepts typed characters, before any overlays.
  private func typingView() -> View? {
    layoutIfNeeded()
    if needsFocusRepair || focusedView == nil { repairFocus() }
    guard let view = focusedView, view.takesTyping, view.isDescendant(of: activeRoot) else { return nil }
    return view
  }

  /// Handles an event. If it is a key that runs a command, returns the command.
  private func handle(_ event: Event) -> ViewCommand? {
    switch event {
    case .key, .paste: break
    default: announceChanges()
    }
    switch event {
    case .key, .paste: program.inputCount += 1
    case .mouse(let mouse): if mouse.kind == .press { program.inputCount += 1 }
    default: break
    }
    switch event {
    case .key(let key): return handle(key: key)
    case .mouse(let mouse): if !isTooSmall { handle(mouse: mouse) }
    case .paste(let paste): if !isTooSmall { handle(paste: paste) }
    case .resize(let size): resize(to: size)
    case .resumed:
      redraw()
      screenReturned()
    case .focusGained: isFocused = true
    case .focusLost: isFocused = false
    case .terminate: break
    }
    return nil
  }

  private func handle(key: Key) -> ViewCommand? {
    selection = nil
    if isTooSmall {
      // A key meant for a text field must not quit, because the text could be lost.
      if key.typedCharacter != nil, typingView() != nil { return nil }
      if let quit = root.command(for: key), root.commandsBelowMinimumSize.contains(quit.binding.id) { quit.trigger() }
      return nil
    }
    let field = typingView()
    if key.typedCharacter != nil, let field, field.intercept(key: key) { return nil }
    if useCount(with: key) { return nil }
    let assigned = command(assignedTo: key)
    var answer: ViewCommand?
    let isAnswered = visitResponderChain { view in
      // A view that handles a key has already received the text typed before it.
      if view !== field { announceChanges() }
      if view.intercept(key: key) { return true }
      if let command = view.command(for: key), isReachable(command, of: view),
        assigned == nil || command === assigned
      {
        announceChanges()
        answer = command
        command.trigger()
        return true
      }
      return view.handle(key: key)
    }
    if isAnswered {
      pendingCount = nil
      return answer
    }
    if let reason = reason(forDisabled: key) {
      toast(reason)
      return nil
    }
    if let ambiguous = key.ambiguousForm { return handle(key: ambiguous) }
    if key.modifiers.contains(.alt) { return handleEscape(before: key) }
    announceChanges()
    if extendCount(with: key) { return nil }
    if key == .tab { moveFocus(forward: true) }
    if key == .backTab { moveFocus(forward: false) }
    return nil
  }

  /// Handles Alt with a key as Esc followed by the key, if nothing is bound to the combination. Terminals send the same
  /// bytes for both, which arrive together if the user types ahead.
  private func handleEscape(before key: Key) -> ViewCommand? {
    _ = handle(key: .escape)
    let next = Event.key(Key(key.code, key.modifiers.subtracting(.alt)))
    guard hold(next) else { return handle(next) }
    held.isOnlyEscapeHandled = true
    return nil
  }

  private func handle(paste: Paste) {
    selection = nil
    let field = typingView()
    _ = visitResponderChain { view in
      if view !== field { announceChanges() }
      return view.handle(paste: paste)
    }
  }

  private func handle(mouse: MouseEvent) {
    layoutIfNeeded()
    let position = mouse.position
    switch mouse.kind {
    case .drag: drag(mouse)
    case .release:
      if let target = mouseTarget { _ = deliver(mouse, to: target) }
      mouseTarget = nil
      endSelection()
    case .press: press(mouse)
    case .wheelUp, .wheelDown:
      selection = nil
      _ = firstHandler(of: mouse, from: hitTest(position))
    }
  }

  private func press(_ mouse: MouseEvent) {
    let hit = hitTest(mouse.position)
    if !(hit is HintLine) { pendingCount = nil }
    if let dock = root.dock, isDockFocused, hit?.isDescendant(of: dock) != true { leaveDock() }
    if let focusable = firstFocusable(from: hit) { focus(focusable) }
    mouseTarget = firstHandler(of: mouse, from: hit)
    // A view that its own press has removed is not a target.
    if let hit, hit.window === self { beginSelection(mouse, hit: hit, target: mouseTarget) }
  }

  private func drag(_ mouse: MouseEvent) {
    if let target = mouseTarget, deliver(mouse, to: target) { return }
    extendSelection(mouse)
  }

  /// Returns the view that handles a mouse event, searched from the innermost view outward.
  private func firstHandler(of mouse: MouseEvent, from view: View?) -> View? {
    guard let view else { return nil }
    return sequence(first: view) { $0.superview }.first { deliver(mouse, to: $0) }
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

  /// Returns the frontmost visible view at a position that the mouse can reach. Under a dialog, only the docked view
  /// can be reached.
  private func hitTest(_ position: Point) -> View? {
    if let dock = root.dock, let hit = hitTest(position, in: dock) { return hit }
    return hitTest(position, in: modals.last ?? root)
  }

  /// Returns the frontmost visible view inside `view` at a position of the window.
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
  /// Whether the event is a key that inserts a character into a text field.
  fileprivate var isTyped: Bool {
    if case .key(let key) = self { key.typedCharacter != nil } else { false }
  }

  /// Whether the event inserts text into a text field.
  fileprivate var isText: Bool {
    if case .paste = self { true } else { isTyped }
  }
}
