/// The cells of the rows that a table shows, so that a row that has only moved is copied rather than redrawn.
///
/// The row's number determines its slot. There are as many slots as lines, so a row that leaves the screen frees its
/// slot for the row that appears. Selected rows and rows with several lines are not stored.
struct TableRowStore {
  private struct Slot {
    var row = -1
    /// Whether the row was compared with the one above it.
    var isCompared = false
  }

  private var width = 0
  private var slots: [Slot] = []
  private var cells: [Cell] = []

  /// Adapts the store to the size of the rows. The store is emptied if the size has changed or `isStale` is `true`.
  mutating func prepare(width: Int, lines: Int, isStale: Bool) {
    let lines = width > 0 ? lines : 0
    guard isStale || width != self.width || lines != slots.count else { return }
    self.width = width
    slots = Array(repeating: Slot(), count: lines)
    if cells.count != width * lines { cells = Array(repeating: .blank, count: width * lines) }
  }

  /// Draws a stored row on line `y`. Returns whether the row was stored.
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

  /// Forgets the row stored in the slot of another row.
  mutating func makeRoom(for row: Int) {
    guard !slots.isEmpty, slots[row % slots.count].row != row else { return }
    slots[row % slots.count].row = -1
  }
}
