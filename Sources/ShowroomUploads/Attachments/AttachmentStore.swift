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

  /// Removes the row of an attachment. The file at the destination stays.
  package func forget(_ id: Attachment.ID) throws(UploadFailure) {
    do throws(CatalogError) {
      try store.writeDurably { try $0.execute(sql: "DELETE FROM attachment WHERE id = ?", arguments: [id]) }
    } catch {
      throw UploadFailure(error)
    }
  }
}
