import Foundation
import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomTestSupport
import ShowroomUploads
import Testing

@testable import ShowroomApp

@Suite(.timeLimit(.minutes(20)))
@MainActor
struct AppFlowTests {
  @Test func `the first start lets the user choose a source and then shows the cars`() async throws {
    let journey = try await Journey([])
    try journey.bundle(CatalogFixture.cars)
    #expect(journey.titles == ["Welcome"])
    let welcome = Remains(try journey.top(OnboardingView.self), \.reactor)
    journey.press(.enter)
    try await journey.reaches(["Cars"])
    #expect(journey.selectedRow?.contains("520d") == true)
    #expect(welcome.isGone)
    #expect(try journey.stack.screens.count == 1)
  }

  @Test func `skipping the choice imports the bundled catalog`() async throws {
    let journey = try await Journey([])
    try journey.bundle(CatalogFixture.cars)
    journey.press("j", .escape)
    try await journey.reaches(["Cars"])
    #expect(try journey.catalog.store.count() == 8)
  }

  @Test func `a source configured at the first start is imported`() async throws {
    let folder = try await CatalogFixture(Array(CatalogFixture.cars.prefix(5)))
    let journey = try await Journey([], environment: ["SHOWROOM_SOURCE": folder.file.path])
    try journey.bundle(CatalogFixture.cars)
    #expect(!journey.text.contains("Choose a catalog source"))

    try await journey.reaches(["Cars"])

    #expect(try journey.catalog.store.count() == 5)
    #expect(journey.catalog.sourceDescription == folder.file.path)
  }

  @Test func `a configured source that cannot be imported is reported, and another can be chosen`()
    async throws
  {
    let journey = try await Journey([], environment: ["SHOWROOM_SOURCE": "/nowhere/cars.csv"])
    try journey.bundle(CatalogFixture.cars)
    let reactor = try #require(try journey.top(OnboardingView.self).reactor)
    _ = await first(reactor.state(\.failure)) { $0 != nil }

    #expect(journey.text.contains("Choose a catalog source"))
    #expect(journey.text.contains("/nowhere/cars.csv"))
    journey.press(.escape, .escape)
    try await journey.reaches(["Cars"])
    #expect(try journey.catalog.store.count() == 8)
  }

  @Test func `a configured source cannot be changed on a screen`() async throws {
    let journey = try await Journey(environment: ["SHOWROOM_SOURCE": "/cars.csv"])
    #expect(journey.titles == ["Cars"])
    journey.run("source")
    #expect(journey.titles == ["Cars"])
    #expect(journey.text.contains("It is set to /cars.csv") && journey.text.contains("[Close]"), "\(journey.text)")
    journey.press(.escape)
    #expect(!journey.text.contains("The cars come from"))
  }

  @Test func `the source can be chosen again, on one screen only, and leaving it changes nothing`() async throws {
    let journey = try await Journey()
    journey.run("source")
    #expect(journey.titles == ["Cars", "Source"])
    journey.run("source")
    #expect(journey.titles == ["Cars", "Source"])
    let source = Remains(try journey.top(OnboardingView.self), \.reactor)
    journey.press(.escape)
    #expect(journey.titles == ["Cars"])
    #expect(source.isGone)
  }

  @Test func `another source replaces the cars and is used by future refreshes`() async throws {
    let journey = try await Journey.withList()
    try journey.bundle(Array(CatalogFixture.cars.prefix(2)))
    journey.press(.enter)
    journey.run("source")
    #expect(journey.titles == ["Cars", "BMW 520d 2023", "Source"])
    journey.press(.enter)
    _ = await first(journey.catalog.refreshQuestion.asObservable()) { $0 != nil }
    await journey.clock.advance(by: .seconds(2))
    #expect(journey.text.contains("Remove 6 of 8 cars?"))
    // The cars are kept by default.
    journey.press(.enter)
    _ = await first(journey.catalog.refreshProgress.asObservable()) { $0 == nil }
    #expect(try journey.catalog.store.count() == 8 && journey.titles.last == "Source")
    journey.press(.enter)
    _ = await first(journey.catalog.refreshQuestion.asObservable()) { $0 != nil }
    await journey.clock.advance(by: .seconds(2))
    journey.type("y")
    try await journey.reaches(["Cars", "BMW 520d 2023"])
    await eventually { journey.text.contains("6 gone  z Undo") }
    #expect(journey.catalog.sourceDescription.hasSuffix("catalog.csv.gz"))

    journey.type("z")

    await eventually { journey.text.contains("Restored the previous cars") }
    #expect(try journey.catalog.store.count() == 8)
    #expect(journey.catalog.sourceDescription == journey.fixture.file.path)
  }

  @Test func `the list offers what changed after another source has been chosen, as after a refresh`() async throws {
    let journey = try await Journey.withList()
    var cars = CatalogFixture.cars
    cars[3][.combinedMPG] = 40
    try journey.bundle(cars)
    journey.run("source")
    journey.press(.enter)

    try await journey.reaches(["Cars"])
    await eventually { journey.text.contains("1 changed") }
    #expect(journey.text.contains("w What changed"), "\(journey.text)")
  }

