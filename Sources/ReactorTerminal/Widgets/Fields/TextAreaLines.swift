/// How a text that is being typed breaks into the lines of the screen.
struct TextAreaLines {
  /// The characters of each line, without the line end. There is always one line.
  private(set) var ranges: [Range<Int>] = []

  /// Breaks `characters` at line ends and behind spaces, and inside a word only when it is wider than a line.
  init(_ characters: [Character], width: Int) {
    var start = 0
    var breakAfter: Int?
    var used = 0
    for (index, character) in characters.enumerated() {
      if character == "\n" {
        ranges.append(start..<index)
        (start, used, breakAfter) = (index + 1, 0, nil)
        continue
      }
      let columns = displayWidth(of: character)
      // A space hangs over the edge rather than begins a line.
      if used + columns > width, character != " ", index > start {
        let next = breakAfter ?? index
        ranges.append(start..<next)
        start = next
        breakAfter = nil
        used = characters[start..<index].reduce(0) { $0 + displayWidth(of: $1) }
      }
      used += columns
      if character == " " { breakAfter = index + 1 }
    }
    ranges.append(start..<characters.count)
  }

  /// The line that the caret is on when `caret` characters are before it.
  func line(of caret: Int) -> Int {
    ranges.lastIndex { $0.lowerBound <= caret } ?? 0
  }
}
