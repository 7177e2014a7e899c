/// The rows of the queue in the order in which they run, which are also found by their IDs.
///
/// Looking up or changing a row takes a time that hardly depends on their number, because that is done for each event of
/// each file.
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
      if let newValue { rows.insert(newValue, at: place { $0.isBefore(newValue) }) }
    }
  }

  private func index(of id: QueueRow.ID) -> Int? {
    guard let position = positions[id] else { return nil }
    return place { ($0.position, $0.id) < (position, id) }
  }

  /// Returns the number of rows at the start that satisfy a condition, as no later one does.
  private func place(after isBefore: (QueueRow) -> Bool) -> Int {
    var (lower, upper) = (0, rows.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if isBefore(rows[middle]) { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }
}

extension QueueRow {
  /// Whether the row runs before another one.
  fileprivate func isBefore(_ other: QueueRow) -> Bool { (position, id) < (other.position, other.id) }
}
