import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog

/// A list of the eight cars of the fixture in a test store, with its index loaded.
@MainActor
final class List {
  let fixture: CatalogFixture
  let catalog: LiveCatalog
  let reactor: CarListReactor
  let store: TestStore<CarListReactor>
  private let firstIndex: CatalogIndex

  /// - Parameter source: The source of refreshes; without one, the file of the fixture.
  init(_ source: ScriptedSource? = nil) async throws {
    fixture = try await CatalogFixture()
    catalog = source.map(fixture.live) ?? fixture.live()
    reactor = CarListReactor(catalog: catalog)
    store = TestStore(reactor)
    let loaded = await first(catalog.index.asObservable()) { $0 != nil }
    let index = try #require(loaded ?? nil)
    firstIndex = index
    await store.receive(.setCatalog(index), within: Showcase.timeout) {
      $0.isLoading = false
      $0.total = index.count
    }
    await receiveResult(.all)
  }

  var state: CarListReactor.State { reactor.currentState }
  var index: CatalogIndex { catalog.index.value ?? firstIndex }
  var models: [String] { reactor.models }

  /// Expects the result of a query from the index as the next mutation.
  func receiveResult(
    _ query: CarQuery, sort: Sort = .standard, favoritesOnly: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    guard let result = index.search(query, sort: sort, favoritesOnly: favoritesOnly) else { return }
    await store.receive(.setFound(.matches(result), index), within: Showcase.timeout, sourceLocation: sourceLocation) {
      $0.listing = CarListing(.matches(result), in: self.index, stamp: $0.listing.stamp + 1)
    }
  }

  func finish(sourceLocation: SourceLocation = #_sourceLocation) async {
    await store.finish(within: Showcase.timeout, sourceLocation: sourceLocation)
  }
}

extension CarListReactor {
  var models: [String] { (0..<currentState.listing.count).map { currentState.listing.row(at: $0).model } }

  /// Waits until the list has these rows.
  func shows(_ models: [String], sourceLocation: SourceLocation = #_sourceLocation) async {
    let found = await first(state(\.listing)) { listing in
      (0..<listing.count).map { listing.row(at: $0).model } == models
    }
    #expect(found != nil, "shows \(self.models)", sourceLocation: sourceLocation)
  }

  /// Waits until the loaded index replaces the first page.
  func showsWholeCatalog() async {
    _ = await first(state(\.listing)) { $0.isComplete }
  }
}
