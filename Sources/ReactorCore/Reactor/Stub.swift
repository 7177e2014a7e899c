/// Stands in for a reactor's logic in the test of a view: records the actions and lets the test set the state.
@MainActor
public final class Stub<R: Reactor> {
  /// The actions received, in order.
  public private(set) var actions: [R.Action] = []
  private let states: StateRelay<R.State>

  init(states: StateRelay<R.State>) {
    self.states = states
  }

  /// The reactor's state; setting it tells every subscriber.
  public var state: R.State {
    get { states.value }
    set { states.accept(newValue) }
  }

  func record(_ action: R.Action) {
    actions.append(action)
  }
}
