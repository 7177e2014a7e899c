import Foundation
import ReactorTerminal
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomSettings

/// The settings in the command palette.
@Suite(.timeLimit(.minutes(20)))
@MainActor
struct ScreenSettingsTests {
  @Test func `units apply at once to the list, to a car and to a comparison`() async throws {
    let journey = try await Journey.withList()
    #expect(journey.text.contains("Economy mpg"))
    journey.run("units")
    #expect(!journey.text.contains("mpg") && journey.text.contains("kWh/100 km"))

    journey.press(.enter)
    let car = try journey.top(CarDetailView.self)
    _ = await first(try #require(car.reactor).state) { $0.page != nil }
    #expect(journey.text.contains("L/100 km"))
    journey.run("units")
    #expect(journey.text.contains("49 mpg") && !journey.text.contains("/100 km"))
    journey.run("units")
    journey.press(.escape, " ", .down, " ", "c")
    try await journey.reaches(["Cars", "Compare"])
    let comparison = try #require(try journey.top(CompareView.self).reactor)
    _ = await first(comparison.state) { $0.columns.allSatisfy { $0.car != nil } }
    #expect(journey.text.contains("L/100 km"))
    journey.run("units")
    #expect(journey.text.contains("49 mpg"))
  }

  @Test func `ASCII applies at once to every screen that is open`() async throws {
    let journey = try await Journey.withList()
    journey.press("f", .enter)
    let car = try #require(try journey.top(CarDetailView.self).reactor)
    _ = await first(car.state) { $0.page?.userData.isFavorite == true }
    #expect(journey.text.contains("★"))

    journey.run("ascii")

    #expect(journey.text.allSatisfy { $0.isASCII || $0 == "랜" } && journey.titles.last?.hasSuffix(" *") == true)
    journey.press(.escape)
    journey.press("/")
    journey.type("kia")
    _ = await first(try #require(try journey.top(CarListView.self).reactor).state(\.listing)) { $0.count == 3 }
    #expect(journey.text.allSatisfy { $0.isASCII })
  }

  @Test func `the next session begins with what the user has changed`() async throws {
    let folder = try TemporaryFolder()
    let file = SessionFile(folder.url.appendingPathComponent("session.json"), logger: CatalogFixture.silent)
    let journey = try await Journey.withList(memory: file)
    for name in ["units", "theme", "mouse", "ascii", "ascii"] { journey.run(name) }
    await journey.memory?.finish()

    let state = file.load()

    #expect(state.units == .metric && state.theme == "light")
    #expect(state.hasMouse == false && state.isASCII == false)
    #expect(journey.terminal.requests.contains(.mouse(false)))
  }
}
