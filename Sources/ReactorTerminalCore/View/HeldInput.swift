import ReactorCore

/// Input that was typed for the next screen and is held until that screen is ready.
struct HeldInput {
  /// The events, in order.
  var events: [Event] = []
  /// Whether another screen or dialog has been shown since the last frame.
  var awaitsFrame = false
  /// The number of dismissed dialogs whose answers have not yet reached the code that awaits them.
  var answersOnTheWay = 0
  /// Whether only Esc of Alt with a key has been handled by now, because the key itself is held or discarded.
  var isOnlyEscapeHandled = false
  /// Whether input is ignored, because a dialog that the user did not request has just appeared.
  var isIgnored = false
  /// The task that ends the wait when the first event's time limit is reached.
  var limit: Task<Void, Never>?

  /// Whether input waits for a frame or for an answer.
  var awaits: Bool { awaitsFrame || answersOnTheWay > 0 }

  /// The maximum number of events that are held. Later ones are dropped.
  static let maximumCount = 1_024
  /// The time for which input is held, starting when a view's work or a navigation begins.
  static let maximumWait: Duration = .seconds(1)
  /// The maximum number of frames drawn for held input before other work of the main actor gets a turn.
  static let framesPerTurn = 16
}

/// A reason to hold input.
private struct HoldReason {
  /// Whether a flow waits for the result of a step, rather than a view for the end of its work.
  var isNavigation: Bool
  /// The remaining time for which input is held.
  var remaining: Duration
}

extension Window {
  /// Notes that another screen or dialog is shown. Later input waits for its first frame.
  func screenChanged() {
    held.awaitsFrame = true
  }

  /// Discards input that was typed for the next screen, because a different screen than expected is shown. For example,
  /// a sign-in must not receive text that was meant for the screen behind it.
  public func discardHeldInput() {
    held.events = []
    endLimit()
  }

  /// Holds an event until the next screen is shown, if it has to wait. Returns whether the event must not be handled
  /// now.
  func hold(_ event: Event) -> Bool {
    guard event.isFromUser else { return false }
    let (reason, isOverdue) = (holdReason, isOverdue)
    let isHeld = held.isIgnored || held.awaits || !held.events.isEmpty || reason != nil
    guard isHeld || isOverdue else { return false }
    if case .key(let key) = event, key == interruptKey || !isHeld && key == .escape {
      discardHeldInput()
      return false
    }
    if held.isIgnored || isOverdue { return true }
    if held.events.count < HeldInput.maximumCount { held.events.append(event) }
    if let reason, held.limit == nil { beginLimit(reason) }
    return true
  }

  /// Whether input is currently held.
  var holdsInput: Bool {
    held.isIgnored || held.awaits || !held.events.isEmpty || holdReason != nil || isOverdue
  }

  /// Handles the input that no longer has to wait, and draws a frame after each part of it.
  func handleHeldInput(afterEach render: () -> Void) {
    for _ in 0..<HeldInput.framesPerTurn {
      guard releaseHeldInput() else { return }
      render()
    }
    handleHeldInputLater()
  }

  /// Handles the input that no longer has to wait, after other work of the main actor has had a turn.
  func handleHeldInputLater() {
    if !held.events.isEmpty { Task { [weak self] in self?.render() } }
  }

  /// Handles events up to one that changes the screen, for which the others have to wait. Returns whether there were
  /// any.
  private func releaseHeldInput() -> Bool {
    guard !held.events.isEmpty, !held.awaits else { return false }
    if let reason = holdReason {
      // The events may have been held before there was a reason, while they waited for a frame or an answer.
      if held.limit == nil { beginLimit(reason) }
      return false
    }
    endLimit()
    let events = held.events
    held.events = []
    handle(events)
    return true
  }

  /// The reason to hold input now, searched from the view with the keyboard focus outward.
  private var holdReason: HoldReason? { holdReasons.first { $0.remaining > .zero } }

  /// Whether a view has been busy for so long that only Esc still reaches it.
  private var isOverdue: Bool { holdReasons.contains { !$0.isNavigation && $0.remaining <= .zero } }

  private var holdReasons: [HoldReason] {
    let focused = focusedView.flatMap { $0.isDescendant(of: activeRoot) ? $0 : nil }
    return sequence(first: focused ?? activeRoot.keyTarget, next: \.superview)
      .filter { $0.isNavigating || $0.holdsInput }
      .map { view in
        let now = stopwatch()
        // The view may have become busy before it was in a window.
        let beginning = view.waitBegan ?? now
        view.waitBegan = beginning
        return HoldReason(
          isNavigation: view.isNavigating, remaining: HeldInput.maximumWait - (now - beginning))
      }
  }

  // MARK: The limit

  /// Ends the wait when the limit is reached. Input typed for a screen that has not appeared must not act on the
  /// previous one.
  private func beginLimit(_ reason: HoldReason) {
    held.limit = Task.immediate(executorPreference: EffectExecutor.current) { [weak self, clock] in
      try? await clock.sleep(for: reason.remaining)
      guard !Task.isCancelled, let self else { return }
      held.limit = nil
      held.events = []
      render()
    }
  }

  private func endLimit() {
    held.limit?.cancel()
    held.limit = nil
  }
}

extension View {
  /// Notes the time at which the view began to hold input, or, when it stops, schedules the held input to be handled.
  final func waitChanged(_ isWaiting: Bool) {
    waitBegan = isWaiting ? window?.stopwatch() : nil
    if !isWaiting { window?.handleHeldInputLater() }
  }

  /// Holds the window's input while a flow waits for the result of a step.
  public final func navigationWaits(_ isWaiting: Bool) {
    isNavigating = isWaiting
  }
}

extension Event {
  /// Whether the event comes from the user and acts on a view.
  var isFromUser: Bool {
    switch self {
    case .key, .paste, .mouse: true
    case .resize, .resumed, .focusGained, .focusLost, .terminate: false
    }
  }
}
