import Foundation
import ReactorCore
import ReactorTesting
import ShowroomCatalog
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomSettings

/// A choice of sources in a temporary folder.
@MainActor
final class OnboardingHarness {
  let fixture: CatalogFixture
  let catalog: LiveCatalog
  let choices: SourceChoices
  let reactor: OnboardingReactor
  let outputs: Recorder<OnboardingReactor.Output>
  /// The sources of the imports so far.
  private(set) var asked: [CatalogSource] = []

  /// - Parameters:
  ///   - hasTour: Whether a tour can be played.
  ///   - source: A scripted source that replaces all others; without one, real files are read.
  init(
    _ cars: [Car] = [], isFirst: Bool = true, hasTour: Bool = false, source: ScriptedSource? = nil
  ) async throws {
    let fixture = try await CatalogFixture(cars)
    let catalog = source.map(fixture.live) ?? fixture.live()
    let environment = [
      "HOME": fixture.folder.path, "SHOWROOM_RESOURCES": fixture.folder.path,
      "SHOWROOM_DATA_DIR": fixture.folder.appendingPathComponent("data").path,
    ]
    choices = SourceChoices(
      try Settings(SettingsRequest(), environment: environment, executable: fixture.folder), environment: environment)
    let edition = #"{"publisher": "Test", "address": "https://example.org/cars", "date": "2020-01", "cars": 12}"#
    if source != nil {
      try Data(edition.utf8).write(to: fixture.folder.appendingPathComponent("edition.json"))
      // The source is scripted, so the file is not read.
      try Data().write(to: fixture.folder.appendingPathComponent("catalog.csv.gz"))
    }
    let requests = Relay<CatalogSource>()
    reactor = OnboardingReactor(choices, catalog: catalog, isFirst: isFirst, hasTour: hasTour) { request in
      requests.send(request)
      return source == nil ? catalog.refresh(from: request) : catalog.refresh()
    }
    outputs = Recorder(reactor.outputs)
    self.fixture = fixture
    self.catalog = catalog
    _ = requests.subscribe { [weak self] in self?.asked.append($0) }
  }

  func path(_ name: String) -> String { fixture.folder.appendingPathComponent(name).path }

  func send(_ actions: OnboardingReactor.Action...) { for action in actions { reactor.action.send(action) } }

  /// Waits until the state satisfies a condition.
  func waits(
    sourceLocation: SourceLocation = #_sourceLocation,
    until isMet: @escaping @MainActor (OnboardingReactor.State) -> Bool
  ) async {
    let found = await first(reactor.state, where: isMet)
    #expect(found != nil, "\(reactor.currentState)", sourceLocation: sourceLocation)
  }
}
