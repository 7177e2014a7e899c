import ShowroomCatalog

/// The edits that have not been written yet. Screens show them instead of the stored values.
struct PendingEdits {
  private struct Edit {
    var data: UserData
    /// The number of pending writes for this car.
    var writes: Int
    /// The value that the database reported since the last write ended.
    var reported: UserData?
  }

  private var edits: [Car.ID: Edit] = [:]
  /// The values shown after the last writes.
  private var settled: [Car.ID: UserData] = [:]

  /// The pending value of a car; `nil` if there is none.
  subscript(id: Car.ID) -> UserData? { edits[id]?.data }

  /// All pending values, used when an index is loaded while they are being written.
  var all: [Car.ID: UserData] { edits.mapValues(\.data) }

  /// Records an edit whose write is about to begin.
  mutating func begin(_ id: Car.ID, _ data: UserData) {
    let writes = (edits[id]?.writes ?? 0) + 1
    edits[id] = Edit(data: data, writes: writes)
  }

  /// Records the end of a write for a car, whether or not it succeeded.
  ///
  /// - Returns: Whether it was the last write, so that the stored value may be shown again.
  mutating func finishWrite(of id: Car.ID) -> Bool {
    edits[id]?.writes -= 1
    edits[id]?.reported = nil
    return (edits[id]?.writes ?? 0) <= 0
  }

  /// Returns the value that the database has reported since the last write ended, once. It may be older than a value
  /// read from the database, or newer.
  mutating func takeReport(of id: Car.ID) -> UserData? { edits[id]?.reported.take() }

  /// Ends the edit of a car and returns the value to show, or `nil` if the user has edited the car again.
  mutating func end(_ id: Car.ID, stored: UserData?) -> UserData? {
    guard let edit = edits[id], edit.writes <= 0 else { return nil }
    edits[id] = nil
    settled[id] = stored
    return stored
  }

  /// Returns whether a reported value may be older than the one that was shown after the last write.
  func mayBeOutdated(_ reported: UserData, of id: Car.ID) -> Bool { settled[id].map { $0 != reported } ?? false }

  /// Returns the reported changes except those of cars with pending writes, because an older value must not appear
  /// between two key presses.
  mutating func withholding(_ changes: [Car.ID: UserData]) -> [Car.ID: UserData] {
    guard !edits.isEmpty else { return changes }
    var shown = changes
    for (id, data) in changes where edits[id] != nil {
      edits[id]?.reported = data
      shown[id] = nil
    }
    return shown
  }
}
