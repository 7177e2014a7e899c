import ReactorCore
import ReactorTesting
import Testing

@MainActor
@Suite struct NonExhaustiveTests {
  @MainActor
  final class Reports {
    var messages: [String] = []
  }

  private let reports = Reports()
  private let clock = VirtualClock()

  private func store(_ exhaustivity: Exhaustivity) -> TestStore<LoadingReactor> {
    TestStore(LoadingReactor(clock: clock), exhaustivity: exhaustivity) { [reports] message, _ in
      reports.messages.append(message)
    }
  }

  @Test func `without exhaustivity, a test states only what it is about`() async {
    let store = store(.off)

    store.send(.rename("unstated"))
    store.send(.increase)
    await clock.advance(by: .seconds(1))
    await store.receive(.setLoading(false)) { $0.value = 1 }
    store.send(.hang)
    store.send(.fail)
    await store.finish()

    #expect(reports.messages == [])
    #expect(store.state == .init(value: 1, name: "unstated"))
  }

  @Test func `without exhaustivity, a value that is stated must be right`() async {
    let store = store(.off)

    store.send(.rename("new")) { expect in
      expect(.rename("new")) { $0.name = "old" }
    }

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
  }

  @Test func `without exhaustivity, a stated mutation must arrive`() async {
    let store = store(.off)

    store.send(.rename("new")) { expect in
      expect(.add(1))
    }

    #expect(reports.messages == [".add(1) was expected, but .rename(\"new\") led to no further mutation."])
  }

  @Test func `without exhaustivity, an event that is stated must have happened`() async {
    let store = store(.off)

    store.send(.rename("new")) { expect in
      expect(.rename("new")) { $0.notice = nil }
    }
    store.send(.notify) { expect in
      expect(.notify("hello")) { $0.notice = "hello" }
    }
    store.send(.notify)

    #expect(reports.messages.count == 1)
    #expect(reports.messages.first?.contains("notice: nil (fired)") == true)
  }

  @Test func `a mutation is received by a condition`() async {
    for exhaustivity in [Exhaustivity.on, .off] {
      let store = store(exhaustivity)
      store.send(.rename("new")) { expect in
        expect(.rename("new")) { $0.name = "new" }
      }
      store.reactor.action.send(.rename("newer"))

      await store.receive(where: { if case .rename = $0 { true } else { false } }) { $0.name = "newer" }
      await store.finish()
    }

    #expect(reports.messages == [])
  }

  @Test func `with exhaustivity, the next mutation must satisfy the condition`() async {
    let store = store(.on)
    store.reactor.action.send(.rename("new"))

    await store.receive(where: { $0 == .add(1) })
    await store.finish()

    #expect(reports.messages == ["The mutation does not satisfy the condition: .rename(\"new\")."])
  }

  @Test func `without exhaustivity, the first mutation that satisfies the condition is received`() async {
    let store = store(.off)
    store.reactor.action.send(.rename("new"))
    store.reactor.action.send(.notify)

    await store.receive(where: { $0 == .notify("hello") }) { $0.name = "new" }
    await store.receive(where: { $0 == .add(1) }, within: .milliseconds(1))

    #expect(
      reports.messages == [
        "A mutation that satisfies the condition was expected, but no mutation arrived within 0.001 seconds; no effect "
          + "is running."
      ])
  }
}
