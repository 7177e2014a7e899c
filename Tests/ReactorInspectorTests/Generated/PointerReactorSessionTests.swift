// Written by the inspector from a recorded session.
import ReactorCore
import ReactorTesting
import Testing

@testable import ReactorTerminalCore
@testable import tape_session

@MainActor
struct PointerReactorSessionTests {
  @Test func `the recorded session leads to the same states`() async {
    let store = TestStore(PointerReactor())

    // m
    store.send(.move(to: Point(x: 3, y: 4))) { expect in
      expect(.move(to: Point(x: 3, y: 4))) { $0.position = Point(x: 3, y: 4) }
    }
    // p
    store.send(.press(.right)) { expect in
      expect(.press(.right)) {
        $0.button = .right
        $0.marks[1].note = "pressed"
      }
    }
    // p
    store.send(.press(.right)) { expect in
      expect(.press(.right)) { $0.marks[1].note = "pressed" }
    }
    await store.finish()
  }
}
