import ReactorCore
import ReactorFlow

/// Input that was typed for the next screen and waits for it.
struct HeldInput {
  /// The events, in order.
  var events: [Event] = []
  /// Whether another screen or dialog has been shown since the last frame.
  var awaitsFrame = false
  /// The number of dialogs that have been dismissed and whose answers have not yet reached the code that awaits them.
  var answersOnTheWay = 0
  /// Whether input is ignored, because a dialog has just appeared without having been asked for.
  var isIgnored = false
  /// The end of the wait of the first event.
  var limit: Task<Void, Never>?

  /// Whether input waits for a frame or for an answer.
  var awaits: Bool { awaitsFrame || answersOnTheWay > 0 }

  /// The maximum number of events that wait. Later ones are dropped.
  static let maximumCount = 1_024
  /// The time from the beginning of a view's work, or of a navigation, for which input waits.
  static let maximumWait: Duration = .seconds(1)
  /// The maximum number of frames for which held input is handled before other work of the main actor gets a turn.
  static let framesPerTurn = 16
}

/// A reason to hold input.
private struct HoldReason {
  /// Whether a flow waits for the answer to a step, rather than a view for the end of its work.
  var isNavigation: Bool
  /// The time for which input still waits.
  var remaining: Duration
}

extension Window {
  /// Notes that another screen or dialog is shown, for whose first frame later input waits.
  func screenChanged() {
    held.awaitsFrame = true
  }

  /// Discards what was typed for the next screen, because another one than expected is shown: a sign-in must not receive
  /// text that was meant for the screen behind it.
  public func discardHeldInput() {
    held.events = []
    endLimit()
  }

  /// Keeps an event until the next screen is shown, if it has to wait. Returns whether it does not have to be handled
  /// now.
  func hold(_ event: Event) -> Bool {
    guard event.isInput else { return false }
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

  /// Whether input waits now.
  var holdsInput: Bool {
    held.isIgnored || held.awaits || !held.events.isEmpty || holdReason != nil || isOverdue
  }

  /// Handles the input that no longer waits, and draws a frame after each part of it.
  func handleHeldInput(afterEach render: () -> Void) {
    for _ in 0..<HeldInput.framesPerTurn {
      guard releaseHeldInput() else { return }
      render()
    }
    handleHeldInputLater()
  }

  /// Handles the input that no longer waits when other work of the main actor has had a turn.
  func handleHeldInputLater() {
    if !held.events.isEmpty { Task { [weak self] in self?.render() } }
  }

  /// Handles events up to one for whose screen the others have to wait. Returns whether there were any.
  private func releaseHeldInput() -> Bool {
    guard !held.events.isEmpty, !held.awaits, holdReason == nil else { return false }
    endLimit()
    let events = held.events
    held.events = []
    handle(events)
    return true
  }

  /// The reason why input waits now, from the view with the keyboard focus outward.
  private var holdReason: HoldReason? { holdReasons.first { $0.remaining > .zero } }

  /// Whether a view has been at work for so long that only Esc still reaches it.
  private var isOverdue: Bool { holdReasons.contains { !$0.isNavigation && $0.remaining <= .zero } }

  private var holdReasons: [HoldReason] {
    let focused = focusedView.flatMap { $0.isDescendant(of: activeRoot) ? $0 : nil }
    return sequence(first: focused ?? activeRoot.keyTarget, next: \.superview)
      .filter { $0.isNavigating || $0.holdsInput }
      .map { view in
        let now = stopwatch()
        // A view may have begun before it was in a window.
        let beginning = view.waitBegan ?? now
        view.waitBegan = beginning
        return HoldReason(
          isNavigation: view.isNavigating, remaining: HeldInput.maximumWait - (now - beginning))
      }
  }

  // MARK: The limit

  /// Ends the wait in time. What was typed for a screen that has not come must not act on the one before it.
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
  /// Notes the time at which the view began to hold input or, at the end, has what was typed handled.
  final func waitChanged(_ isWaiting: Bool) {
    waitBegan = isWaiting ? window?.stopwatch() : nil
    if !isWaiting { window?.handleHeldInputLater() }
  }

  /// Holds the input of the window while a flow waits for the answer to a step.
  public final func navigationWaits(_ isWaiting: Bool) {
    isNavigating = isWaiting
  }
}

extension Event {
  /// Whether the event comes from the user and acts on a view.
  fileprivate var isInput: Bool {
    switch self {
    case .key, .paste, .mouse: true
    case .resize, .resumed, .focusGained, .focusLost, .terminate: false
    }
  }
}
