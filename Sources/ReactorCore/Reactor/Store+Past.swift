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

/// The display of past states in place of the current one, for a debugger.
extension Store {
  /// The state for the logic of the reactor: the current one, unless a past state is being delivered. A view gets the
  /// same state as the subscribers, so that everything it shows belongs to the same time.
  @usableFromInline var presentValue: R.State {
    StateReading.isByView && (!isPerforming || isHeld) ? states.value : present ?? states.value
  }

  /// Delivers a state in place of the current one, until ``showPresent()``.
  func showPast(_ state: R.State) {
    guard let pipeline else { return }
    if !showsPast {
      showsPast = true
      reduced = reduced ?? states.storage
      present = states.storage
      pipeline.separatesState = true
    }
    deliver { if pipeline.transformsState { pipeline.states.send(state) } else { states.accept(state) } }
  }

  /// Delivers the current state again.
  func showPresent() {
    guard let pipeline, let current = present else { return }
    deliver { states.accept(current) }
    (showsPast, present) = (false, nil)
    pipeline.separatesState = pipeline.transformsState
    if !pipeline.transformsState { reduced = nil }
    let outputs = heldOutputs
    heldOutputs = []
    for output in outputs { self.deliver(output) }
  }

  /// Delivers a state, and drops the actions sent in response.
  private func deliver(_ send: () -> Void) {
    guard !isPerforming || isHeld else { return }
    let kept = present
    let wasPerforming = isPerforming
    present = nil
    isPerforming = true
    isCommitting = true
    send()
    isCommitting = false
    while queue.popFirst() != nil {}
    isPerforming = wasPerforming
    present = kept
  }

  /// Makes actions wait until ``dropActions()``.
  func holdActions() {
    guard !isPerforming else { return }
    isPerforming = true
    isHeld = true
  }

  /// Drops the actions that have waited since ``holdActions()``.
  func dropActions() {
    guard isHeld else { return }
    while queue.popFirst() != nil {}
    isPerforming = false
    isHeld = false
  }

  /// Returns the state that results from applying mutations to a state, without changing the reactor's state.
  func state(from start: R.State, applying mutations: [R.Mutation]) -> R.State? {
    guard let pipeline else { return nil }
    var state = start
    for mutation in mutations where !pipeline.reduce(&state, mutation) { return nil }
    return state
  }
}
