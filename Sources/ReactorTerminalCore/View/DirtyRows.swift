/// The rows of the screen to draw in the next frame.
///
/// The unit is a row rather than a rectangle, because a rectangle can cut a wide glyph in two, and the remaining half
/// would look different from a full redraw. Drawing a row takes a few microseconds.
struct DirtyRows {
  /// The reason why a row is drawn.
  enum Mark {
    /// The contents have only moved, by a distance that the view knows.
    case moved
    /// Something may look different.
    case changed
  }

  private var marks: [Mark?] = []
  private(set) var isEmpty = true

  /// Marks `rows` of a screen of `height` rows.
  mutating func add(_ rows: Range<Int>, height: Int, as mark: Mark = .changed) {
    if marks.count != height { resize(to: height) }
    for row in rows.clamped(to: 0..<height) where marks[row] != .changed {
      marks[row] = mark
      isEmpty = false
    }
  }

  /// Returns whether anything in one of the rows may look different, rather than only having moved.
  func hasChanged(_ rows: Range<Int>) -> Bool { marks[rows.clamped(to: marks.indices)].contains(.changed) }

  /// The marked rows as ranges, from top to bottom.
  var runs: [Range<Int>] {
    var runs: [Range<Int>] = []
    var row = 0
    while row < marks.count {
      let start = row
      while row < marks.count, marks[row] != nil { row += 1 }
      if row > start { runs.append(start..<row) } else { row += 1 }
    }
    return runs
  }

  /// Returns the marked rows and unmarks them.
  mutating func take() -> DirtyRows {
    let taken = self
    for row in marks.indices { marks[row] = nil }
    isEmpty = true
    return taken
  }

  private mutating func resize(to height: Int) {
    let known = marks
    marks = Array(repeating: nil, count: height)
    for row in known.indices where row < height { marks[row] = known[row] }
    isEmpty = !marks.contains { $0 != nil }
  }
}

/// The work for the next frame of a window.
struct PendingFrame {
  /// The rows to draw.
  var dirty = DirtyRows()
  /// Whether a view has to be laid out.
  var needsLayout = true
  /// Whether hints or commands may have changed.
  var isChromeStale = true
  /// Whether the title or the status of a screen has changed.
  var areTitlesStale = true
  /// The areas to scroll to; `nil` for the whole view.
  var revelations: [(view: Weak<View>, area: Rect?)] = []
}
