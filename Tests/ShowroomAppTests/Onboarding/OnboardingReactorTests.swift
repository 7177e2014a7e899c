import Foundation
import ReactorCore
import ShowroomCatalog
import Testing

@testable import ShowroomApp
@testable import ShowroomSettings

@Suite(.timeLimit(.minutes(20)))
@MainActor
struct OnboardingReactorTests {
  @Test func `importing shows the progress and then saves the source`() async throws {
    let source = ScriptedSource()
    let harness = try await OnboardingHarness(source: source)
    harness.send(.select(.address), .edit("https://example.org/vehicles.csv"), .importCars)
    #expect(harness.reactor.currentState.isImporting)
    let progress = RefreshProgress(phase: .importing, completedBytes: 30, totalBytes: 60, cars: 12)
    source.report(progress)
    await harness.waits { $0.progress == progress }
    #expect(harness.choices.chosen.source == nil)
    source.finish(.applied(RefreshCounts()))
    await harness.waits { !$0.isImporting }
    #expect(harness.outputs.elements == [.carsImported(.applied(RefreshCounts()))])
    #expect(harness.reactor.currentState.progress == nil)
    let address = try CatalogSource(parsing: "https://example.org/vehicles.csv")
    #expect(harness.asked == [address])
    #expect(harness.choices.chosen.source == address)
    #expect(harness.catalog.sourceDescription == "https://example.org/vehicles.csv")
  }

