import ReactorTerminal
import Testing

@testable import ShowroomApp

@Suite(.timeLimit(.minutes(20)))
@MainActor
struct FollowingTests {
  @Test func `a link to a car opens it from the list, where it is selected, with its neighbors`() async throws {
    let journey = try await Journey()
    journey.navigation?.open(.car(3))
    try await journey.reaches(["Cars", "Kia EV6 2022"])
    #expect(journey.text.contains("3/8"))
    journey.press("n")
    try await journey.opens("Kia K5 2021")
    journey.press("N")
    try await journey.opens("Kia EV6 2022")
    journey.press(.escape)
    #expect(journey.titles == ["Cars"])
    #expect(journey.selectedRow?.contains("EV6") == true)
  }

  @Test func `a link to a missing car shows a message on the list`() async throws {
    let journey = try await Journey()
    #expect(await journey.follows(.car(99)) == false)
    #expect(journey.titles == ["Cars"])
    #expect(journey.text.contains("Car 99 is not in the catalog"))
  }

  @Test func `a link to a search shows its results, and Esc shows all cars`() async throws {
    let journey = try await Journey()
    journey.navigation?.open(.search("kia 2022"))
    let list = try #require(try journey.top(CarListView.self).reactor)
    await list.shows(["EV6"])
    #expect(journey.text.contains("filter: kia 2022"))
    journey.press(.escape)
    await list.shows(CatalogFixture.cars.map(\.model))
    #expect(journey.titles == ["Cars"])
  }

  @Test func `a link waits at the first start until there are cars`() async throws {
    let journey = try await Journey([])
    try journey.bundle(CatalogFixture.cars)
    journey.navigation?.open(.car(3))
    #expect(journey.titles == ["Welcome"])
    journey.press(.enter)
    try await journey.reaches(["Cars", "Kia EV6 2022"])
  }
}

extension Journey {
  /// Follows a link and returns whether its screen was reached.
  func follows(_ link: ShowroomLink) async -> Bool {
    await withCheckedContinuation { ended in navigation?.open(link) { ended.resume(returning: $0) } }
  }
}
