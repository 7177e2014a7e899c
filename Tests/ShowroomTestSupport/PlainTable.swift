import Foundation

/// A table of comma-separated values read in the plainest way: lines, then commas outside quotes.
public struct PlainTable {
  private let columns: [String: Int]
  private let rows: [[Substring]]

  /// The number of rows below the header.
  public var count: Int { rows.count }

  /// Reads the whole table.
  public init(csv data: Data) {
    var names: [String: Int] = [:]
    var rows: [[Substring]] = []
    var isHeader = true
    for line in data.split(separator: UInt8(ascii: "\n")) {
      let cells = Self.cells(line)
      if isHeader {
        isHeader = false
        for (place, name) in cells.enumerated() { names[String(name)] = place }
      } else {
        rows.append(cells)
      }
    }
    columns = names
    self.rows = rows
  }

  private static func cells(_ line: Data) -> [Substring] {
    let text = String(decoding: line.last == 0x0d ? line.dropLast() : line, as: UTF8.self)
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard text.utf8.contains(UInt8(ascii: "\"")) else { return parts }
    var cells: [Substring] = []
    var open = ""
    for part in parts {
      open += (open.isEmpty ? "" : ",") + part
      // A cell is complete when its quotes are balanced.
      guard open.utf8.count(where: { $0 == UInt8(ascii: "\"") }) % 2 == 0 else { continue }
      let isQuoted = open.first == "\""
      cells.append(Substring(isQuoted ? open.dropFirst().dropLast().replacing("\"\"", with: "\"") : open[...]))
      open = ""
    }
    return cells
  }

  /// Returns a cell, without spaces around it; empty if the table has no such column.
  public func text(_ row: Int, _ column: String) -> String {
    columns[column].map { rows[row][$0].trimmingCharacters(in: .whitespaces) } ?? ""
  }

  /// Returns the number in a cell.
  public func number(_ row: Int, _ column: String) -> Double? { Double(text(row, column)) }
}
