import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@testable import car_page

// The code of the article "Finding a stale answer".

extension InspectorTests {
  @MainActor
  @Suite("Article: Finding a stale answer")
  struct CarTests {
    @Test func `a favorite that is set while the price is loading is kept`() async {
      let clock = VirtualClock()
      let store = TestStore(FixedCarReactor(clock: clock))

      store.send(.loadPrice)
      await clock.advance(by: .milliseconds(100))
      store.send(.toggleFavorite) { expect in
        expect(.setFavorite(true)) { $0.car.isFavorite = true }
      }
      await clock.advance(by: .milliseconds(400))
      await store.receive(.setPrice(39_900)) { $0.car.price = 39_900 }
      #expect(store.state.car.isFavorite)
      await store.finish()
    }

    @Test func `the test of the session fails without the line that is the bug`() async {
      let clock = VirtualClock()
      let store = TestStore(CarReactor(clock: clock))

      store.send(.loadPrice)
      store.send(.toggleFavorite) { expect in
        expect(.setFavorite(true)) { $0.car.isFavorite = true }
      }
      await clock.advance(by: .milliseconds(500))
      await withKnownIssue {
        await store.receive(.setCar(Car(name: "Ioniq 5", price: 39900, isFavorite: false))) {
          $0.car.price = 39900
        }
      }
      await store.finish()
    }

    @Test func `the inspector writes the test that is part of this target`() async throws {
      let folder = try TemporaryFolder()

      try await InspectorTape("car").play(in: folder)

      try KeptFile("Tests/ReactorInspectorTests/Articles/CarReactorSessionTests.swift")
        .expect(folder.text("CarReactorSessionTests.swift"))
    }
  }
}
