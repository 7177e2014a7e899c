import Foundation
import GRDB
import ShowroomTestSupport

@testable import ShowroomCatalog

/// A database with all kinds of rows, and everything that a program does with one.
struct StoreProbe {
  let folder: TemporaryFolder
  let source: CatalogSource

  init(_ folder: TemporaryFolder) throws {
    self.folder = folder
    var table = EPATable(
      ["id": "1", "model": "EV6"], ["id": "2", "model": "EV6 AWD", "year": "2022"], ["id": "3", "comb08": "33"])
    table.rows += (4...40).map { ["id": "\($0)", "model": "Model \($0 * 7 % 40)"] }
    source = try folder.write(table.text, as: "cars.csv")
  }

  /// Fills a database.
  func fill(_ store: CatalogStore) async throws {
    _ = try await store.refresh(from: source)
    try store.setFavorite(true, id: 1)
    try store.setNote("Rust", id: 2)
    try store.setPrice(3_000, id: 2)
    try store.save(SavedView(name: "old", query: "year<2000"))
    try store.writeDurably { db in
      try db.execute(
        sql: """
          INSERT INTO attachment (carID, name, location, destination, size, uploadedAt) VALUES (3, 'a', '/', '/', 1, 0);
          INSERT INTO upload (token, carID, path, size, modified, device, inode, name, destination, onDuplicate, state,
            position, queuedAt) VALUES ('t', 3, x'2f', 1, 0, 0, 0, 'a', '/', 'fail', 'pending', 1, 0);
          INSERT INTO uploadName (destination, carID, name, uploadID) SELECT destination, carID, name, id FROM upload;
          INSERT INTO catalogRefresh (refreshedAt) VALUES (0);
          INSERT INTO energyPrice (energy, price) VALUES ('diesel', 3.5);
          INSERT INTO newCar (refreshID, carID) VALUES (1, 4);
          INSERT INTO fieldChange (refreshID, carID, field, old) VALUES (1, 5, 'combinedMPG', 20), (1, 6, 'drive', NULL);
          INSERT INTO goneCar (refreshID, id, make, model, baseModel, year, fuel) VALUES (1, 99, 'a', 'b', 'c', 2000, 1)
          """)
    }
  }

  /// What the user can do, in every message about a database.
  private static let remedies = [
    "Move it aside", "Check ", "Close that program", "Update the program", "Free some space", "Run showroom doctor",
    "The last refresh may have removed it",
  ]

  /// Reads, changes and refreshes a database. Returns the errors whose message is not about it.
  func use(_ store: CatalogStore) async -> [String] {
    var strange: [String] = []
    func attempt(_ what: String, _ body: () async throws -> Void) async {
      do { try await body() } catch {
        let hasRemedy = Self.remedies.contains { "\(error)".contains($0) }
        let isSentence = error is CatalogError && "\(error)".contains(store.path) && hasRemedy
        if !isSentence { strange.append("\(what): \(error)") }
      }
    }
    await attempt("list") {
      for sort in [Sort(.make), Sort(.year), Sort(.cost)] {
        _ = try store.firstPage(sort: sort, limit: 50)
        _ = try store.firstPage(sort: sort, favoritesOnly: true, limit: 50)
      }
    }
    await attempt("show") {
      for id in 1...6 as ClosedRange<Car.ID> {
        guard let car = try store.car(id: id) else { continue }
        _ = try store.modelYears(of: car)
        _ = try store.siblings(of: car)
        _ = try store.pastChanges(of: car)
      }
    }
    await attempt("user data") { for id in 1...3 as ClosedRange<Car.ID> { _ = try store.userData(id: id) } }
    await attempt("state") {
      _ = try store.count()
      _ = try store.currentSource()
    }
    await attempt("views") { _ = try store.savedViews() }
    await attempt("changes") {
      _ = try store.carChanges()
      _ = try store.carChanges(since: .distantPast)
    }
    await attempt("index") {
      let index = try store.loadIndex()
      for field in [nil] + CarField.sorted { _ = index.search(.parse("a"), sort: Sort(field)) }
    }
    await attempt("check") { _ = try store.integrityCheck() }
    await attempt("write") {
      try store.setFavorite(true, id: 1)
      try store.setNote("Rust", id: 1)
    }
    await attempt("refresh") { _ = try await store.refresh(from: source) }
    return strange
  }
}
