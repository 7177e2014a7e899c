/// How a text that is being typed breaks into the lines of the screen.
struct TextAreaLines {
  /// The characters of each line, without the line end. There is always one line.
  private(set) var ranges: [Range<Int>] = []

  /// Breaks `cells` at line ends and behind spaces, and inside a word only when it is wider than a line.
  init(_ cells: GapBuffer<EditBuffer.Cell>, width: Int) {
    var start = 0
    var breakAfter: Int?
    var used = 0
    for index in cells.indices {
      let cell = cells[index]
      if cell.isLineEnd {
        ranges.append(start..<index)
        (start, used, breakAfter) = (index + 1, 0, nil)
        continue
      }
      // A space hangs over the edge rather than begins a line.
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

  /// The line that the caret is on when `caret` characters are before it.
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
