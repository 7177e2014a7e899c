import Foundation
import ReactorCore
import ReactorTerminal
import ShowroomTestSupport
import ShowroomText
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog
@testable import ShowroomFormatting

@MainActor @Suite(.timeLimit(.minutes(20)))
struct ChangesViewTests {
  /// Shows a page over a stubbed reactor.
  private func show(
    _ changes: CatalogChanges?, on stage: Stage, in savedView: SavedView? = nil, failure: CatalogError? = nil
  ) async throws -> (stub: Stub<ChangesReactor>, reactor: ChangesReactor) {
    let reactor = ChangesReactor(catalog: try await CatalogFixture([]).live(), in: savedView)
    let stub = reactor.stub()
    stub.state.changes = changes
    stub.state.failure = failure
    let view = ChangesView(formatting: CarFormatting(ascii: stage.terminal.capabilities.isASCII))
    view.reactor = reactor
    stage.show(view)
    return (stub, reactor)
  }

  @Test func `the page lists the cars by make, with a line for each field that changed`() async throws {
    let stage = Stage(80, 14)
    let (stub, reactor) = try await show(CatalogFixture.refreshed().store.carChanges(), on: stage)
    stage.expect(
      """
       Cars › What changed                                   1 new, 1 changed, 1 gone
      Kia
      ▸ new      2024  EV9                     90 MPGe
        changed  2021  K5                      Class Midsize car → Large car
                                               Fuel economy 32 → 40 mpg
      현대
        gone     2016  그랜저                  –






       Enter Open  n Hide new cars  Esc Back
      """)
    stage.terminal.press("j")
    #expect(stage.text.contains("Enter Open"))

    stage.terminal.press("n")
    #expect(stub.actions.suffix(1) == [.toggleNew])
    stub.state.hidesNew = true
    #expect(!stage.text.contains("EV9") && stage.text.contains("n Show new cars"))
    #expect(stage.text.contains("  2 of 3 cars\n"), "\(stage.text)")
    stage.terminal.press("j", "j", .enter)
    #expect(!stub.actions.contains { if case .open = $0 { true } else { false } }, "a car that is gone has no page")
    #expect(stage.text.contains("The car is no longer in the catalog."), "\(stage.text)")
    withExtendedLifetime(reactor) {}
  }

  @Test func `a car that the catalog keeps as a favorite is counted as withdrawn, and opens`() async throws {
    let fixture = try await CatalogFixture()
    try fixture.store.setFavorite(true, id: 8)
    try fixture.publish(Array(CatalogFixture.cars.prefix(7)))
    _ = try await fixture.store.refresh(from: .file(fixture.file))
    let stage = Stage(80, 10)
    let (stub, reactor) = try await show(fixture.store.carChanges(), on: stage)
    #expect(stage.text.contains("  1 gone (1 withdrawn)\n"), "\(stage.text)")

    stage.terminal.press(.enter)

    #expect(stub.actions.last == .open(8))
    withExtendedLifetime(reactor) {}
  }

  @Test func `a narrow page wraps the changes, so that new values are visible`() async throws {
    let stage = Stage(50, 12)
    let (stub, reactor) = try await show(CatalogFixture.refreshed().store.carChanges(), on: stage)
    stage.expect(
      """
       Cars › What changed     1 new, 1 changed, 1 gone
      Kia
      ▸ new      2024  EV9            90 MPGe
        changed  2021  K5             Class Midsize
                                        car → Large
                                        car
                                      Fuel economy
                                        32 → 40 mpg
      현대
        gone     2016  그랜저         –

       Enter Open  n Hide new cars  Esc Back
      """)

    stub.state.hidesNew = true
    #expect(stage.text.hasPrefix(" Cars › What changed                  2 of 3 cars\n"), "\(stage.text)")

    stage.terminal.resize(to: Size(width: 80, height: 12))

    #expect(stage.text.contains("Class Midsize car → Large car"), "\(stage.text)")
    withExtendedLifetime(reactor) {}
  }

  @Test func `a page without changes says what it is for`() async throws {
    let stage = Stage()
    let (stub, reactor) = try await show(CatalogChanges(), on: stage)
    #expect(stage.text.contains("No changes yet") && stage.text.contains("After a refresh, this page shows"))

    var replacement = CatalogChanges()
    replacement.isReplacement = true
    stub.state.changes = replacement
    #expect(stage.text.contains("No changes to show") && stage.text.contains("The latest refresh replaced"))

    var changes = CatalogChanges()
    changes.repriced = 45_735
    stub.state.changes = changes
    #expect(stage.text.contains("Only fuel costs changed") && stage.text.contains("of 45,735 cars"))

    changes.cars = [CarChange(kind: .new, old: nil, car: CatalogFixture.cars[0])]
    stub.state.changes = changes
    stub.state.hidesNew = true
    #expect(stage.text.contains("No other cars changed, and none are gone."))

    stub.state.failure = .canceled
    #expect(stage.text.contains("520d") == false && stage.text.contains("Could not read the changes"))
    withExtendedLifetime(reactor) {}
  }

