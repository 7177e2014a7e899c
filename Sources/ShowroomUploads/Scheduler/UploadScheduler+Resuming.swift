import ShowroomCatalog
import ShowroomFiles

/// The uploads of files that may have been in the queue already.
package struct BegunUploads: Sendable, Hashable {
  /// The uploads that will have an outcome.
  package var ids: Set<Upload.ID> = []
  /// Those of them that were in the queue already.
  package var resumed: [Upload] = []
  /// The uploads of the same files that another running program owns.
  package var elsewhere: [Upload] = []
}

extension UploadScheduler {
  /// Resumes the unfinished uploads of files (``QueueRow/unfinished(_:car:destination:onDuplicate:in:)``), and adds the
  /// other files to the end of the queue.
  ///
  /// An upload is claimed in one transaction, so only one of several programs resumes it. One whose file has changed is
  /// retried, which uploads the file in its current state.
  /// - Throws: ``UploadFailure/Cause/store``, including when the car does not exist. The failure of an upload that
  ///   cannot be retried is its outcome.
  package func resumeOrEnqueue(
    _ sources: [UploadSource], car: Car.ID, destination: Destination, onDuplicate: DuplicatePolicy
  ) async throws(UploadFailure) -> BegunUploads {
    try reload()
    let unfinished = QueueRow.unfinished(
      sources, car: car, destination: destination, onDuplicate: onDuplicate, in: rows
    ).sorted { $0.key < $1.key }
    let free = unfinished.filter { $0.value.ownership != .others }
    let unchanged = free.filter { sources[$0.key].matches($0.value.transfer.source) }.map(\.value.id)
    var resumed: Set<Upload.ID> = []
    if !unchanged.isEmpty { resumed = Set(try await resumeInterrupted(unchanged, onDuplicate: onDuplicate)) }
    var failed: Set<Upload.ID> = []
    for (index, row) in free where !sources[index].matches(row.transfer.source) {
      do throws(UploadFailure) {
        if try await retry(row.id, onDuplicate: onDuplicate) { resumed.insert(row.id) }
      } catch {
        // Another program may have claimed the upload first.
        guard self.row(row.id)?.ownership != .others else { continue }
        failed.insert(row.id)
        outcomeBroadcast.send(.failed(row.upload, error))
      }
    }
    let known = resumed.union(failed)
    let indices = Set(unfinished.lazy.filter { known.contains($0.value.id) }.map(\.key))
    var added: [Upload.ID] = []
    if indices.count < sources.count {
      added = try await queue.add(
        sources, except: indices, car: car, destination: destination, onDuplicate: onDuplicate)
      try refresh()
      publish()
    }
    let current = unfinished.compactMap { self.row($0.value.id) }
    return BegunUploads(
      ids: known.union(added), resumed: current.filter { resumed.contains($0.id) }.map(\.upload),
      elsewhere: current.filter { $0.ownership == .others }.map(\.upload))
  }
}
