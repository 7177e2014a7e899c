import ReactorCore
import ReactorTesting
import Testing

/// A reactor whose choice of a make reloads what depends on it: the models and the years.
final class ChoiceReactor: Reactor {
  enum Action: Sendable { case choose(String) }

  enum Mutation: Equatable, Sendable {
    case setMake(String)
    case setModels([String])
    case setYears([Int])
    case setLoading(Bool)
  }

  struct State: Equatable, Sendable {
    var make: String?
    var models: [String] = []
    var years: [Int] = []
    var isLoading = false
  }

  let store = Store<ChoiceReactor>(State())
  private let clock: any Clock<Duration>

  init(clock: any Clock<Duration>) {
    self.clock = clock
  }

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .choose(let make):
      Observable.concat(
        .just(.setMake(make)), .just(.setLoading(true)), .merge(models(of: make), years(of: make)),
        .just(.setLoading(false))
      ).cancellable(id: "choice")
    }
  }

  func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setMake(let make):
      state.make = make
      state.models = []
      state.years = []
    case .setModels(let models): state.models = models
    case .setYears(let years): state.years = years
    case .setLoading(let isLoading): state.isLoading = isLoading
    }
  }

  /// Returns models, more slowly for one make than for the other, so that a stale result would arrive last.
  private func models(of make: String) -> Observable<Mutation> {
    .run { [clock] emit in
      try await clock.sleep(for: make == "Kia" ? .seconds(5) : .seconds(1))
      emit(.setModels(["\(make) one"]))
    }
  }

  private func years(of make: String) -> Observable<Mutation> {
    .run { [clock] emit in
      try await clock.sleep(for: make == "Kia" ? .seconds(1) : .seconds(2))
      emit(.setYears([make.count]))
    }
  }
}

@MainActor
@Suite struct DependentChoicesTests {
  @Test func `a second choice cancels the loading of the first: no stale result, no indicator left`() async {
    let clock = VirtualClock()
    let store = TestStore(ChoiceReactor(clock: clock))
    store.send(.choose("Kia")) { expect in
      expect(.setMake("Kia")) { $0.make = "Kia" }
      expect(.setLoading(true)) { $0.isLoading = true }
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.setYears([3])) { $0.years = [3] }
    store.send(.choose("Hyundai")) { expect in
      expect(.setMake("Hyundai")) {
        $0.make = "Hyundai"
        $0.years = []
      }
      expect(.setLoading(true))
    }
    await clock.advance(by: .seconds(10))
    await store.receive(.setModels(["Hyundai one"])) { $0.models = ["Hyundai one"] }
    await store.receive(.setYears([7])) { $0.years = [7] }
    await store.receive(.setLoading(false)) { $0.isLoading = false }
    await store.finish()
    #expect(store.state.models == ["Hyundai one"])
  }

  @Test func `the displayed state never mixes two choices`() async {
    let clock = VirtualClock()
    let reactor = ChoiceReactor(clock: clock)
    let states = Recorder(reactor.state)
    for make in ["Kia", "Hyundai", "Kia", "BMW"] {
      reactor.action.send(.choose(make))
      await clock.advance(by: .milliseconds(1_500))
    }
    await clock.advance(by: .seconds(10))
    for state in states.elements {
      #expect(state.models.allSatisfy { $0 == "\(state.make ?? "") one" })
      #expect(state.years.allSatisfy { $0 == state.make?.count })
    }
    #expect(states.elements.last == .init(make: "BMW", models: ["BMW one"], years: [3], isLoading: false))
    #expect(reactor.store.runningEffects == 0)
  }
}
