/// The reader of `currentState` while a debugger shows a state of the past.
@MainActor
package enum StateReading {
  /// Whether a window handles input or draws.
  static private(set) var isByView = false

  /// Calls a closure in which views read states to show them. A reactor that performs an action meanwhile still reads its
  /// own.
  package static func byView(_ body: () -> Void) {
    let before = isByView
    isByView = true
    body()
    isByView = before
  }
}

/// The states of the past that a debugger shows in place of the current one.
extension Store {
  /// The state for the logic of the reactor: not that of the past which subscribers have, unless it is being delivered.
  /// A view gets the same state as subscribers, because all that it shows belongs to one time.
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

  /// Delivers a state, and drops the actions that it leads to.
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

  /// Lets actions wait, until ``dropActions()``.
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

  /// Returns the state after some mutations, without changing that of the reactor.
  func state(from start: R.State, applying mutations: [R.Mutation]) -> R.State? {
    guard let pipeline else { return nil }
    var state = start
    for mutation in mutations where !pipeline.reduce(&state, mutation) { return nil }
    return state
  }
}
