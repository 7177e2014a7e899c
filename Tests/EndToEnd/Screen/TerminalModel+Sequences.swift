/// Control sequences that move the cursor, erase and scroll.
extension TerminalModel {
  mutating func perform(_ sequence: ControlSequence) {
    switch (sequence.marker, sequence.intermediates.first) {
    case (0, nil): performPlain(sequence)
    case (UInt8(ascii: "?"), nil): performPrivate(sequence)
    case (0, UInt8(ascii: " ")) where sequence.final == UInt8(ascii: "q"):
      cursorShape = sequence.number(or: 0)
    case (0, UInt8(ascii: "!")) where sequence.final == UInt8(ascii: "p"): softReset()
    default: performReport(sequence)
    }
  }

  private mutating func performPlain(_ sequence: ControlSequence) {
    let count = sequence.number()
    switch Character(Unicode.Scalar(sequence.final)) {
    case "A": move(row: max(cursor.row - count, cursor.row >= region.lowerBound ? region.lowerBound : 0))
    case "B", "e": moveDown(count)
    case "C", "a": move(column: cursor.column + count)
    case "D": move(column: cursor.column - count)
    case "E":
      moveDown(count)
      move(column: 0)
    case "F":
      move(row: max(cursor.row - count, cursor.row >= region.lowerBound ? region.lowerBound : 0), column: 0)
    case "G", "`": move(column: count - 1)
    case "H", "f": moveTo(row: count - 1, column: sequence.number(1) - 1)
    case "I": move(column: (cursor.column / 8 + count) * 8)
    case "Z": move(column: ((cursor.column + 7) / 8 - count) * 8)
    case "d": moveTo(row: count - 1, column: cursor.column)
    case "b": for _ in 0..<min(count, columns * rows) { put(lastScalar) }
    case "m": cursor.style.apply(sequence.numbers)
    case "r": setRegion(sequence)
    case "s": savedCursors[otherGrid != nil] = cursor
    case "u": restoreCursor()
    case "h", "l": setModes(sequence)
    default: performErasing(sequence, count)
    }
  }

  private mutating func performErasing(_ sequence: ControlSequence, _ count: Int) {
    let (row, column, style) = (cursor.row, cursor.column, cursor.style)
    switch Character(Unicode.Scalar(sequence.final)) {
    case "J": eraseScreen(sequence.number(or: 0))
    case "K": grid.erase(row: row, columns: part(sequence.number(or: 0), at: column, of: columns), style: style)
    case "X": grid.erase(row: row, columns: column..<column + count, style: style)
    case "@": grid.insertBlanks(count, row: row, column: column, style: style)
    case "P": grid.deleteCells(count, row: row, column: column, style: style)
    case "L", "M":
      guard region.contains(row) else { return }
      grid.scroll(row...region.upperBound, by: sequence.final == UInt8(ascii: "M") ? count : -count, style: style)
      move(column: 0)
    case "S": grid.scroll(region, by: count, style: style)
    case "T" where sequence.numbers.count == 1: grid.scroll(region, by: -count, style: style)
    default: performReport(sequence)
    }
    cursor.isWrapPending = false
  }

  private mutating func moveDown(_ count: Int) {
    move(row: min(cursor.row + count, cursor.row <= region.upperBound ? region.upperBound : rows - 1))
  }

  private mutating func moveTo(row: Int, column: Int) {
    guard privateModes[6] == true else { return move(row: row, column: column) }
    move(row: min(region.lowerBound + row, region.upperBound), column: column)
  }

  private func part(_ which: Int, at place: Int, of count: Int) -> Range<Int> {
    switch which {
    case 0: place..<count
    case 1: 0..<min(place + 1, count)
    default: 0..<count
    }
  }

  private mutating func eraseScreen(_ which: Int) {
    guard which <= 2 else { return }
    if which < 2 {
      grid.erase(row: cursor.row, columns: part(which, at: cursor.column, of: columns), style: cursor.style)
    }
    switch which {
    case 0: grid.erase(rows: cursor.row + 1..<rows, style: cursor.style)
    case 1: grid.erase(rows: 0..<cursor.row, style: cursor.style)
    default:
      clearings += 1
      linesBeforeClearing = grid.lines
      grid.erase(rows: 0..<rows, style: cursor.style)
    }
  }

  private mutating func setRegion(_ sequence: ControlSequence) {
    let (top, bottom) = (sequence.number() - 1, min(sequence.number(1, or: rows), rows) - 1)
    guard top < bottom else { return }
    region = top...bottom
    moveTo(row: 0, column: 0)
  }

  private mutating func setModes(_ sequence: ControlSequence) {
    for number in sequence.numbers where number[0] == 4 { isInserting = sequence.final == UInt8(ascii: "h") }
  }
}
