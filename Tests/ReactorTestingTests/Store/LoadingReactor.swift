import ReactorCore

/// A reactor with a value that takes a second to change, events, and errors.
final class LoadingReactor: Reactor {
  enum Action: Sendable { case increase, notify, fail, hang, rename(String) }

  enum Mutation: Equatable, Sendable {
    case setLoading(Bool)
    case add(Int)
    case notify(String)
    case rename(String)
  }

  struct State: Equatable, Sendable {
    var value = 0
    var isLoading = false
    var name = "counter"
    @Pulse var notice: String?
  }

  struct Broken: Error, Equatable {}

  let store = Store<LoadingReactor>(State())
  private let clock: any Clock<Duration>

  init(clock: any Clock<Duration> = ContinuousClock()) {
    self.clock = clock
  }

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .increase:
      .run { [clock] emit in
        emit(.setLoading(true))
        try await clock.sleep(for: .seconds(1))
        emit(.add(1))
        emit(.setLoading(false))
      }
    case .notify: .just(.notify("hello"))
    case .fail: .error(Broken())
    case .hang: .never
    case .rename(let name): .just(.rename(name))
    }
  }

  func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setLoading(let isLoading): state.isLoading = isLoading
    case .add(let count): state.value += count
    case .notify(let text): state.notice = text
    case .rename(let name): state.name = name
    }
  }
}
