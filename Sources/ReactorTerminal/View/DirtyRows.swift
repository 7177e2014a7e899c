/// The rows of the screen to draw in the next frame.
///
/// The unit is a row rather than a rectangle, because a rectangle can cut a wide glyph in two, and the remaining half
/// would differ from a full redraw. Drawing a row takes a few microseconds.
struct DirtyRows {
  private var isDirty: [Bool] = []
  private(set) var isEmpty = true

  /// Marks `rows` of a screen of `height` rows.
  mutating func add(_ rows: Range<Int>, height: Int) {
    if isDirty.count != height { resize(to: height) }
    for row in rows.clamped(to: 0..<height) {
      isDirty[row] = true
      isEmpty = false
    }
  }

  /// Returns the marked rows as ranges, from top to bottom, and unmarks them.
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
