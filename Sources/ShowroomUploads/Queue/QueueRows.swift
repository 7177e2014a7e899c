import ShowroomCatalog

/// The rows of the queue, in the order in which they run, with fast access by ID.
///
/// Looking up or changing a row takes hardly any longer in a long queue, which matters because every event of every
/// file does so.
struct QueueRows: Sequence, Sendable {
  private var entries: [QueueRow.ID: Entry] = [:]
  private var order: [Place] = []
  private var pendingOrder: [Place] = []

  /// A row with its upload, which is created only once, because every snapshot contains all uploads.
  private struct Entry {
    let row: QueueRow
    let upload: Upload

    init(_ row: QueueRow) { (self.row, upload) = (row, row.upload) }
  }

  private struct Place: Hashable, Comparable {
    let position: Int64
    let id: QueueRow.ID

    init(_ row: QueueRow) { (position, id) = (row.position, row.id) }

    static func < (left: Place, right: Place) -> Bool { (left.position, left.id) < (right.position, right.id) }
  }

  /// Creates a collection of rows, which may be in any order.
  init(_ rows: [QueueRow] = []) {
    entries = Dictionary(rows.map { ($0.id, Entry($0)) }) { $1 }
    order = entries.values.map { Place($0.row) }.sorted()
    pendingOrder = entries.values.filter(\.row.isPending).map { Place($0.row) }.sorted()
  }

  func makeIterator() -> some IteratorProtocol<QueueRow> {
    order.lazy.compactMap { entries[$0.id]?.row }.makeIterator()
  }

  /// The rows in order, each with its ``QueueRow/upload``.
  var uploads: some Sequence<(row: QueueRow, upload: Upload)> {
    order.lazy.compactMap { entries[$0.id].map { ($0.row, $0.upload) } }
  }

  /// The pending rows, in the order in which they run.
  var pending: some Sequence<QueueRow> { pendingOrder.lazy.compactMap { entries[$0.id]?.row } }

  /// The row with an ID. Setting a new row inserts it at its position, and setting `nil` removes the row.
  subscript(id id: QueueRow.ID) -> QueueRow? {
    get { entries[id]?.row }
    set {
      let old = entries[id]?.row
      entries[id] = newValue.map(Entry.init)
      Self.replace(old.map(Place.init), with: newValue.map(Place.init), in: &order)
      Self.replace(
        old.flatMap { $0.isPending ? Place($0) : nil }, with: newValue.flatMap { $0.isPending ? Place($0) : nil },
        in: &pendingOrder)
    }
  }

  private static func replace(_ old: Place?, with new: Place?, in places: inout [Place]) {
    guard old != new else { return }
    if let old { places.remove(at: places.partitioningIndex { $0 >= old }) }
    if let new { places.insert(new, at: places.partitioningIndex { $0 >= new }) }
  }
}

extension QueueRow {
  fileprivate var isPending: Bool { state == .pending }
}
