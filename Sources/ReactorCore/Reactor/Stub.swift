/// A replacement for the logic of a reactor in the test of a view. It records the actions, and the test sets the state.
@MainActor
public final class Stub<R: Reactor> {
  /// The received actions, in order.
  public private(set) var actions: [R.Action] = []
  private let states: StateRelay<R.State>

  init(states: StateRelay<R.State>) {
    self.states = states
  }

  /// The state of the reactor. Setting it notifies every subscriber.
  public var state: R.State {
    get { states.value }
    set { states.accept(newValue) }
  }

  func record(_ action: R.Action) {
    actions.append(action)
  }
}
