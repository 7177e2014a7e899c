import ReactorCore

/// A counter with a state of typical size: a few integers and strings, and an array.
final class BenchReactor: Reactor {
  enum Action: Sendable { case increase, threeSteps, threeEmits }
  enum Mutation: Sendable { case add(Int) }
  struct State: Sendable {
    var value = 0
    var name = "a name"
    var note = "a note that does not fit into the string itself"
    var rows = [1, 2, 3]
  }

  let store = Store<BenchReactor>(State())

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .increase: .just(.add(1))
    case .threeSteps: .concat(.just(.add(1)), .just(.add(1)), .just(.add(1)))
    case .threeEmits:
      .run { emit in
        emit(.add(1))
        emit(.add(1))
        emit(.add(1))
      }
    }
  }

  func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .add(let count): state.value += count
    }
  }
}
