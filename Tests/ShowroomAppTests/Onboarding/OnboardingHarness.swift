import Catalogue
import Foundation
import ReactorCore
import Testing

@testable import ShowroomApp

/// A choice of sources over a folder of its own.
@MainActor
final class OnboardingHarness {
  let fixture: CatalogueFixture
  let catalogue: LiveCatalogue
  let choices: SourceChoices
  let reactor: OnboardingReactor
  /// The sources that were asked for cars.
  private(set) var asked: [CatalogueSource] = []

  /// - Parameter source: what every source answers; nil: what is really there.
  init(_ cars: [Car] = [], isFirst: Bool = true, source: ScriptedSource? = nil) async throws {
    let fixture = try await CatalogueFixture(cars)
    let catalogue = source.map(fixture.live) ?? fixture.live()
    let environment = [
      "HOME": fixture.folder.path, "SHOWROOM_RESOURCES": fixture.folder.path,
      "SHOWROOM_DATA_DIR": fixture.folder.appendingPathComponent("data").path,
    ]
    choices = SourceChoices(
      try Settings(SettingsRequest(), environment: environment, executable: fixture.folder), environment: environment)
    // What is in it nobody reads where the test answers.
    if source != nil { try Data("{}".utf8).write(to: fixture.folder.appendingPathComponent("catalogue.json")) }
    let requests = Relay<CatalogueSource>()
    reactor = OnboardingReactor(choices, catalogue: catalogue, isFirst: isFirst) { request in
      requests.send(request)
      return source == nil ? catalogue.refresh(from: request) : catalogue.refresh()
    }
    self.fixture = fixture
    self.catalogue = catalogue
    _ = requests.subscribe { [weak self] in self?.asked.append($0) }
  }

  func path(_ name: String) -> String { fixture.folder.appendingPathComponent(name).path }

  func send(_ actions: OnboardingReactor.Action...) { for action in actions { reactor.action.send(action) } }

  /// Waits until the state is so.
  func waits(
    sourceLocation: SourceLocation = #_sourceLocation,
    until isMet: @escaping @MainActor (OnboardingReactor.State) -> Bool
  ) async {
    let found = await first(reactor.state, where: isMet)
    #expect(found != nil, "\(reactor.currentState)", sourceLocation: sourceLocation)
  }
}
