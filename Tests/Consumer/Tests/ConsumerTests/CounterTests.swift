import ReactorTesting
import Testing

@testable import consumer

@MainActor
@Suite struct CounterTests {
  @Test func `adding one counts up`() async {
    let store = TestStore(CounterReactor())

    store.send(.add(1)) { expect in
      expect(.add(1)) { $0.value = 1 }
    }

    await store.finish()
  }
}
