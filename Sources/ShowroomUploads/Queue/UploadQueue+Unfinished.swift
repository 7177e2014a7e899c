import ShowroomCatalog
import ShowroomFiles
import SystemPackage

extension UploadQueue {
  /// Returns the uploads that ``UploadScheduler/resumeOrEnqueue(_:car:destination:onDuplicate:)`` would resume, and
  /// those of other running programs. Reads the queue once.
  /// - Returns: The uploads by the indices of their files. Those of other running programs are in the state
  ///   ``Upload/State/elsewhere`` and are not resumed.
  /// - Throws: ``UploadFailure/Cause/store``.
  package func unfinished(
    _ sources: [UploadSource], car: Car.ID, destination: Destination, onDuplicate: DuplicatePolicy
  ) throws(UploadFailure) -> [Int: Upload] {
    try QueueRow.unfinished(sources, car: car, destination: destination, onDuplicate: onDuplicate, in: rows())
      .filter { $1.ownership == .others || sources[$0].matches($1.transfer.source) }.mapValues(\.upload)
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
  /// A row is returned for one file only, because the same file may be uploaded twice under different names. If there
  /// are several rows, those that can be resumed come first, then those whose file has not changed, and then those
  /// with the most data at the destination.
  /// - Complexity: O(*n* + *m*) for *n* files and *m* rows, unless many rows are of the same file.
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
    let current = Dictionary(sources.map { ($0.path, $0) }) { first, _ in first }
    // The next row of a file is at the end.
    found = found.mapValues { rows in
      func rank(_ row: QueueRow) -> (Int, Int, Int64, Int64) {
        let isCurrent = current[row.transfer.source.path]?.matches(row.transfer.source) == true
        return (row.ownership == .others ? 0 : 1, isCurrent ? 1 : 0, row.confirmed, -row.id)
      }
      return rows.sorted { rank($0) < rank($1) }
    }
    var unfinished: [Int: QueueRow] = [:]
    for (index, path) in StoredPath.paths(of: sources).enumerated() {
      unfinished[index] = found[Key(source: sources[index].path, path: path.text)]?.popLast()
    }
    return unfinished
  }
}
