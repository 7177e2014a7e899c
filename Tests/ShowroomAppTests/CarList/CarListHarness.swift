import ReactorCore
import ReactorTesting
import Testing

@testable import Catalogue
@testable import ShowroomApp

/// A list of the eight cars of the fixture, its index loaded and stated, in a test store.
@MainActor
final class List {
  let fixture: CatalogueFixture
  let catalogue: LiveCatalogue
  let reactor: CarListReactor
  let store: TestStore<CarListReactor>
  private let firstIndex: CatalogueIndex

  /// - Parameter source: what a refresh is told by; nil: the fixture's file.
  init(_ source: ScriptedSource? = nil) async throws {
    fixture = try await CatalogueFixture()
    catalogue = source.map(fixture.live) ?? fixture.live()
    reactor = CarListReactor(catalogue: catalogue)
    store = TestStore(reactor)
    let loaded = await first(catalogue.index.asObservable()) { $0 != nil }
    let index = try #require(loaded ?? nil)
    firstIndex = index
    await store.receive(.setCatalogue(index)) {
      $0.isLoading = false
      $0.total = index.count
    }
    await receiveResult(.all)
  }

  var state: CarListReactor.State { reactor.currentState }
  var index: CatalogueIndex { catalogue.index.value ?? firstIndex }
  var models: [String] { reactor.models }

  /// States that the answer to a query comes next, and that it is the index's own.
  func receiveResult(
    _ query: CarQuery, sort: Sort = .standard, favouritesOnly: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let generation = catalogue.generation
    guard let result = index.search(query, sort: sort, favouritesOnly: favouritesOnly) else { return }
    await store.receive(.setResult(result, index, generation: generation), sourceLocation: sourceLocation) {
      $0.listing = CarListing(result, in: self.index, generation: generation, stamp: $0.listing.stamp + 1)
    }
  }

  func finish(sourceLocation: SourceLocation = #_sourceLocation) async {
    await store.finish(sourceLocation: sourceLocation)
  }
}

extension CarListReactor {
  var models: [String] { (0..<currentState.listing.count).map { currentState.listing.row(at: $0).model } }

  /// Waits until the rows are these.
  func shows(_ models: [String], sourceLocation: SourceLocation = #_sourceLocation) async {
    let found = await first(state(\.listing)) { listing in
      (0..<listing.count).map { listing.row(at: $0).model } == models
    }
    #expect(found != nil, "shows \(self.models)", sourceLocation: sourceLocation)
  }

  /// Waits until the first page has given way to the catalogue in memory.
  func showsWholeCatalogue() async {
    _ = await first(state(\.listing)) { $0.isComplete }
  }
}
