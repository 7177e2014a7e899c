import Catalogue
import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import ShowroomApp

@Suite("Following a link", .timeLimit(.minutes(5)))
@MainActor
struct FollowingTests {
  @Test("to a car leads there from the list, where it is selected, and knows its neighbours")
  func car() async throws {
    let journey = try await Journey()
    journey.navigation?.open(.car(3))
    try await journey.reaches(["Cars", "Kia EV6 2022"])
    #expect(journey.text.contains("3/8"))
    journey.press("n")
    try await journey.opens("Kia K5 2021")
    journey.press("p")
    try await journey.opens("Kia EV6 2022")
    journey.press(.escape)
    #expect(journey.titles == ["Cars"])
    #expect(journey.selectedRow?.contains("EV6") == true)
  }

  @Test("to a car that is not there says so and stays on the list")
  func missing() async throws {
    let journey = try await Journey()
    #expect(await journey.follows(.car(99)) == false)
    #expect(journey.titles == ["Cars"])
    #expect(journey.text.contains("The catalogue has no car 99"))
  }

  @Test("to a search shows what it finds, and Esc shows everything")
  func search() async throws {
    let journey = try await Journey()
    journey.navigation?.open(.search("kia 2022"))
    let list = try #require(try journey.top(CarListView.self).reactor)
    await list.shows(["EV6"])
    #expect(journey.text.contains("filter: kia 2022"))
    journey.press(.escape)
    await list.shows(CatalogueFixture.cars.map(\.model))
    #expect(journey.titles == ["Cars"])
  }

  @Test("waits at the first start until there are cars")
  func firstStart() async throws {
    let journey = try await Journey([])
    try journey.bundle(CatalogueFixture.cars)
    journey.navigation?.open(.car(3))
    #expect(journey.titles == ["Welcome"])
    journey.press(.enter)
    try await journey.reaches(["Cars", "Kia EV6 2022"])
  }
}

extension Journey {
  /// Follows a link to its end; false when it does not lead there.
  func follows(_ link: DeepLink) async -> Bool {
    await withCheckedContinuation { ended in navigation?.open(link) { ended.resume(returning: $0) } }
  }
}
