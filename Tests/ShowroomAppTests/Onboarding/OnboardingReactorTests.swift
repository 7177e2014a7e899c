import Catalogue
import Foundation
import ReactorCore
import Testing

@testable import ShowroomApp

@Suite("The choice of a source", .timeLimit(.minutes(5)))
@MainActor
struct OnboardingReactorTests {
  @Test("takes the cars, tells how far it is, and is remembered then")
  func taking() async throws {
    let source = ScriptedSource()
    let harness = try await OnboardingHarness(source: source)
    harness.send(.select(.address), .edit("https://example.org/vehicles.csv"), .take)
    #expect(harness.reactor.currentState.isTaking)
    let progress = RefreshProgress(phase: .importing, completedBytes: 30, totalBytes: 60, cars: 12)
    source.report(progress)
    await harness.waits { $0.progress == progress }
    #expect(harness.choices.chosen.source == nil)
    source.finish(.applied(RefreshCounts()))
    await harness.waits { !$0.isTaking }
    #expect(harness.reactor.currentState.taken == .applied(RefreshCounts()))
    #expect(harness.reactor.currentState.progress == nil)
    let address = try CatalogueSource(parsing: "https://example.org/vehicles.csv")
    #expect(harness.asked == [address])
    #expect(harness.choices.chosen.source == address)
    #expect(harness.catalogue.sourceDescription == "https://example.org/vehicles.csv")
  }

  @Test("that fails says why, is not remembered, and can be tried again")
  func failing() async throws {
    let source = ScriptedSource()
    let harness = try await OnboardingHarness(source: source)
    harness.send(.select(.file), .edit("~/cars.csv"), .take)
    source.fail(.source(.webPage, source: "cars.csv"))
    await harness.waits { !$0.isTaking && $0.failure != nil }
    #expect(
      harness.reactor.currentState.failure
        == "cars.csv is a web page, not a catalogue; use the address of the file itself.")
    #expect(harness.reactor.currentState.taken == nil)
    #expect(harness.choices.chosen.source == nil)
    harness.send(.take)
    #expect(harness.reactor.currentState.failure == nil)
    source.finish(.notModified)
    await harness.waits { $0.taken == .notModified }
    #expect(harness.asked.count == 2)
    #expect(harness.choices.chosen.source == .file(harness.fixture.folder.appendingPathComponent("cars.csv")))
  }

  @Test("can be stopped while cars are taken; nothing has happened then")
  func stopping() async throws {
    let source = ScriptedSource()
    let harness = try await OnboardingHarness(source: source)
    harness.send(.take, .cancel)
    #expect(!harness.reactor.currentState.isTaking)
    #expect(harness.reactor.currentState.failure == nil)
    #expect(harness.catalogue.refreshProgress.value == nil)
    #expect(harness.reactor.currentState.taken == nil)
  }

  @Test("holds what was typed for each choice, and is not changed while cars are taken")
  func texts() async throws {
    let harness = try await OnboardingHarness(source: ScriptedSource())
    harness.send(.select(.file), .edit("a"), .select(.address), .edit("b"), .select(.file))
    #expect(harness.reactor.currentState.text == "a")
    harness.send(.select(.bundled), .take, .select(.address), .edit("c"))
    #expect(harness.reactor.currentState.choice == .bundled)
    #expect(harness.reactor.currentState.texts == [.file: "a", .address: "b"])
  }

  @Test(
    "is refused in a sentence when nothing that could be taken was typed",
    arguments: [
      (OnboardingReactor.Choice.file, " ", "Type the path of the catalogue first; ~ is your home."),
      (.address, "", "Type the address of the catalogue first; it begins with https:// or http://."),
      (.address, "cars.csv", "\"cars.csv\" is no web address; it begins with https:// or http://."),
      (
        .address, "ftp://example.org",
        "\"ftp://example.org\" is neither a file nor a web address; give a path, or an address that begins with https://."
      ),
    ])
  func refusals(choice: OnboardingReactor.Choice, text: String, sentence: String) async throws {
    let harness = try await OnboardingHarness()
    harness.send(.select(choice), .edit(text), .take)
    #expect(harness.reactor.currentState.failure == sentence)
    #expect(!harness.reactor.currentState.isTaking)
    #expect(harness.asked == [])
    // Whoever goes on typing is no longer blamed.
    harness.send(.edit(text + "x"))
    #expect(harness.reactor.currentState.failure == nil)
  }

  @Test("waits for a refresh that is under way")
  func busy() async throws {
    let harness = try await OnboardingHarness(CatalogueFixture.cars, isFirst: false, source: ScriptedSource())
    let refresh = harness.catalogue.refresh().subscribe(onNext: { _ in })
    harness.send(.select(.file), .edit("~/cars.csv"), .take)
    #expect(harness.reactor.currentState.failure?.hasPrefix("The catalogue is being refreshed") == true)
    refresh.dispose()
  }

  @Test("means the bundled catalogue when it is skipped at the first time, and nothing later")
  func skipping() async throws {
    let harness = try await OnboardingHarness()
    try harness.fixture.publish(CatalogueFixture.cars)
    try FileManager.default.moveItem(atPath: harness.path("source.json"), toPath: harness.path("catalogue.json"))
    harness.send(.select(.file), .cancel)
    #expect(harness.reactor.currentState.choice == .bundled)
    await harness.waits { $0.taken != nil }
    #expect(try harness.catalogue.store.count() == 8)
    #expect(harness.choices.chosen.source == nil)

    let later = try await OnboardingHarness(CatalogueFixture.cars, isFirst: false)
    later.send(.cancel)
    #expect(later.reactor.currentState.declined)
    #expect(later.asked == [])
  }

  @Test("of the bundled catalogue says when that is missing, and forgets an older choice when it is there")
  func bundled() async throws {
    let harness = try await OnboardingHarness()
    harness.send(.take)
    #expect(harness.reactor.currentState.failure?.contains("catalogue.json that comes with the program") == true)

    let source = ScriptedSource()
    let other = try await OnboardingHarness(CatalogueFixture.cars, isFirst: false, source: source)
    try other.choices.chosen.remember(.file(URL(fileURLWithPath: "/cars.csv")))
    other.send(.take)
    source.finish(.notModified)
    await other.waits { $0.taken != nil && !$0.isTaking }
    #expect(other.choices.chosen.source == nil)
  }

  @Test("that cannot be written down says so; the cars are there all the same")
  func notRemembered() async throws {
    let harness = try await OnboardingHarness()
    try harness.fixture.publish(CatalogueFixture.cars)
    try FileManager.default.createDirectory(atPath: harness.path("data/source"), withIntermediateDirectories: true)
    harness.send(.select(.file), .edit("~/source.json"), .take)
    await harness.waits { $0.failure != nil }
    let failure = try #require(harness.reactor.currentState.failure)
    #expect(failure.contains("data/source: Is a directory"), "\(failure)")
    #expect(try harness.catalogue.store.count() == 8)
  }
}
