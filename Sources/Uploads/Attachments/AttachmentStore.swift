import Catalogue
import GRDB

/// The files that belong to cars, in the database. Usable from any thread; each call blocks for some milliseconds.
public final class AttachmentStore: Sendable {
  private let store: CatalogueStore

  /// The attachments in a catalogue's database.
  public init(store: CatalogueStore) {
    self.store = store
  }

  /// What a car has, oldest first.
  /// - Throws: ``UploadFailure/Cause/store``.
  public func attachments(of car: Car.ID) throws(UploadFailure) -> [Attachment] {
    do throws(CatalogueError) {
      return try store.readUploadTables { try AttachmentSQL.attachments(of: car, in: $0) }
    } catch {
      throw UploadFailure(error)
    }
  }

  /// Deletes a file at its destination, and then its row: when the first fails, nothing is forgotten.
  /// - Parameter engine: the one of the attachment's destination.
  public func delete(_ attachment: Attachment, with engine: any UploadEngine) async throws(UploadFailure) {
    try await engine.delete(attachment.file)
    try forget(attachment.id)
  }

  /// Removes the row alone: the file at the destination stays, or is gone already.
  public func forget(_ id: Attachment.ID) throws(UploadFailure) {
    do throws(CatalogueError) {
      try store.writeUploadTables { try $0.execute(sql: "DELETE FROM attachment WHERE id = ?", arguments: [id]) }
    } catch {
      throw UploadFailure(error)
    }
  }

  /// What a car has, now and after each change, whoever makes it. Nothing runs while nothing changes.
  public func changes(of car: Car.ID) -> AttachmentChanges {
    AttachmentChanges(attachments: self, car: car, revisions: store.uploadTableChanges())
  }
}

/// What a car has, again and again; it ends with the catalogue, or with a failure to read.
public struct AttachmentChanges: AsyncSequence, Sendable {
  let attachments: AttachmentStore
  let car: Car.ID
  let revisions: AsyncStream<UploadTablesRevision>

  /// Begins to follow.
  public func makeAsyncIterator() -> Iterator {
    Iterator(attachments: attachments, car: car, revisions: revisions.makeAsyncIterator())
  }

  /// Follows what a car has.
  public struct Iterator: AsyncIteratorProtocol {
    let attachments: AttachmentStore
    let car: Car.ID
    var revisions: AsyncStream<UploadTablesRevision>.Iterator
    var seen: Int64?

    /// What the car has, once that may have changed.
    /// - Throws: ``UploadFailure/Cause/store``.
    public mutating func next(
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
