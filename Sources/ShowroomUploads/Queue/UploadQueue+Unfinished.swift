import ShowroomCatalog
import ShowroomFiles
import SystemPackage

extension UploadQueue {
  /// Returns the unfinished uploads of files that are about to be uploaded again, as
  /// ``UploadScheduler/resumeOrEnqueue(_:car:destination:onDuplicate:)`` finds them. Reads the queue once.
  /// - Returns: The uploads by the indices of their files. Those of other running programs are in the state
  ///   ``Upload/State/elsewhere`` and are not resumed.
  /// - Throws: ``UploadFailure/Cause/store``.
  package func unfinished(
    _ sources: [UploadSource], car: Car.ID, destination: Destination, onDuplicate: DuplicatePolicy
  ) throws(UploadFailure) -> [Int: Upload] {
    try QueueRow.unfinished(sources, car: car, destination: destination, onDuplicate: onDuplicate, in: rows())
      .mapValues(\.upload)
  }
}

extension QueueRow {
  private struct Key: Hashable {
    let source: FilePath
    let path: String
  }

  /// Returns the unfinished uploads of files: interrupted, failed or running ones with the same local path, the same
  /// path at the same destination, the same car and the same action for duplicates. The local paths are compared byte
  /// by byte, and symbolic links are not resolved, because the path is what a retry reads.
  ///
  /// A row is returned for one file only, because the same file may be uploaded twice under different names. Rows of
  /// other running programs come last.
  /// - Complexity: O(*n* + *m*) for *n* files and *m* rows.
  static func unfinished(
    _ sources: [UploadSource], car: Car.ID, destination: Destination, onDuplicate: DuplicatePolicy,
    in rows: some Sequence<QueueRow>
  ) -> [Int: QueueRow] {
    let destination = destination.description
    var found: [Key: [QueueRow]] = [:]
    for row in rows where (row.state == .pending || row.state == .failed) && row.cleanup == nil {
      let transfer = row.transfer
      guard transfer.car == car, row.destination == destination, transfer.onDuplicate == onDuplicate else { continue }
      found[Key(source: transfer.source.path, path: transfer.path), default: []].append(row)
    }
    // The next row of a file is at the end.
    found = found.mapValues { rows in
      rows.filter { $0.ownership == .others } + rows.filter { $0.ownership != .others }.reversed()
    }
    var unfinished: [Int: QueueRow] = [:]
    for (index, path) in StoredPath.paths(of: sources).enumerated() {
      unfinished[index] = found[Key(source: sources[index].path, path: path.text)]?.popLast()
    }
    return unfinished
  }
}
