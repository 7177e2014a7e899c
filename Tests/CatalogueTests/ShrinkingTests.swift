import Foundation
import GRDB
import Testing

@testable import Catalogue

@Suite("A refresh that takes cars away", .timeLimit(.minutes(5)))
struct ShrinkingTests {
  let folder: TemporaryFolder
  let store: CatalogueStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.store()
  }

  private func source(_ ids: ClosedRange<Int>, as name: String = "cars.csv") throws -> CatalogueSource {
    var table = EPATable()
    table.rows = ids.map { ["id": "\($0)", "model": "M\($0)"] }
    return try folder.write(table.text, as: name)
  }

  @Test func `is refused when more than a tenth of the cars would go`() async throws {
    _ = try await store.refresh(from: source(1...20))

    let error = await #expect(throws: CatalogueError.self) {
      try await store.refresh(from: source(1...17), shrinking: .refused)
    }

    #expect(error == .shrinks(RefreshLoss(cars: 20, removed: 3), source: try source(1...17).name))
    #expect(error?.description.contains("would remove 3 of 20 cars; nothing was changed.") == true)
    #expect(try store.count() == 20)
    #expect(try await store.refresh(from: source(1...18), shrinking: .refused) == .applied(counts(18, removed: 2)))
  }

  @Test func `is refused when a car with a star, a note, a file or an upload would go`() async throws {
    _ = try await store.refresh(from: source(1...20))
    try await store.setFavourite(true, id: 20)

    let error = await #expect(throws: CatalogueError.self) {
      try await store.refresh(from: source(1...19), shrinking: .refused)
    }

    #expect(error == .shrinks(RefreshLoss(cars: 20, removed: 1, marked: 1), source: try source(1...19).name))
    #expect(try store.car(id: 20)?.isWithdrawn == false)
    try await store.setFavourite(false, id: 20)
    try store.writeUploadTables { db in
      try db.execute(
        sql: """
          INSERT INTO attachment (carID, name, location, destination, size, uploadedAt) VALUES (20, 'a', '/a', '/', 1, 0)
          """)
    }
    await #expect(throws: CatalogueError.self) { try await store.refresh(from: source(1...19), shrinking: .refused) }
  }

  @Test func `of a new catalogue, or with cars that left before, is not refused`() async throws {
    #expect(try await store.refresh(from: source(1...20), shrinking: .refused) == .applied(counts(0, added: 20)))
    try await store.setFavourite(true, id: 20)
    _ = try await store.refresh(from: source(1...19))
    #expect(try await store.refresh(from: source(2...19), shrinking: .refused) == .applied(counts(18, removed: 1)))
  }

  @Test func `can be undone, with everything as it was`() async throws {
    _ = try await store.refresh(from: source(1...20, as: "many.csv"))
    try await store.setFavourite(true, id: 19)
    try await store.setNote("Rust", id: 3)
    let before = try cars()

    _ = try await store.refresh(from: source(18...18, as: "few.csv"), shrinking: .undoable)
    #expect(try store.count() == 3)
    #expect(try await store.undoRefresh())

    #expect(try cars() == before)
    #expect(try store.currentSource() == source(1...20, as: "many.csv"))
    #expect(try await store.refresh(from: source(1...20, as: "many.csv")) == .notModified)
    #expect(try store.userData(id: 3).note == "Rust" && store.userData(id: 19).isFavourite)
    #expect(try store.integrityCheck().problems == [])
    #expect(try await !store.undoRefresh(), "only once")
  }

  @Test func `keeps what the user did before it was undone`() async throws {
    _ = try await store.refresh(from: source(1...20, as: "many.csv"))
    _ = try await store.refresh(from: source(50...52, as: "few.csv"), shrinking: .undoable)
    try await store.setFavourite(true, id: 51)

    #expect(try await store.undoRefresh())

    #expect(try store.count() == 21)
    #expect(try store.car(id: 51)?.isWithdrawn == true && store.userData(id: 51).isFavourite)
    #expect(try store.car(id: 50) == nil && store.integrityCheck().problems == [])
  }

  @Test func `is not undone when it was forgotten, or another refresh came in between`() async throws {
    _ = try await store.refresh(from: source(1...20, as: "many.csv"))
    _ = try await store.refresh(from: source(1...2, as: "few.csv"), shrinking: .undoable)
    try await store.forgetUndo()
    #expect(try await !store.undoRefresh())

    _ = try await store.refresh(from: source(1...20, as: "many.csv"))
    _ = try await store.refresh(from: source(1...2, as: "few.csv"), shrinking: .undoable)
    _ = try await folder.store().refresh(from: source(1...3, as: "other.csv"))
    #expect(try await !store.undoRefresh())
    #expect(try store.count() == 3)
  }

  private func counts(_ unchanged: Int, added: Int = 0, removed: Int = 0) -> RefreshCounts {
    RefreshCounts(added: added, removed: removed, unchanged: unchanged)
  }

  private func cars() throws -> [Car] {
    try (1...60).compactMap { try store.car(id: $0) }
  }
}
