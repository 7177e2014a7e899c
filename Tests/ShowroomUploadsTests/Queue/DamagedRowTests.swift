import Foundation
import GRDB
import ShowroomCatalog
import Testing

@testable import ShowroomUploads

/// Rows of uploads and attachments in a database that is damaged or comes from a stranger.
@Suite(.timeLimit(.minutes(20)))
struct DamagedRowTests {
  /// A value of each type, and the extremes.
  private static let values = [
    "NULL", "0", "-1", "9223372036854775807", "-9223372036854775808", "0.5", "9e999", "''", "'text'", "x'00ff'",
    "printf('%.100000c', 'x')",
  ]

  @Test(arguments: ["upload", "uploadName", "attachment"])
  func `any value in any column is used or reported`(table: String) async throws {
    let fixture = try await QueueFixture()
    let queue = UploadQueue(store: fixture.store)
    let attachments = AttachmentStore(store: fixture.store)
    let path = fixture.store.path
    let columns = try fixture.store.read { db in try db.columns(in: table).map(\.name) }
    for column in columns {
      for value in Self.values {
        try fixture.store.writeDurably { try $0.execute(sql: "DELETE FROM upload; DELETE FROM attachment") }
        let ids = try await queue.add(
          try ["a", "c"].map { try fixture.file($0) }, car: 1, destination: fixture.destination, onDuplicate: .fail)
        let (row, other) = (try queue.rows()[0], try queue.rows()[1])
        // The key of a row that has reserved a name cannot change.
        if column != "id" { #expect(try await queue.reserve("a", for: row)) }
        try fixture.store.writeDurably { db in
          try db.execute(
            sql: "INSERT INTO attachment (carID, name, location, destination, size, uploadedAt) "
              + "VALUES (1, 'a', '/', '/', 1, 0)")
          // Constraints reject some of the values.
          let condition = table == "upload" ? "WHERE id = \(row.id)" : ""
          try? db.execute(sql: "UPDATE \(table) SET \(column) = \(value) \(condition)")
        }
        for work in [
          { _ = try queue.uploads() }, { _ = try attachments.attachments(of: 1) },
          { _ = try await queue.reserve("a", for: other) }, { _ = try await queue.transfer(of: row) },
          { try await queue.save(Checkpoint(values: ["x": "y"], confirmed: 1), attempt: 1, of: row.id) },
          { try await queue.save(row.transfer.source, onDuplicate: .replace, of: row.id) },
          { _ = try await queue.claim(nil) },
          {
            _ = try await queue.add(
              [try fixture.file("b")], car: 1, destination: fixture.destination, onDuplicate: .fail)
          },
          { _ = try await queue.finish(row, stored: StoredFile(name: "a", location: "/a", size: 1)) },
          { try await queue.end(other.id, as: .failed) },
          { _ = try await queue.cancel(ids, running: [], cleanup: .remove) }, { _ = try await queue.claimDiscarded() },
          { try await queue.remove(ids) },
        ] as [() async throws -> Void] {
          do { try await work() } catch let failure as UploadFailure {
            // The queue may not change a row that has a different owner or none.
            let isReported = failure == .rowLost || failure.description.contains(path)
            #expect(isReported, "\(column) = \(value): \(failure)")
          }
        }
      }
    }
  }
}