  @Test func `changes in views are reported when another source has been chosen`() async throws {
    let journey = try await Journey.withList()
    try journey.catalog.store.save(SavedView(name: "toyotas", query: "make:toyota"))
    try journey.bundle(Array(CatalogFixture.cars.prefix(5)))
    journey.run("source")
    journey.press(.enter)
    _ = await first(journey.catalog.refreshQuestion.asObservable()) { $0 != nil }
    await journey.clock.advance(by: .seconds(2))

    journey.type("y")

    try await journey.reaches(["Cars"])
    await eventually { journey.text.contains("Changes: 1 in @toyotas") }
  }

  @Test func `each key takes effect before the next one, even with effects on other threads`() async throws {
    try await EffectExecutor.$current.withValue(BackgroundExecutor()) {
      let journey = try await Journey()
      journey.terminal.feed(":source".map { .key(Key(.character($0))) } + [.key(.enter)])
      #expect(journey.titles == ["Cars", "Source"])
    }
  }

  @Test func `Ctrl-C quits from any screen`() async throws {
    let journey = try await Journey()
    journey.press(.enter, .control("c"))
    _ = await first(journey.quits.asObservable()) { $0 == 1 }
    #expect(journey.quits.value == 1)
  }

  @Test func `the help and the palette open over any screen, and the program quits on request`() async throws {
    let journey = try await Journey()
    journey.press("?")
    #expect(journey.text.contains("─ Help: Keys ─"))
    journey.press(.escape, .enter, "?")
    #expect(journey.text.contains("─ Help: Keys ─"))
    journey.press(.escape, ":")
    #expect(journey.text.contains("─ Commands ─"))
    journey.press(.escape)
    #expect(journey.titles == ["Cars", "BMW 520d 2023"])
    #expect(!journey.text.contains("─ Commands ─"))
    // Goes back once more than there are screens.
    journey.press("q")
    #expect(journey.quits.value == 0)
    journey.press("q")
    _ = await first(journey.quits.asObservable()) { $0 == 1 }
    #expect(journey.quits.value == 1)
  }

  // MARK: Quitting

  @Test(arguments: [[Key.control("c")], [.control("p"), "q", "u", "i", "t", .enter]])
  func `quitting with an unsaved note asks first`(keys: [Key]) async throws {
    let journey = try await Journey.withList()
    journey.press(.enter, "e")
    journey.type("Quiet")
    for key in keys { journey.press(key) }
    #expect(journey.text.contains("Save the note before quitting?"))
    #expect(journey.quits.value == 0)
    journey.press("c")
    #expect(journey.text.contains("Quiet"))

    for key in keys { journey.press(key) }
    journey.press("s")
    _ = await first(journey.quits.asObservable()) { $0 == 1 }

    #expect(try journey.catalog.userData(id: 1).note == "Quiet")
  }

  @Test func `an unsaved note can be discarded when the program quits`() async throws {
    let journey = try await Journey.withList()
    journey.press(.enter, "e", "x", .control("c"), "d")
    _ = await first(journey.quits.asObservable()) { $0 == 1 }
    #expect(try journey.catalog.userData(id: 1).note == nil)
  }

  @Test func `an unsaved note under another screen is asked about, too`() async throws {
    let journey = try await Journey.withList()
    journey.press(.enter, "e", "x")
    journey.press(.control("p"))
    journey.type("uploads")
    journey.press(.enter)
    #expect(journey.titles.last == "Uploads")
    journey.press(.control("c"))
    #expect(journey.text.contains("Save the note before quitting?"))
  }

  @Test(arguments: [true, false])
  func `a note that is unsaved when the uploads have finished first is asked about`(asked: Bool) async throws {
    let script = UploadScript()
    let journey = try await Journey.withList(service: script.service)
    journey.uploads.snapshot.accept(UploadSnapshot(uploads: [ScriptedUploads.upload(1, "a.pdf", .uploading)]))
    journey.press("q", "f")
    journey.press(.enter, "e")
    journey.type("Quiet")
    // The user may have been asked already, because of another request.
    if asked { journey.press(.control("c")) }

    journey.uploads.snapshot.accept(
      UploadSnapshot(
        uploads: [ScriptedUploads.upload(1, "a.pdf", .done), ScriptedUploads.upload(2, "b.pdf", .paused)],
        isPaused: true))
    await journey.settles()

    #expect(journey.text.contains("Save the note before quitting?"))
    #expect(script.with { $0.stops } == [] && journey.quits.value == 0)

    journey.press("s")
    _ = await first(journey.quits.asObservable()) { $0 == 1 }

    #expect(try journey.catalog.userData(id: 1).note == "Quiet")
    #expect(script.with { $0.stops } == [.keep])
  }

  @Test func `Ctrl-C asks once about an unsaved note, and the second time it quits`() async throws {
    let journey = try await Journey.withList()
    journey.press(.enter, "e", "x", .control("c"), .right, .control("c"))
    _ = await first(journey.quits.asObservable()) { $0 == 1 }
    #expect(journey.quits.value == 1)
  }

  @Test func `an unchanged note does not delay quitting`() async throws {
    let journey = try await Journey.withList()
    journey.press(.enter, "e", .control("c"))
    _ = await first(journey.quits.asObservable()) { $0 == 1 }
    #expect(journey.window.modals.isEmpty)
  }
}