  @Test func `the title names the view whose cars are listed`() async throws {
    let stage = Stage()
    let view = try SavedView(name: "pay\u{200D}pal", query: "make:kia")
    let (_, reactor) = try await show(CatalogChanges(), on: stage, in: view)

    #expect(stage.text.contains("Cars › What changed in @pay\u{FFFD}pal"), "\(stage.text)")
    #expect(stage.text.contains("No changes in @pay\u{FFFD}pal"), "\(stage.text)")
    withExtendedLifetime(reactor) {}
  }

  @Test func `a refresh that changed a car in a view notifies once and offers the changes in that view`() async throws {
    let journey = try await Journey.withList()
    try journey.fixture.store.save(SavedView(name: "bmws", query: "make:bmw"))
    var cars = CatalogFixture.cars
    cars[0][.combinedMPG] = 50
    cars[3][.combinedMPG] = 40
    try journey.fixture.publish(cars)
    journey.window.handle([.focusLost])

    journey.press("r")
    await eventually { journey.text.contains("Changes: 1 in @bmws  w Show") }
    journey.press("w")

    try await journey.reaches(["Cars", "What changed in @bmws"])
    await journey.clock.advance(by: .seconds(20))
    await eventually { journey.text.contains("Fuel economy 49 → 50 mpg") }
    #expect(!journey.text.contains("K5"), "\(journey.text)")
    #expect(journey.terminal.notifications == [.notification(title: "Changes: 1 in @bmws", body: "")])
    journey.press(.escape)
    #expect(journey.titles == ["Cars"])
  }

  @Test func `a message about changes in a view does not stack their page on itself`() async throws {
    let journey = try await Journey.withList()
    let bmws = try SavedView(name: "bmws", query: "make:bmw")
    let kias = try SavedView(name: "kias", query: "make:kia")
    func show(_ view: SavedView) async throws {
      journey.catalog.viewChanges.send([ViewChanges(view: view, count: 1)])
      journey.press("w")
      let reactor = try #require(journey.top(ChangesView.self).reactor)
      // Until then, the page holds keys.
      await eventually { !reactor.currentState.isReading }
    }

    try await show(bmws)
    try await show(bmws)
    #expect(journey.titles == ["Cars", "What changed in @bmws"])

    try await show(kias)
    #expect(journey.titles == ["Cars", "What changed in @bmws", "What changed in @kias"])
  }

  @Test func `a refresh that changed no car in a view does not notify`() async throws {
    let journey = try await Journey.withList()
    try journey.fixture.store.save(SavedView(name: "bmws", query: "make:bmw"))
    var cars = CatalogFixture.cars
    cars[3][.combinedMPG] = 40
    try journey.fixture.publish(cars)
    journey.window.handle([.focusLost])

    journey.press("r")
    await eventually { journey.text.contains("1 changed") && journey.catalog.refreshProgress.value == nil }
    await journey.catalog.readingViewChanges?.value

    #expect(!journey.text.contains("@bmws"), "\(journey.text)")
    #expect(journey.terminal.notifications == [])
  }

  @Test func `after a refresh the list offers the page, and a car opens from it`() async throws {
    let journey = try await Journey.withList()
    #expect(!journey.text.contains("w What changed"))
    var cars = CatalogFixture.cars
    cars[3][.combinedMPG] = 40
    try journey.fixture.publish(cars + [Car(id: 9, make: "Kia", model: "EV9", year: 2024, fuel: .electric)])
    func today() -> Substring { TimestampFormatting().minute(Date().timeIntervalSince1970).prefix(10) }
    let before = today()
    journey.press("r")
    await eventually { journey.text.contains("1 new, 1 changed") }
    await eventually { journey.text.contains("w What changed") }
    // The refresh may have passed midnight.
    let days = [before, today()]

    journey.press("w")
    try await journey.reaches(["Cars", "What changed"])
    // The message about the refresh disappears.
    await journey.clock.advance(by: .seconds(20))
    await eventually { journey.text.contains("Fuel economy 32 → 40 mpg") }
    journey.press("j", .enter)
    try await journey.opens("Kia K5 2021")
    await eventually {
      journey.text.contains("Changes") && days.contains { journey.text.contains("\($0)  Fuel economy 32 → 40 mpg") }
    }

    journey.press(.escape, .escape)
    #expect(journey.titles == ["Cars"])
  }

  @Test func `Enter that is typed ahead opens the first car`() async throws {
    let journey = try await Journey.withList()
    try journey.fixture.publish(CatalogFixture.cars + [Car(id: 9, make: "Kia", model: "EV9", year: 2024)])
    journey.press("r")
    await eventually { journey.text.contains("1 new") }

    journey.press("w", .enter)

    await eventually { journey.titles.count == 3 }
    try await journey.opens("Kia EV9 2024")
  }
}
