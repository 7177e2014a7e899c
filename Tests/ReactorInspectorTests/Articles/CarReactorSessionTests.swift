// Written by the inspector from a recorded session.
import ReactorCore
import ReactorTesting
import Testing

@testable import car_page

@MainActor
struct CarReactorSessionTests {
  @Test func `the recorded session leads to the same states`() async {
    let clock = VirtualClock()
    let store = TestStore(CarReactor(clock: clock))

    // p
    store.send(.loadPrice)
    // f
    await clock.advance(by: .milliseconds(100))
    store.send(.toggleFavorite) { expect in
      expect(.setFavorite(true)) { $0.car.isFavorite = true }
    }
    await clock.advance(by: .milliseconds(400))
    await store.receive(.setCar(Car(name: "Ioniq 5", price: 39900, isFavorite: false))) {
      $0.car.price = 39900
      $0.car.isFavorite = false
    }
    await store.finish()
  }
}
