// Written by the inspector from a recorded session.
import ReactorCore
import ReactorTesting
import Testing

@testable import ReactorCounter

@MainActor
struct CounterReactorSessionTests {
  @Test func `the recorded session leads to the same states`() async {
    let clock = VirtualClock()
    let store = TestStore(CounterReactor(clock: clock))

    // +
    store.send(.increase) { expect in
      expect(.setLoading(true)) { $0.isLoading = true }
    }
    await clock.advance(by: .milliseconds(500))
    await store.receive(.add(1)) { $0.value = 1 }
    await store.receive(.setLoading(false)) { $0.isLoading = false }
    // up
    store.send(.increase) { expect in
      expect(.setLoading(true)) { $0.isLoading = true }
    }
    // down
    await clock.advance(by: .milliseconds(250))
    store.send(.decrease)
    await clock.advance(by: .milliseconds(250))
    await store.receive(.add(1)) { $0.value = 2 }
    await store.receive(.setLoading(false)) { $0.isLoading = false }
    await store.finish()
  }
}
