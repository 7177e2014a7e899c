/// A replacement for the logic of a reactor when testing a view. It records the actions, and the test sets the state.
@MainActor
public final class Stub<R: Reactor> {
  /// The received actions, in order.
  public private(set) var actions: [R.Action] = []
  private let states: StateRelay<R.State>
  private let outputs: Relay<R.Output>

  init(states: StateRelay<R.State>, outputs: Relay<R.Output>) {
    self.states = states
    self.outputs = outputs
  }

  /// The state of the reactor. Setting it notifies every subscriber.
  public var state: R.State {
    get { states.value }
    set { states.accept(newValue) }
  }

  /// Delivers an output, as an effect of the reactor would.
  public func output(_ output: R.Output) { outputs.send(output) }

  func record(_ action: R.Action) {
    actions.append(action)
  }
}