  @Test func `a failed import shows the cause, is not saved, and can be retried`() async throws {
    let source = ScriptedSource()
    let harness = try await OnboardingHarness(source: source)
    harness.send(.select(.file), .edit("~/cars.csv"), .importCars)
    source.fail(.source(.webPage, source: "cars.csv"))
    await harness.waits { !$0.isImporting && $0.failure != nil }
    #expect(
      harness.reactor.currentState.failure
        == "cars.csv is a web page, not a catalog. Use the address of the file itself.")
    #expect(harness.outputs.elements.isEmpty)
    #expect(harness.choices.chosen.source == nil)
    harness.send(.importCars)
    #expect(harness.reactor.currentState.failure == nil)
    source.finish(.notModified)
    await harness.waits { $0.isImported }
    #expect(harness.outputs.elements == [.carsImported(.notModified)])
    #expect(harness.asked.count == 2)
    #expect(harness.choices.chosen.source == .file(harness.fixture.folder.appendingPathComponent("cars.csv")))
  }

  @Test func `the address of the current edition is proposed, and refreshes the bundled catalog`() async throws {
    let source = ScriptedSource()
    let harness = try await OnboardingHarness(source: source)
    #expect(harness.reactor.currentState.texts == [.address: "https://example.org/cars"])

    harness.send(.importCars)
    source.finish(.notModified)
    await harness.waits { $0.isImported }

    #expect(harness.outputs.elements == [.carsImported(.notModified)])
    #expect(harness.catalog.sourceDescription == "https://example.org/cars")
    #expect(harness.choices.chosen.source == nil)
  }

  @Test func `canceling an import changes nothing`() async throws {
    let source = ScriptedSource()
    let harness = try await OnboardingHarness(source: source)
    harness.send(.importCars, .cancel)
    await harness.waits { !$0.isImporting }
    #expect(harness.reactor.currentState.failure == nil)
    #expect(harness.catalog.refreshProgress.value == nil)
    #expect(harness.outputs.elements.isEmpty)
  }

  @Test func `an import that is canceled after its commit is complete`() async throws {
    let source = ScriptedSource(isCommitted: true)
    let harness = try await OnboardingHarness(source: source)
    harness.send(.importCars, .cancel)
    #expect(harness.reactor.currentState.isImporting)
    source.finish(.applied(RefreshCounts()))
    await harness.waits { !$0.isImporting }
    #expect(harness.outputs.elements == [.carsImported(.applied(RefreshCounts()))])
  }

  @Test func `each choice keeps its text, which cannot change during an import`() async throws {
    let harness = try await OnboardingHarness(source: ScriptedSource())
    harness.send(.select(.file), .edit("a"), .select(.address), .edit("b"), .select(.file))
    #expect(harness.reactor.currentState.text == "a")
    harness.send(.select(.bundled), .importCars, .select(.address), .edit("c"))
    #expect(harness.reactor.currentState.choice == .bundled)
    #expect(harness.reactor.currentState.texts == [.file: "a", .address: "b"])
  }

  @Test(
    arguments: [
      (OnboardingReactor.Choice.file, " ", "Enter the path of the catalog. ~ is your home folder."),
      (.address, "", "Enter the URL of the catalog. It begins with https:// or http://."),
      (.address, "cars.csv", "\"cars.csv\" is not a web address. Enter a URL that begins with https:// or http://."),
      (
        .address, "ftp://example.org",
        "\"ftp://example.org\" is neither a file nor a web address. Enter a path, or an address that begins with https://."
      ),
    ])
  func `a missing or invalid path or address is rejected with a message`(
    choice: OnboardingReactor.Choice, text: String, message: String
  ) async throws {
    let harness = try await OnboardingHarness()
    harness.send(.select(choice), .edit(text), .importCars)
    #expect(harness.reactor.currentState.failure == message)
    #expect(!harness.reactor.currentState.isImporting)
    #expect(harness.asked == [])
    // Editing the text clears the failure.
    harness.send(.edit(text + "x"))
    #expect(harness.reactor.currentState.failure == nil)
  }

  @Test func `no import starts during a refresh`() async throws {
    let harness = try await OnboardingHarness(CatalogFixture.cars, isFirst: false, source: ScriptedSource())
    let refresh = harness.catalog.refresh().subscribe(onNext: { _ in })
    harness.send(.select(.file), .edit("~/cars.csv"), .importCars)
    #expect(harness.reactor.currentState.failure?.hasPrefix("The catalog is being refreshed") == true)
    refresh.dispose()
  }

  @Test func `skipping imports the bundled catalog at the first start, and nothing later`() async throws {
    let harness = try await OnboardingHarness()
    try harness.fixture.publish(CatalogFixture.cars)
    try FileManager.default.moveItem(atPath: harness.path("source.json"), toPath: harness.path("catalog.csv.gz"))
    harness.send(.select(.file), .cancel)
    #expect(harness.reactor.currentState.choice == .bundled)
    await harness.waits { $0.isImported }
    #expect(try harness.catalog.store.count() == 8)
    #expect(harness.choices.chosen.source == nil)

    let later = try await OnboardingHarness(CatalogFixture.cars, isFirst: false)
    later.send(.cancel)
    #expect(later.outputs.elements == [.declined])
    #expect(later.asked == [])
  }

  @Test func `the bundled catalog replaces an earlier choice, and a missing one is reported`() async throws {
    let harness = try await OnboardingHarness()
    harness.send(.importCars)
    #expect(harness.reactor.currentState.failure?.contains("bundled file catalog.csv.gz") == true)

    let source = ScriptedSource()
    let other = try await OnboardingHarness(CatalogFixture.cars, isFirst: false, source: source)
    try other.choices.chosen.remember(.file(URL(fileURLWithPath: "/cars.csv")))
    other.send(.importCars)
    source.finish(.notModified)
    await other.waits { $0.isImported && !$0.isImporting }
    #expect(other.choices.chosen.source == nil)
  }

  @Test func `a choice that cannot be saved is reported, and its cars are imported`() async throws {
    let harness = try await OnboardingHarness()
    try harness.fixture.publish(CatalogFixture.cars)
    try FileManager.default.createDirectory(atPath: harness.path("data/source"), withIntermediateDirectories: true)
    harness.send(.select(.file), .edit("~/source.json"), .importCars)
    await harness.waits { $0.failure != nil }
    let failure = try #require(harness.reactor.currentState.failure)
    #expect(failure.contains("data/source: Is a directory"), "\(failure)")
    #expect(try harness.catalog.store.count() == 8)
  }
}
