import ReactorCore

// The code of the landing page of ReactorCore.

final class CounterReactor: Reactor {
  enum Action { case increase, decrease }
  struct State { var value = 0 }

  let store = Store<CounterReactor>(State())

  func reduce(into state: inout State, mutation: Action) {
    switch mutation {
    case .increase: state.value += 1
    case .decrease: state.value -= 1
    }
  }
}

@MainActor
private func useCounter() -> any Disposable {
  let reactor = CounterReactor()
  let subscription = reactor.state(\.value).bind { print($0) }
  reactor.action.send(.increase)
  return subscription
}
