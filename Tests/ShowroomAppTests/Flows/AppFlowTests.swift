import Catalogue
import Foundation
import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import ShowroomApp

@Suite("The program", .timeLimit(.minutes(5)))
@MainActor
struct AppFlowTests {
  @Test("asks at the first start where the cars come from, and shows them when they are there")
  func firstStart() async throws {
    let journey = try await Journey([])
    try journey.bundle(CatalogueFixture.cars)
    #expect(journey.titles == ["Welcome"])
    let welcome = Remains(try journey.top(OnboardingView.self), \.reactor)
    journey.press(.enter)
    try await journey.reaches(["Cars"])
    #expect(journey.selectedRow?.contains("520d") == true)
    #expect(welcome.isGone)
    #expect(try journey.stack.screens.count == 1)
  }

  @Test("takes the bundled catalogue when the question is skipped")
  func skipping() async throws {
    let journey = try await Journey([])
    try journey.bundle(CatalogueFixture.cars)
    journey.press("j", .escape)
    try await journey.reaches(["Cars"])
    #expect(try journey.catalogue.store.count() == 8)
  }

  @Test func `a source that is named at the first start is loaded`() async throws {
    let folder = try await CatalogueFixture(Array(CatalogueFixture.cars.prefix(5)))
    let journey = try await Journey([], environment: ["SHOWROOM_SOURCE": folder.file.path])
    try journey.bundle(CatalogueFixture.cars)
    #expect(!journey.text.contains("Where do the cars come from?"))

    try await journey.reaches(["Cars"])

    #expect(try journey.catalogue.store.count() == 5)
    #expect(journey.catalogue.sourceDescription == folder.file.path)
  }

  @Test func `a source that is named at the first start and cannot be loaded says why, and another can be chosen`()
    async throws
  {
    let journey = try await Journey([], environment: ["SHOWROOM_SOURCE": "/nowhere/cars.csv"])
    try journey.bundle(CatalogueFixture.cars)
    let reactor = try #require(try journey.top(OnboardingView.self).reactor)
    _ = await first(reactor.state(\.failure)) { $0 != nil }

    #expect(journey.text.contains("Where do the cars come from?"))
    #expect(journey.text.contains("/nowhere/cars.csv"))
    journey.press(.escape, .escape)
    try await journey.reaches(["Cars"])
    #expect(try journey.catalogue.store.count() == 8)
  }

  @Test("does not ask when a source is given from outside")
  func configured() async throws {
    let journey = try await Journey(environment: ["SHOWROOM_SOURCE": "/cars.csv"])
    #expect(journey.titles == ["Cars"])
    journey.type(":source")
    journey.press(.enter)
    #expect(journey.titles == ["Cars"])
    #expect(journey.text.contains("The cars come from /cars.csv"))
    journey.press(.escape)
    #expect(!journey.text.contains("The cars come from"))
  }

  @Test("asks again when it is told to, keeps everything when nothing is chosen, and only then has one such screen")
  func again() async throws {
    let journey = try await Journey()
    journey.type(":source")
    journey.press(.enter)
    #expect(journey.titles == ["Cars", "Source"])
    journey.type(":source")
    journey.press(.enter)
    #expect(journey.titles == ["Cars", "Source"])
    let source = Remains(try journey.top(OnboardingView.self), \.reactor)
    journey.press(.escape)
    #expect(journey.titles == ["Cars"])
    #expect(source.isGone)
  }

  @Test("goes back to where it was with the cars of another source, from which it is refreshed from then on")
  func otherSource() async throws {
    let journey = try await Journey()
    try await journey.listIsComplete()
    try journey.bundle(Array(CatalogueFixture.cars.prefix(2)))
    journey.press(.enter)
    journey.type(":source")
    journey.press(.enter)
    #expect(journey.titles == ["Cars", "BMW 520d 2021", "Source"])
    journey.press(.enter)
    _ = await first(journey.catalogue.refreshQuestion.asObservable()) { $0 != nil }
    #expect(journey.text.contains("Remove 6 of 8 cars?"))
    // The cars are kept unless somebody says otherwise.
    journey.press(.enter)
    _ = await first(journey.catalogue.refreshProgress.asObservable()) { $0 == nil }
    #expect(try journey.catalogue.store.count() == 8 && journey.titles.last == "Source")
    journey.press(.enter)
    _ = await first(journey.catalogue.refreshQuestion.asObservable()) { $0 != nil }
    journey.type("y")
    try await journey.reaches(["Cars", "BMW 520d 2021"])
    #expect(journey.text.contains("6 gone"))
    #expect(journey.catalogue.sourceDescription.hasSuffix("catalogue.json"))
  }

  @Test("answers a key before the next one, also where effects have threads of their own")
  func typedAhead() async throws {
    try await EffectExecutor.$current.withValue(BackgroundExecutor()) {
      let journey = try await Journey()
      journey.terminal.feed(":source".map { .key(Key(.character($0))) } + [.key(.enter)])
      #expect(journey.titles == ["Cars", "Source"])
    }
  }

  @Test("quits from any screen with Ctrl-C")
  func interrupt() async throws {
    let journey = try await Journey()
    journey.press(.enter, .control("c"))
    _ = await first(journey.quits.asObservable()) { $0 == 1 }
    #expect(journey.quits.value == 1)
  }

  @Test("shows its help and its commands over any screen, and quits when it is asked to")
  func dialogs() async throws {
    let journey = try await Journey()
    journey.press("?")
    #expect(journey.text.contains("─ Help ─"))
    journey.press(.escape, .enter, "?")
    #expect(journey.text.contains("─ Help ─"))
    journey.press(.escape, ":")
    #expect(journey.text.contains("─ Commands ─"))
    journey.press(.escape)
    #expect(journey.titles == ["Cars", "BMW 520d 2021"])
    #expect(!journey.text.contains("─ Commands ─"))
    // Once more than there is to go back from.
    journey.press("q")
    #expect(journey.quits.value == 0)
    journey.press("q")
    _ = await first(journey.quits.asObservable()) { $0 == 1 }
    #expect(journey.quits.value == 1)
  }
}
