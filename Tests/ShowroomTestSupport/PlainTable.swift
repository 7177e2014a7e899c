import Foundation

/// A table of comma-separated values that is read in the simplest way: lines, and then commas outside quotes.
package struct PlainTable {
  /// The number of rows below the header.
  package let count: Int
  private let bytes: [UInt8]
  private let columns: [String: Int]
  /// The offsets of all cells, row by row, with the offset of the next row after those of each row.
  private let starts: [Int]
  /// The cells of rows with quotes.
  private let quoted: [Int: [String]]

  /// Reads the whole table.
  package init(csv data: Data) {
    var starts: [Int] = []
    var quoted: [Int: [String]] = [:]
    var names: [String] = []
    var rows = 0
    let bytes = [UInt8](data)
    bytes.withUnsafeBufferPointer { buffer in
      var start = 0
      while start < buffer.count {
        var end = Self.first("\n", in: buffer, start, buffer.count)
        let next = end + 1
        if end > start, buffer[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        if names.isEmpty {
          names = Self.cells(String(decoding: buffer[start..<end], as: UTF8.self))
        } else {
          if Self.first("\"", in: buffer, start, end) < end {
            quoted[rows] = Self.cells(String(decoding: buffer[start..<end], as: UTF8.self))
            for _ in names { starts.append(start) }
          } else {
            var cell = start
            for _ in names {
              starts.append(cell)
              cell = Self.first(",", in: buffer, cell, end) + 1
            }
          }
          starts.append(end + 1)
          rows += 1
        }
        start = next
      }
    }
    count = rows
    columns = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    self.bytes = bytes
    self.starts = starts
    self.quoted = quoted
  }

  /// Returns the offset of a byte, or the end.
  private static func first(
    _ character: Unicode.Scalar, in buffer: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
  ) -> Int {
    guard start < end, let base = buffer.baseAddress else { return end }
    guard let found = memchr(base + start, Int32(character.value), end - start) else { return end }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  private static func cells(_ line: String) -> [String] {
    var cells: [String] = []
    var open = ""
    for part in line.split(separator: ",", omittingEmptySubsequences: false) {
      open += (open.isEmpty ? "" : ",") + part
      // A cell is complete when its quotes are balanced.
      guard open.utf8.count(where: { $0 == UInt8(ascii: "\"") }) % 2 == 0 else { continue }
      let isQuoted = open.first == "\""
      cells.append(isQuoted ? String(open.dropFirst().dropLast()).replacing("\"\"", with: "\"") : open)
      open = ""
    }
    return cells
  }

  /// Returns a cell with whitespace trimmed and collapsed, or an empty text if the table has no such column.
  package func text(_ row: Int, _ column: String) -> String {
    guard let place = columns[column] else { return "" }
    var text: String
    if let cells = quoted[row] {
      text = cells[place]
    } else {
      let first = row * (columns.count + 1) + place

      text = String(decoding: bytes[starts[first]..<max(starts[first], starts[first + 1] - 1)], as: UTF8.self)
    }
    let hasSpaces = text.utf8.first == 0x20 || text.utf8.last == 0x20 || text.contains("  ")
    if hasSpaces { text = text.split(separator: " ").joined(separator: " ") }
    return text
  }

  /// Returns the number in a cell.
  package func number(_ row: Int, _ column: String) -> Double? { Double(text(row, column)) }
}
