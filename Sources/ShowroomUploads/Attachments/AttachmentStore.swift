import GRDB
import ShowroomCatalog

/// The attachments in the database. Safe to use from any thread. Each call blocks for a few milliseconds.
package final class AttachmentStore: Sendable {
  private let store: CatalogStore

  package init(store: CatalogStore) {
    self.store = store
  }

  /// Returns the attachments of a car, oldest first.
  /// - Throws: ``UploadFailure/Cause/store``.
  package func attachments(of car: Car.ID) throws(UploadFailure) -> [Attachment] {
    do throws(CatalogError) {
      return try store.read { try AttachmentTable.attachments(of: car, in: $0) }
    } catch {
      throw UploadFailure(error)
    }
  }

  /// Returns the attachments of all cars, ordered by car and then oldest first.
  /// - Throws: ``UploadFailure/Cause/store``.
  package func attachments() throws(UploadFailure) -> [Attachment] {
    do throws(CatalogError) {
      return try store.read { try AttachmentTable.attachments(in: $0) }
    } catch {
      throw UploadFailure(error)
    }
  }

  /// Deletes a file at its destination and then removes its row. If the file cannot be deleted, the row stays.
  /// - Parameter engine: the engine of the attachment's destination.
  package func delete(_ attachment: Attachment, with engine: any UploadEngine) async throws(UploadFailure) {
    try await engine.delete(attachment.file)
    try forget(attachment.id)
  }

  /// Removes only the row. The file at the destination stays.
  package func forget(_ id: Attachment.ID) throws(UploadFailure) {
    do throws(CatalogError) {
      try store.writeDurably { try $0.execute(sql: "DELETE FROM attachment WHERE id = ?", arguments: [id]) }
    } catch {
      throw UploadFailure(error)
    }
  }

  /// Returns the attachments of a car, now and after each change by this program or another one.
  package func changes(of car: Car.ID) -> AttachmentChanges {
    AttachmentChanges(attachments: self, car: car, revisions: store.uploadTableChanges())
  }
}

/// The attachments of a car over time. The sequence ends when the catalog closes or reading fails.
package struct AttachmentChanges: AsyncSequence, Sendable {
  let attachments: AttachmentStore
  let car: Car.ID
  let revisions: AsyncStream<UploadTablesRevision>

  package func makeAsyncIterator() -> Iterator {
    Iterator(attachments: attachments, car: car, revisions: revisions.makeAsyncIterator())
  }

  package struct Iterator: AsyncIteratorProtocol {
    let attachments: AttachmentStore
    let car: Car.ID
    var revisions: AsyncStream<UploadTablesRevision>.Iterator
    var seen: Int64?

    /// Returns the attachments after the next change.
    /// - Throws: ``UploadFailure/Cause/store``.
    package mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(UploadFailure) -> [Attachment]? {
      while let revision = await revisions.next(isolation: actor) {
        guard revision.attachments != seen else { continue }
        seen = revision.attachments
        return try attachments.attachments(of: car)
      }
      return nil
    }
  }
}
