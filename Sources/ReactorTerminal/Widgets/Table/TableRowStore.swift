/// The cells of the rows that a table shows, so that a row that has only moved is copied rather than drawn.
///
/// A row belongs to a slot by its number. The slots are as many as the lines of the table, so a row that leaves the screen
/// makes room for the one that appears. Selected rows, and rows of several lines, are not stored.
struct TableRowStore {
  private struct Slot {
    var row = -1
    /// Whether the row was compared with the one above it.
    var isCompared = false
  }

  private var width = 0
  private var slots: [Slot] = []
  private var cells: [Cell] = []

  /// Adapts the store to the size of the rows. It is empty afterward if the size has changed, or if `isStale`.
  mutating func prepare(width: Int, lines: Int, isStale: Bool) {
    let lines = width > 0 ? lines : 0
    guard isStale || width != self.width || lines != slots.count else { return }
    self.width = width
    slots = Array(repeating: Slot(), count: lines)
    if cells.count != width * lines { cells = Array(repeating: .blank, count: width * lines) }
  }

  /// Draws a row on line `y`, if it is stored. Returns whether it is.
  @MainActor
  func draw(_ row: Int, isCompared: Bool, y: Int, in canvas: Canvas) -> Bool {
    guard !slots.isEmpty else { return false }
    let slot = row % slots.count
    guard slots[slot].row == row, slots[slot].isCompared == isCompared else { return false }
    cells.withUnsafeBufferPointer { cells in
      canvas.put(UnsafeBufferPointer(rebasing: cells[slot * width..<(slot + 1) * width]), at: Point(x: 0, y: y))
    }
    return true
  }

  /// Stores a row that was drawn on line `y`, unless a part of it is outside the clip.
  @MainActor
  mutating func store(_ row: Int, isCompared: Bool, y: Int, from canvas: Canvas) {
    guard !slots.isEmpty else { return }
    let slot = row % slots.count
    let isWhole = cells.withUnsafeMutableBufferPointer { cells in
      canvas.copy(Point(x: 0, y: y), to: UnsafeMutableBufferPointer(rebasing: cells[slot * width..<(slot + 1) * width]))
    }
    slots[slot] = Slot(row: isWhole ? row : -1, isCompared: isCompared)
  }

  /// Forgets a row.
  mutating func remove(_ row: Int) {
    guard !slots.isEmpty, slots[row % slots.count].row == row else { return }
    slots[row % slots.count].row = -1
  }

  /// Forgets what was stored in the slot of a row, unless it is the row itself.
  mutating func makeRoom(for row: Int) {
    guard !slots.isEmpty, slots[row % slots.count].row != row else { return }
    slots[row % slots.count].row = -1
  }
}
