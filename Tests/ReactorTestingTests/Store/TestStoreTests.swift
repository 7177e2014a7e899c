import ReactorCore
import ReactorTesting
import Testing

@MainActor
@Suite struct TestStoreTests {
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

  @Test func `a test that states every mutation and its change passes`() async {
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

  @Test func `receive waits for a pending mutation`() async {
    let store = TestStore(LoadingReactor(clock: ContinuousClock())) { [reports] message, _ in
      reports.messages.append(message)
    }
    let reactor = store.reactor
    Task { reactor.action.send(.rename("late")) }
    await store.receive(.rename("late")) { $0.name = "late" }
    await store.finish()
    #expect(reports.messages == [])
  }

  @Test func `an unexpected state fails with the difference alone, at the line of the expectation`() async {
    let store = store()
    let line = #line + 2
    store.send(.rename("new")) { expect in
      expect(.rename("new")) { $0.name = "old" }
    }
    await store.finish()
    #expect(
      reports.messages == [
        """
        The state after .rename("new") is different (- expected, + actual):

          State(
        -   name: "old"
        +   name: "new"
            … 3 more are equal
          )

        """
      ])
    #expect(reports.lines == [line])
  }

  @Test func `a change that was not stated fails`() async {
    let store = store()
    store.send(.rename("new")) { expect in expect(.rename("new")) }
    await store.finish()
    #expect(reports.messages.count == 1)
    #expect(reports.messages.first?.contains("-   name: \"counter\"\n+   name: \"new\"") == true)
  }

  @Test func `an unexpected mutation fails with both mutations`() async {
    let store = store()
    store.send(.rename("new")) { expect in expect(.rename("old")) { $0.name = "old" } }
    await store.finish()
    #expect(
      reports.messages == [
        """
        A different mutation arrived (- expected, + actual):

          .rename(
        -   "old"
        +   "new"
          )

        """
      ])
  }

  @Test func `an unstated mutation fails, with its change, when the action has been sent`() async {
    let store = store()
    let line = #line + 1
    store.send(.rename("new"))
    await store.finish()
    #expect(
      reports.messages == [
        """
        1 mutation was not stated after .rename("new") was sent:

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

  @Test func `mutations of effects that were not received fail when the next action is sent, or at the end`() async {
    let store = store()
    store.send(.increase) { expect in expect(.setLoading(true)) { $0.isLoading = true } }
    await clock.advance(by: .seconds(1))
    store.send(.rename("new")) { expect in expect(.rename("new")) { $0.name = "new" } }
    #expect(reports.messages.count == 1)
    #expect(reports.messages[0].hasPrefix("2 mutations were not stated before .rename(\"new\") was sent:"))
    #expect(reports.messages[0].contains("+ .add(1)"))
    await store.finish()
    #expect(reports.messages.count == 1)
  }

  @Test func `a missing mutation fails`() async {
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
        ".add(2) was expected, but no mutation arrived within 0.001 seconds; no effect is running.",
      ])
  }

  @Test func `an event is stated by assigning the pulse, even if its value is unchanged`() async {
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
        The state after .notify("hello") is different (- expected, + actual):

          State(
        -   notice: "hello"
        +   notice: "hello" (fired)
            … 3 more are equal
          )

        """
      ])
  }

  @Test func `effects still running at the end fail`() async {
    let store = store()
    store.send(.hang)
    await store.finish(within: .zero)
    #expect(reports.messages == ["1 effect was still running when the test finished: .hang."])
  }

  @Test func `finish waits for effects that are about to end`() async {
    let store = TestStore(ScriptReactor()) { [reports] message, _ in reports.messages.append(message) }
    store.send(0)
    #expect(store.reactor.store.runningEffects == 1)
    await store.finish()
    #expect(reports.messages == [])
  }

  @Test func `an unhandled error fails unless it is received`() async {
    let stated = store()
    stated.send(.fail)
    let error = await stated.receiveError()
    #expect(error as? LoadingReactor.Broken == LoadingReactor.Broken())
    await stated.finish()
    #expect(reports.messages == [])
    let unstated = store()
    unstated.send(.fail)
    await unstated.finish()
    #expect(reports.messages == ["An error was not stated when the test finished: Broken()"])
    let missing = store()
    await missing.receiveError(within: .milliseconds(1))
    await missing.finish()
    #expect(
      reports.messages.last == "An error was expected, but none arrived within 0.001 seconds; no effect is running.")
  }

  @Test func `a store released without finish fails for what remains, at the line where it was created`() {
    do {
      let store = TestStore(LoadingReactor(clock: clock)) { [reports] message, location in
        reports.messages.append(message)
        reports.lines.append(location.line)
      }
      store.send(.increase) { expect in expect(.setLoading(true)) { $0.isLoading = true } }
      store.reactor.action.send(.rename("x"))
    }
    #expect(reports.messages.count == 2)
    #expect(reports.messages.first?.hasPrefix("1 mutation was not stated when the test store was released:") == true)
    #expect(
      reports.messages.last
        == "1 effect was still running when the test store was released: .increase; 1 task sleeps on its virtual clock, "
        + "the first for another 1.0 seconds.")
    #expect(Set(reports.lines).count == 1)
  }

  @Test func `by default, a failure is an issue of the running test`() async {
    await withKnownIssue {
      let store = TestStore(LoadingReactor(clock: clock))
      store.send(.rename("new"))
      await store.finish()
    } matching: { issue in
      issue.comments.first?.rawValue.contains("not stated after .rename(\"new\") was sent") == true
    }
  }

  /// A reactor whose mutations and states are not `Equatable`.
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

  @Test func `neither mutations nor states need to be Equatable`() async {
    let store = TestStore(ScriptReactor()) { [reports] message, _ in reports.messages.append(message) }
    store.send(1) { expect in expect(.set(.init(number: 1))) { $0.wrapper.number = 1 } }
    #expect(reports.messages == [])
    store.send(2) { expect in expect(.set(.init(number: 2))) { $0.wrapper.number = 3 } }
    await store.finish()
    #expect(
      reports.messages == [
        """
        The state after .set(Wrapper(number: 2)) is different (- expected, + actual):

          State(
            wrapper: Wrapper(
        -     number: 3
        +     number: 2
            )
          )

        """
      ])
  }

  @Test func `the output of a transform at first use is received like that of an effect`() async {
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
