import ReactorCore

final class TeaReactor: Reactor {
  enum Action {
    case change(by: Int)
    case startOrStop
  }

  enum Mutation {
    case add(Int)
    case setRunning(Bool)
  }

  typealias Output = Message<Action>

  struct State {
    var seconds: Int
    var isRunning = false

    var time: String {
      let rest = seconds % 60
      return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
    }
  }

  let store: Store<TeaReactor>
  private let clock: any Clock<Duration>

  init(seconds: Int = 180, clock: any Clock<Duration> = ContinuousClock()) {
    store = Store(State(seconds: seconds))
    self.clock = clock
  }

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .change(let seconds):
      .just(.add(seconds))
    case .startOrStop where currentState.isRunning:
      .concat(.cancel(id: Effect.countdown), .just(.setRunning(false)))
    case .startOrStop:
      countdown(from: currentState.seconds)
        .bracketed(by: .setRunning(true), and: .setRunning(false))
        .cancellable(id: Effect.countdown)
    }
  }

  func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .add(let seconds): state.seconds = max(0, state.seconds + seconds)
    case .setRunning(let isRunning): state.isRunning = isRunning
    }
  }

  private enum Effect { case countdown }

  private func countdown(from seconds: Int) -> Observable<Mutation> {
    run { [clock] emit in
      for _ in 0..<seconds {
        try await clock.sleep(for: .seconds(1))
        emit(.add(-1))
      }
      emit.toast("The tea is ready", kind: .success)
    }
  }
}
