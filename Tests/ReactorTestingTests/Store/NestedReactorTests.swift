import ReactorCore
import ReactorTesting
import Testing

private final class RowReactor: Reactor, IdentityEquatable {
  enum Action { case rename(String) }
  struct State { var name: String }
  let store: Store<RowReactor>

  init(_ name: String) { store = Store(State(name: name)) }

  func reduce(into state: inout State, mutation: Action) {
    if case .rename(let name) = mutation { state.name = name }
  }
}

private final class ListReactor: Reactor {
  enum Action { case load([String]) }
  enum Mutation: Equatable { case setRows([RowReactor]) }
  struct State: Equatable {
    var rows: [RowReactor] = []
    var count = 0
  }
  let store = Store<ListReactor>(State())

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .load(let names): .just(.setRows(names.map(RowReactor.init)))
    }
  }

  func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setRows(let rows):
      state.rows = rows
      state.count = rows.count
    }
  }
}

@MainActor
@Suite struct NestedReactorTests {
  @MainActor
  final class Reports {
    var messages: [String] = []
  }

  private let reports = Reports()

  private func store() -> TestStore<ListReactor> {
    TestStore(ListReactor()) { [reports] message, _ in reports.messages.append(message) }
  }

  @Test func `a reactor inside the state equals one that the test creates with the same state`() async {
    let store = store()

    store.send(.load(["Kia", "BMW"])) { expect in
      expect(.setRows([RowReactor("Kia"), RowReactor("BMW")])) {
        $0.rows = [RowReactor("Kia"), RowReactor("BMW")]
        $0.count = 2
      }
    }
    await store.finish()

    #expect(reports.messages == [])
  }

  @Test func `a reactor with another state is shown with the difference of the states`() async {
    let store = store()

    store.send(.load(["Kia"])) { expect in
      expect(.setRows([RowReactor("Kia")])) {
        $0.rows = [RowReactor("BMW")]
        $0.count = 1
      }
    }
    await store.finish()

    #expect(
      reports.messages == [
        """
        The state after .setRows([RowReactor(state: State(name: "Kia"))]) is different (- expected, + actual):

          State(
            rows: [
              RowReactor(
                state: State(
        -         name: "BMW"
        +         name: "Kia"
                )
              )
            ]
            … 1 more is equal
          )

        """
      ])
  }

  @Test func `a different number of reactors, or a different property, still counts as a difference`() async {
    let store = store()

    store.send(.load(["Kia"])) { expect in
      expect(.setRows([RowReactor("Kia")])) { $0.rows = [RowReactor("Kia")] }
    }
    store.send(.load([])) { expect in
      expect(.setRows([])) { $0.rows = [RowReactor("Kia")] }
    }

    #expect(reports.messages.count == 2)
  }
}
