import ReactorCore
import ReactorTesting
import Testing

@MainActor
@Suite("Test store")
struct TestStoreTests {
  @MainActor
  final class Reports {
    var messages: [String] = []
    var lines: [Int] = []
  }

  private let reports = Reports()
  private let clock = VirtualClock()

  private func store() -> TestStore<LoadingReactor> {
    TestStore(LoadingReactor(clock: clock)) { [reports] message, location in
      reports.messages.append(message)
      reports.lines.append(location.line)
    }
  }

  @Test("a test that states every mutation and its change passes")
  func passes() async {
    let store = store()
    store.send(.increase) { expect in
      expect(.setLoading(true)) { $0.isLoading = true }
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.add(1)) { $0.value = 1 }
    await store.receive(.setLoading(false)) { $0.isLoading = false }
    await store.finish()
    #expect(reports.messages == [])
    #expect(store.state == .init(value: 1))
  }

  @Test("receive waits for a mutation that is on its way")
  func receiveWaits() async {
    let store = TestStore(LoadingReactor(clock: ContinuousClock())) { [reports] message, _ in
      reports.messages.append(message)
    }
    let reactor = store.reactor
    Task { reactor.action.send(.rename("late")) }
    await store.receive(.rename("late")) { $0.name = "late" }
    await store.finish()
    #expect(reports.messages == [])
  }

