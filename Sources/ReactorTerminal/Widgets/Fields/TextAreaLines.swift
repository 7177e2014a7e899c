/// The screen lines of a text being edited.
struct TextAreaLines {
  /// The characters of each line, without the line break. There is always at least one line.
  private(set) var ranges: [Range<Int>] = []

  /// Breaks a text at line breaks and after spaces, and inside a word only if the word is wider than a line.
  init(_ cells: GapBuffer<EditBuffer.Cell>, width: Int) {
    var start = 0
    var breakAfter: Int?
    var used = 0
    for index in cells.indices {
      let cell = cells[index]
      if cell.isLineBreak {
        ranges.append(start..<index)
        (start, used, breakAfter) = (index + 1, 0, nil)
        continue
      }
      // A space may extend past the edge, so that no line starts with it.
      if used + cell.columns > width, !cell.isSpace, index > start {
        let next = breakAfter ?? index
        ranges.append(start..<next)
        start = next
        breakAfter = nil
        used = cells[start..<index].reduce(0) { $0 + $1.columns }
      }
      used += cell.columns
      if cell.isSpace { breakAfter = index + 1 }
    }
    ranges.append(start..<cells.count)
  }

  /// Returns the line that contains the caret position `caret`. Complexity: O(log *n*) in the number of lines.
  func line(of caret: Int) -> Int {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].lowerBound <= caret { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }
}
