import ReactorCore
import ReactorTesting
import Testing

/// A counter that tells the outside when it reaches its limit.
@MainActor
private final class LimitReactor: Reactor {
  enum Action { case increase, increaseLater }
  enum Output: Equatable { case reached(Int), told }
  struct State { var value = 0 }

  let store = Store<LimitReactor>(State())
  private let clock: VirtualClock

  init(clock: VirtualClock) { self.clock = clock }

  func mutate(action: Action) -> Observable<Action> {
    switch action {
    case .increase: .concat(.just(.increase), output(.reached(currentState.value + 1)))
    case .increaseLater:
      run { [clock] emit in
        try await clock.sleep(for: .seconds(1))
        emit.output(.told)
      }
    }
  }

  func reduce(into state: inout State, mutation: Action) { state.value += 1 }
}

/// The test store requires that outputs are stated, like mutations.
@MainActor
@Suite struct TestStoreOutputTests {
  @MainActor
  final class Reports {
    var messages: [String] = []
  }

  private let reports = Reports()
  private let clock = VirtualClock()

  private func store(_ exhaustivity: Exhaustivity = .on) -> TestStore<LimitReactor> {
    TestStore(LimitReactor(clock: clock), exhaustivity: exhaustivity) { [reports] message, _ in
      reports.messages.append(message)
    }
  }

  @Test func `a test that states every output passes`() async {
    let store = store()
    store.send(.increase) { expect in
      expect(.increase) { $0.value = 1 }
      expect(output: .reached(1))
    }
    store.send(.increaseLater)
    await clock.advance(by: .seconds(1))
    await store.receive(output: .told)
    await store.finish()
    #expect(reports.messages == [])
  }

  @Test func `an output that is not stated fails`() async {
    let store = store()
    store.send(.increase) { expect in
      expect(.increase) { $0.value = 1 }
    }
    await store.finish()
    #expect(reports.messages == ["1 output was not stated after .increase was sent:\n\n+ .reached(1)\n"])
  }

  @Test func `an output with another value fails with the difference`() async {
    let store = store()
    store.send(.increase) { expect in
      expect(.increase) { $0.value = 1 }
      expect(output: .reached(2))
    }
    await store.finish()
    #expect(reports.messages.count == 1)
    #expect(reports.messages.first?.hasPrefix("A different output arrived (- expected, + actual):") == true)
  }

  @Test func `outputs and mutations are stated in their order`() async {
    let store = store()
    store.send(.increase) { expect in
      expect(output: .reached(1))
      expect(.increase) { $0.value = 1 }
    }
    await store.finish()
    #expect(reports.messages.count == 2)
    #expect(reports.messages.allSatisfy { $0.hasPrefix("A different event arrived") })
  }

  @Test func `an output that never arrives fails`() async {
    let store = store()
    await store.receive(output: .told, within: .zero)
    await store.finish()
    #expect(
      reports.messages == [
        "The output .told was expected, but no output arrived within 0.0 seconds; no effect is running."
      ])
  }

  @Test func `without exhaustivity, a test states only the outputs that it is about`() async {
    let store = store(.off)
    store.send(.increase) { expect in expect(output: .reached(1)) }
    store.send(.increase)
    await store.finish()
    #expect(reports.messages == [])
    #expect(store.state.value == 1)
  }
}