  @Test("a state that changed otherwise fails with what differs and nothing else, at the expectation's line")
  func wrongState() async {
    let store = store()
    let line = #line + 2
    store.send(.rename("new")) { expect in
      expect(.rename("new")) { $0.name = "old" }
    }
    await store.finish()
    #expect(
      reports.messages == [
        """
        The state after .rename("new") is another (- expected, + actual):

          State(
        -   name: "old"
        +   name: "new"
            … 3 more are equal
          )

        """
      ])
    #expect(reports.lines == [line])
  }

  @Test("a change that was not stated fails")
  func unstatedChange() async {
    let store = store()
    store.send(.rename("new")) { expect in expect(.rename("new")) }
    await store.finish()
    #expect(reports.messages.count == 1)
    #expect(reports.messages.first?.contains("-   name: \"counter\"\n+   name: \"new\"") == true)
  }

  @Test("another mutation than the expected one fails with both")
  func wrongMutation() async {
    let store = store()
    store.send(.rename("new")) { expect in expect(.rename("old")) { $0.name = "old" } }
    await store.finish()
    #expect(
      reports.messages == [
        """
        Another mutation came (- expected, + actual):

          .rename(
        -   "old"
        +   "new"
          )

        """
      ])
  }

  @Test("a mutation that nobody stated fails, with what it changed, when the action has been sent")
  func unstatedMutation() async {
    let store = store()
    let line = #line + 1
    store.send(.rename("new"))
    await store.finish()
    #expect(
      reports.messages == [
        """
        1 mutation was left unstated after .rename("new") was sent:

        + .rename("new")
                State(
              -   name: "counter"
              +   name: "new"
                  … 3 more are equal
                )

        """
      ])
    #expect(reports.lines == [line])
  }

  @Test("mutations of effects that nobody received fail when the next action is sent, or at the end")
  func unstatedEffect() async {
    let store = store()
    store.send(.increase) { expect in expect(.setLoading(true)) { $0.isLoading = true } }
    await clock.advance(by: .seconds(1))
    store.send(.rename("new")) { expect in expect(.rename("new")) { $0.name = "new" } }
    #expect(reports.messages.count == 1)
    #expect(reports.messages[0].hasPrefix("2 mutations were left unstated before .rename(\"new\") was sent:"))
    #expect(reports.messages[0].contains("+ .add(1)"))
    await store.finish()
    #expect(reports.messages.count == 1)
  }

  @Test("a mutation that was expected and did not come fails")
  func missingMutation() async {
    let store = store()
    store.send(.rename("new")) { expect in
      expect(.rename("new")) { $0.name = "new" }
      expect(.add(1)) { $0.value = 1 }
    }
    await store.receive(.add(2), within: .milliseconds(1)) { $0.value = 2 }
    await store.finish()
    #expect(
      reports.messages == [
        ".add(1) was expected, but .rename(\"new\") led to no further mutation.",
        ".add(2) was expected, but no mutation came within 0.001 seconds.",
      ])
  }

  @Test("an event is stated by assigning the pulse, also when its value is the same as before")
  func events() async {
    let store = store()
    for _ in 1...2 {
      store.send(.notify) { expect in expect(.notify("hello")) { $0.notice = "hello" } }
    }
    #expect(reports.messages == [])
    store.send(.notify) { expect in expect(.notify("hello")) }
    await store.finish()
    #expect(
      reports.messages == [
        """
        The state after .notify("hello") is another (- expected, + actual):

          State(
        -   notice: "hello"
        +   notice: "hello" (fired)
            … 3 more are equal
          )

        """
      ])
  }

  @Test("effects that are still running at the end fail")
  func runningEffects() async {
    let store = store()
    store.send(.hang)
    await store.finish(within: .zero)
    #expect(reports.messages == ["1 effect was still running when the test finished."])
  }

  @Test("finish waits for effects that are about to end")
  func finishWaits() async {
    let store = TestStore(ScriptReactor()) { [reports] message, _ in reports.messages.append(message) }
    store.send(0)
    #expect(store.reactor.store.runningEffects == 1)
    await store.finish()
    #expect(reports.messages == [])
  }

  @Test("an error that nobody caught fails unless it is received")
  func errors() async {
    let stated = store()
    stated.send(.fail)
    let error = await stated.receiveError()
    #expect(error as? LoadingReactor.Broken == LoadingReactor.Broken())
    await stated.finish()
    #expect(reports.messages == [])
    let unstated = store()
    unstated.send(.fail)
    await unstated.finish()
    #expect(reports.messages == ["An error was left unstated when the test finished: Broken()"])
    let missing = store()
    await missing.receiveError(within: .milliseconds(1))
    await missing.finish()
    #expect(reports.messages.last == "An error was expected, but none came within 0.001 seconds.")
  }

  @Test("a store that is released without finish fails for what was left, at the line where it was made")
  func released() {
    do {
      let store = TestStore(LoadingReactor(clock: clock)) { [reports] message, location in
        reports.messages.append(message)
        reports.lines.append(location.line)
      }
      store.send(.increase) { expect in expect(.setLoading(true)) { $0.isLoading = true } }
      store.reactor.action.send(.rename("x"))
    }
    #expect(reports.messages.count == 2)
    #expect(reports.messages.first?.hasPrefix("1 mutation was left unstated when the test store was released:") == true)
    #expect(reports.messages.last == "1 effect was still running when the test store was released.")
    #expect(Set(reports.lines).count == 1)
  }

  @Test("by default a failure is an issue of the running test")
  func defaultReport() async {
    await withKnownIssue {
      let store = TestStore(LoadingReactor(clock: clock))
      store.send(.rename("new"))
      await store.finish()
    } matching: { issue in
      issue.comments.first?.rawValue.contains("left unstated after .rename(\"new\") was sent") == true
    }
  }

  /// Mutations and states that are not `Equatable`, and an effect that ends by itself.
  final class ScriptReactor: Reactor {
    typealias Action = Int
    enum Mutation: Sendable { case set(Wrapper) }
    struct Wrapper: Sendable { var number: Int }
    struct State: Sendable { var wrapper = Wrapper(number: 0) }
    let store = Store<ScriptReactor>(State())

    func mutate(action: Int) -> Observable<Mutation> {
      action == 0 ? .run { _ in await Task.yield() } : .just(.set(Wrapper(number: action)))
    }

    func reduce(into state: inout State, mutation: Mutation) {
      if case .set(let wrapper) = mutation { state.wrapper = wrapper }
    }
  }

  @Test("neither mutations nor states need to be Equatable")
  func notEquatable() async {
    let store = TestStore(ScriptReactor()) { [reports] message, _ in reports.messages.append(message) }
    store.send(1) { expect in expect(.set(.init(number: 1))) { $0.wrapper.number = 1 } }
    #expect(reports.messages == [])
    store.send(2) { expect in expect(.set(.init(number: 2))) { $0.wrapper.number = 3 } }
    await store.finish()
    #expect(
      reports.messages == [
        """
        The state after .set(Wrapper(number: 2)) is another (- expected, + actual):

          State(
            wrapper: Wrapper(
        -     number: 3
        +     number: 2
            )
          )

        """
      ])
  }

  @Test("what a transform sends at first use is received like an effect's")
  func leadingActions() async {
    final class Loading: Reactor {
      typealias Action = Int
      struct State: Equatable { var sum = 0 }
      let store = Store<Loading>(State())
      func transform(action: Observable<Int>) -> Observable<Int> { action.startWith(5) }
      func reduce(into state: inout State, mutation: Int) { state.sum += mutation }
    }
    let store = TestStore(Loading()) { [reports] message, _ in reports.messages.append(message) }
    await store.receive(5) { $0.sum = 5 }
    await store.finish()
    #expect(reports.messages == [])
  }
}
