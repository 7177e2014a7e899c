/// Tracks who reads `currentState` while a debugger shows a past state.
@MainActor
package enum StateReading {
  /// Whether a window handles input or draws.
  static private(set) var isByView = false

  /// Calls a closure in which views read the shown state. A reactor that performs an action during the call still reads
  /// its own state.
  package static func byView(_ body: () -> Void) {
    let before = isByView
    isByView = true
    body()
    isByView = before
  }
}

/// The bookkeeping of a debugger that shows a past state to the subscribers of a reactor. A store has one only while a
/// past state is shown, or while actions are held back.
@MainActor
@usableFromInline
final class PastState<R: Reactor> {
  /// Whether subscribers have a past state.
  var isShown = false
  /// The state that subscribers would have if no past state were shown. It is `nil` while a past state is being
  /// delivered.
  @usableFromInline var present: R.State?
  /// Whether actions are held back, to be dropped later.
  var holdsActions = false
  /// The deliveries of pulses that wait until actions are no longer held back.
  var pulses: [@MainActor () -> Void] = []
  /// The outputs that wait until the current state is shown again.
  private var outputs: [R.Output] = []

  /// Keeps a state that has passed through `transform(state:)`, unless it is the past state itself.
  ///
  /// - Returns: Whether the state is withheld, so that subscribers must not receive it.
  @usableFromInline
  func withholdState(_ state: R.State) -> Bool {
    guard present != nil else { return false }
    present = state
    return true
  }

  /// Keeps an output while a past state is shown.
  ///
  /// - Returns: Whether the output is withheld, so that subscribers must not receive it.
  func withholdOutput(_ output: R.Output) -> Bool {
    if isShown { outputs.append(output) }
    return isShown
  }

  /// Returns the kept outputs, and keeps them no longer.
  func takeOutputs() -> [R.Output] {
    defer { outputs = [] }
    return outputs
  }
}

extension Store {
  /// The state for the logic of the reactor: the current one, unless a past state is being delivered. A view gets the
  /// same state as the subscribers, so that everything it shows belongs to the same time.
  @usableFromInline var presentValue: R.State {
    StateReading.isByView && canShowPast ? states.value : past?.present ?? states.value
  }

  /// The current state while a past state is shown, otherwise `nil`. Its pulses must not be delivered again to a new
  /// subscriber.
  var stateWithKnownPulses: R.State? { past?.isShown == true ? past?.present ?? reduced : nil }

  /// Whether the reactor is idle, apart from actions that are held back.
  private var canShowPast: Bool { !isPerforming || past?.holdsActions == true }

  /// Delivers a state in place of the current one, until ``showPresent()``.
  func showPast(_ state: R.State) {
    guard let pipeline else { return }
    let past = past ?? PastState()
    self.past = past
    if !past.isShown {
      past.isShown = true
      reduced = reduced ?? states.storage
      past.present = states.storage
      pipeline.separatesState = true
    }
    deliver(past) { if pipeline.transformsState { pipeline.states.send(state) } else { states.accept(state) } }
  }

  /// Delivers the current state again.
  func showPresent() {
    guard let pipeline, let past, let current = past.present else { return }
    // Set before the delivery, so that pulses emit what was assigned in the meantime.
    past.isShown = false
    deliver(past) { states.accept(current) }
    past.present = nil
    pipeline.separatesState = pipeline.transformsState
    if !pipeline.transformsState { reduced = nil }
    deliverOutputs()
  }

  /// Delivers the pulses and outputs that have waited, unless a past state is shown or actions are held back, which
  /// would drop the actions sent in response.
  func deliverOutputs() {
    guard let past, !past.isShown, !past.holdsActions else { return }
    self.past = nil
    let isOutermost = !isPerforming
    let wasCommitting = isCommitting
    isPerforming = true
    isCommitting = true
    for pulse in past.pulses { pulse() }
    isCommitting = wasCommitting
    // Before the actions that the pulses lead to, whose outputs come later.
    for output in past.takeOutputs() { deliver(output) }
    if isOutermost { drain() }
  }

  /// Delivers a state, and drops the actions sent in response.
  private func deliver(_ past: PastState<R>, _ send: () -> Void) {
    guard canShowPast else { return }
    let kept = past.present
    let wasPerforming = isPerforming
    past.present = nil
    isPerforming = true
    isCommitting = true
    send()
    isCommitting = false
    while queue.popFirst() != nil {}
    isPerforming = wasPerforming
    past.present = kept
  }

  /// Makes actions wait until ``dropActions()``.
  func holdActions() {
    guard !isPerforming else { return }
    isPerforming = true
    past = past ?? PastState()
    past?.holdsActions = true
  }

  /// Drops the actions that have waited since ``holdActions()``.
  func dropActions() {
    guard let past, past.holdsActions else { return }
    while queue.popFirst() != nil {}
    isPerforming = false
    past.holdsActions = false
  }

  /// Returns the state that results from applying mutations to a state, without changing the reactor's state.
  func state(from start: R.State, applying mutations: [R.Mutation]) -> R.State? {
    guard let pipeline else { return nil }
    var state = start
    for mutation in mutations where !pipeline.reduce(&state, mutation) { return nil }
    return state
  }
}
