import CReactorTerminal

/// Text and single-byte controls.
extension TerminalModel {
  private static let lineDrawing: [Unicode.Scalar: Unicode.Scalar] = [
    "`": "◆", "a": "▒", "f": "°", "g": "±", "j": "┘", "k": "┐", "l": "┌", "m": "└", "n": "┼", "q": "─", "t": "├",
    "u": "┤",
    "v": "┴", "w": "┬", "x": "│", "y": "≤", "z": "≥", "{": "π", "|": "≠", "}": "£", "~": "·",
  ]

  var wraps: Bool { privateModes[7] ?? true }

  mutating func put(_ raw: Unicode.Scalar) {
    let scalar = cursor.drawsLines ? Self.lineDrawing[raw] ?? raw : raw
    let width = Int(ct_width(scalar.value))
    if width == 0 {
      let end = cursor.isWrapPending ? cursor.column + 1 : cursor.column
      grid.combine(scalar, row: cursor.row, before: end)
      return
    }
    let columns = max(1, width)
    lastScalar = raw
    if cursor.isWrapPending || cursor.column + columns > grid.columns {
      guard columns <= grid.columns else { return }
      if wraps {
        cursor.column = 0
        lineFeed()
      } else {
        cursor.column = grid.columns - columns
      }
    }
    if isInserting { grid.insertBlanks(columns, row: cursor.row, column: cursor.column, style: .plain) }
    let shown = width < 0 ? "\u{FFFD}" : String(scalar)
    grid.put(shown, width: columns, style: cursor.style, row: cursor.row, column: cursor.column)
    cursor.column += columns
    cursor.isWrapPending = cursor.column >= grid.columns
    if cursor.isWrapPending { cursor.column = grid.columns - 1 }
  }

  mutating func perform(control: UInt8) {
    switch control {
    case 0x08: move(column: cursor.column - 1)
    case 0x09: move(column: (cursor.column / 8 + 1) * 8)
    case 0x0A...0x0C, 0x84: lineFeed()
    case 0x0D: move(column: 0)
    case 0x0E, 0x0F: break
    case 0x85:
      move(column: 0)
      lineFeed()
    case 0x8D: reverseLineFeed()
    default: break
    }
  }

  mutating func lineFeed() {
    cursor.isWrapPending = false
    if cursor.row == region.upperBound {
      grid.scroll(region, by: 1, style: cursor.style)
    } else if cursor.row < grid.rows - 1 {
      cursor.row += 1
    }
  }

  mutating func reverseLineFeed() {
    cursor.isWrapPending = false
    if cursor.row == region.lowerBound {
      grid.scroll(region, by: -1, style: cursor.style)
    } else if cursor.row > 0 {
      cursor.row -= 1
    }
  }

  mutating func move(row: Int? = nil, column: Int? = nil) {
    cursor.isWrapPending = false
    if let row { cursor.row = min(max(row, 0), grid.rows - 1) }
    if let column { cursor.column = min(max(column, 0), grid.columns - 1) }
  }

  mutating func perform(escape final: UInt8, _ intermediates: [UInt8]) {
    switch (intermediates.first, final) {
    case (nil, UInt8(ascii: "7")): savedCursors[otherGrid != nil] = cursor
    case (nil, UInt8(ascii: "8")): restoreCursor()
    case (nil, UInt8(ascii: "D")): lineFeed()
    case (nil, UInt8(ascii: "E")):
      move(column: 0)
      lineFeed()
    case (nil, UInt8(ascii: "M")): reverseLineFeed()
    case (nil, UInt8(ascii: "=")): hasApplicationKeypad = true
    case (nil, UInt8(ascii: ">")): hasApplicationKeypad = false
    case (nil, UInt8(ascii: "c")):
      self = TerminalModel(columns: columns, rows: rows)
    case (UInt8(ascii: "("), let set): cursor.drawsLines = set == UInt8(ascii: "0")
    case (UInt8(ascii: ")"), _), (nil, UInt8(ascii: "\\")): break
    default: unknown.insert("ESC \(String(decoding: intermediates + [final], as: UTF8.self))")
    }
  }

  mutating func perform(string kind: UInt8, _ content: [UInt8]) {
    let text = String(decoding: content, as: UTF8.self)
    if kind == UInt8(ascii: "]") { perform(systemCommand: text) }
  }

  mutating func restoreCursor() {
    cursor = savedCursors[otherGrid != nil] ?? Cursor()
    move(row: cursor.row, column: cursor.column)
  }
}
