/// The rows of the screen that must be drawn in the next frame.
///
/// Whole rows, not rectangles: a rectangle can cut a wide glyph in two, and what is left of it outside could not be told
/// from what a full redraw would show. A row costs a few microseconds.
struct DirtyRows {
  private var isDirty: [Bool] = []
  private(set) var isEmpty = true

  /// Marks `rows` of a screen that is `height` rows high.
  mutating func add(_ rows: Range<Int>, height: Int) {
    if isDirty.count != height { resize(to: height) }
    for row in rows.clamped(to: 0..<height) {
      isDirty[row] = true
      isEmpty = false
    }
  }

  /// The marked rows in runs, from top to bottom; none is marked afterwards.
  mutating func take() -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var row = 0
    while row < isDirty.count {
      guard isDirty[row] else {
        row += 1
        continue
      }
      let start = row
      while row < isDirty.count, isDirty[row] {
        isDirty[row] = false
        row += 1
      }
      runs.append(start..<row)
    }
    isEmpty = true
    return runs
  }

  private mutating func resize(to height: Int) {
    let dirty = isDirty
    isDirty = Array(repeating: false, count: height)
    for row in dirty.indices where row < height { isDirty[row] = dirty[row] }
    isEmpty = !isDirty.contains(true)
  }
}
