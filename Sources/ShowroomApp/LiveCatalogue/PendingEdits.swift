import Catalogue

/// What the user changed and the database does not have yet: it is shown in place of what is stored.
struct PendingEdits {
  private struct Edit {
    var data: UserData
    /// Writes of this car that are still to come.
    var writes: Int
    /// What the database was reported to hold since the last of the writes ended.
    var reported: UserData?
  }

  private var edits: [Car.ID: Edit] = [:]

  /// What the user wants a car to have, while that is being written.
  subscript(id: Car.ID) -> UserData? { edits[id]?.data }

  /// All that is being written, to be laid over an index that was loaded meanwhile.
  var all: [Car.ID: UserData] { edits.mapValues(\.data) }

  mutating func begin(_ id: Car.ID, _ data: UserData) {
    let writes = (edits[id]?.writes ?? 0) + 1
    edits[id] = Edit(data: data, writes: writes)
  }

  /// One write of a car ended, well or not. True when it was the last, and what is stored may be shown again.
  mutating func written(_ id: Car.ID) -> Bool {
    edits[id]?.writes -= 1
    edits[id]?.reported = nil
    return (edits[id]?.writes ?? 0) <= 0
  }

  /// Shows what is stored again, unless the user has changed the car once more; the report of a change that came while
  /// `stored` was being read is at least as new.
  mutating func end(_ id: Car.ID, stored: UserData?) -> UserData? {
    guard let edit = edits[id], edit.writes <= 0 else { return nil }
    edits[id] = nil
    return edit.reported ?? stored
  }

  /// The reported changes without those of cars that are being written: an older value must not flash up between two
  /// presses of a key.
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
