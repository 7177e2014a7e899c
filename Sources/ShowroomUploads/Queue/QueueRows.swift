import ShowroomCatalog

/// The rows of the queue in the order in which they run, which are also found by their IDs.
///
/// Looking up or changing a row takes hardly longer in a long queue, because each event of each file does it.
struct QueueRows: RandomAccessCollection, Sendable {
  private var rows: [QueueRow] = []
  private var positions: [QueueRow.ID: Int64] = [:]

  /// Creates the collection of all rows, in any order.
  init(_ rows: [QueueRow] = []) {
    self.rows = rows.sorted { $0.isBefore($1) }
    positions = Dictionary(rows.map { ($0.id, $0.position) }) { $1 }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { rows.count }
  subscript(index: Int) -> QueueRow { rows[index] }

  /// The row with an ID. Setting one that is not there yet puts it at its position, and `nil` removes it.
  subscript(id id: QueueRow.ID) -> QueueRow? {
    get { index(of: id).map { rows[$0] } }
    set {
      if let index = index(of: id) {
        if let newValue, newValue.position == rows[index].position { return rows[index] = newValue }
        rows.remove(at: index)
      }
      positions[id] = newValue?.position
      if let newValue { rows.insert(newValue, at: partitioningIndex { !$0.isBefore(newValue) }) }
    }
  }

  private func index(of id: QueueRow.ID) -> Int? {
    guard let position = positions[id] else { return nil }
    return partitioningIndex { ($0.position, $0.id) >= (position, id) }
  }
}

extension QueueRow {
  /// Whether the row runs before another one.
  fileprivate func isBefore(_ other: QueueRow) -> Bool { (position, id) < (other.position, other.id) }
}
