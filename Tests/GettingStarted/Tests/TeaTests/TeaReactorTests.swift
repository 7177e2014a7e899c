import ReactorTesting
import Testing

@testable import tea

@MainActor
@Suite struct TeaReactorTests {
  private let clock = VirtualClock()

  @Test func `the countdown ends with a message`() async {
    let store = TestStore(TeaReactor(seconds: 2, clock: clock))

    store.send(.startOrStop) { expect in
      expect(.setRunning(true)) { $0.isRunning = true }
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.add(-1)) { $0.seconds = 1 }
    await clock.advance(by: .seconds(1))
    await store.receive(.add(-1)) { $0.seconds = 0 }
    await store.receive(output: .toast("The tea is ready", kind: .success))
    await store.receive(.setRunning(false)) { $0.isRunning = false }
    await store.finish()
  }

  @Test func `stopping keeps the remaining time`() async {
    let store = TestStore(TeaReactor(clock: clock))

    store.send(.startOrStop) { expect in
      expect(.setRunning(true)) { $0.isRunning = true }
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.add(-1)) { $0.seconds = 179 }
    store.send(.startOrStop) { expect in
      expect(.setRunning(false)) { $0.isRunning = false }
    }
    await clock.advance(by: .seconds(60))
    await store.finish()
  }
}
