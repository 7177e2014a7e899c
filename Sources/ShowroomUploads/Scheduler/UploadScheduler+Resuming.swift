import ShowroomCatalog
import ShowroomFiles

/// The uploads of files that may have been in the queue already.
package struct BegunUploads: Sendable, Hashable {
  /// The uploads that will have an outcome.
  package var ids: Set<Upload.ID> = []
  /// The uploads among ``ids`` that were already in the queue and continue.
  package var resumed: [Upload] = []
  /// The uploads among ``ids`` that were already in the queue and start over, because the file has changed.
  package var restarted: [Upload] = []
  /// The uploads among ``ids`` that are new, although another running program has an upload of the same file.
  package var elsewhere: [Upload] = []
}

extension UploadScheduler {
  /// Resumes the unfinished uploads of files (``QueueRow/unfinished(_:car:destination:onDuplicate:in:)``), and adds the
  /// other files to the end of the queue. Nothing has begun if they cannot be added.
  ///
  /// An upload is claimed in one transaction, so only one of several programs resumes it; for the others, it has
  /// failed. One whose file has changed is retried after this method returns, which uploads the file in its current
  /// state.
  /// - Throws: ``UploadFailure/Cause/store``, including when the car does not exist. The failure of an upload that
  ///   cannot be retried is its outcome.
  package func resumeOrEnqueue(
    _ sources: [UploadSource], car: Car.ID, destination: Destination, onDuplicate: DuplicatePolicy
  ) async throws(UploadFailure) -> BegunUploads {
    try reload()
    let found = QueueRow.unfinished(
      sources, car: car, destination: destination, onDuplicate: onDuplicate, in: rows
    ).sorted { $0.key < $1.key }
    let free = found.filter { $0.value.ownership != .others }
    var begun = BegunUploads(ids: Set(free.map(\.value.id)))
    if free.count < sources.count {
      let kept = Set(free.map(\.key))
      let added = try await queue.add(
        sources, except: kept, car: car, destination: destination, onDuplicate: onDuplicate)
      begun.ids.formUnion(added)
      try refresh()
      let known = Set(found.map(\.key))
      let new = zip(sources.indices.filter { !kept.contains($0) }, added)
      begun.elsewhere = new.filter { known.contains($0.0) }.compactMap { row($0.1)?.upload }
    }
    func isUnchanged(_ index: Int, _ row: QueueRow) -> Bool { sources[index].matches(row.transfer.source) }
    let unchanged = free.filter(isUnchanged).map(\.value)
    let changed = free.filter { !isUnchanged($0, $1) }.map(\.value)
    let claimed =
      unchanged.isEmpty ? [] : Set(try await resumeInterrupted(unchanged.map(\.id), onDuplicate: onDuplicate))
    for row in unchanged where !claimed.contains(row.id) {
      outcomeBroadcast.send(.failed(row.upload, .elsewhere(row.transfer.path)))
    }
    begun.resumed = unchanged.compactMap { claimed.contains($0.id) ? row($0.id)?.upload : nil }
    begun.restarted = changed.map(\.upload)
    if !changed.isEmpty {
      Task(executorPreference: executor) { [weak self] in
        for row in changed { await self?.restart(row, onDuplicate) }
      }
    }
    publish()
    return begun
  }

  /// Retries an upload whose file has changed. If that fails, or the user has canceled the upload, that is its outcome.
  private func restart(_ row: QueueRow, _ onDuplicate: DuplicatePolicy) async {
    do throws(UploadFailure) {
      guard self.row(row.id)?.state != .canceled, try await retry(row.id, onDuplicate: onDuplicate) else {
        throw .rowLost
      }
    } catch {
      outcomeBroadcast.send(.failed(row.upload, error))
    }
  }
}
