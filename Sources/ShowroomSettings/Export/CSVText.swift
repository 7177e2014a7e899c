/// Writes comma-separated values (RFC 4180).
package enum CSVText {
  /// Returns a record with its line ending. Cells are quoted where necessary.
  package static func record(_ cells: [String]) -> String {
    cells.map(cell).joined(separator: ",") + "\r\n"
  }

  /// Makes external text safe for spreadsheets and terminals: prefixes possible formulas with an apostrophe, and replaces
  /// control characters other than line feeds, and invisible characters that change the direction of what follows.
  package static func guarded(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    if let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) { scalars.append("'") }
    for scalar in text.unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control && scalar != "\n"
      scalars.append(isControl || scalar.properties.isBidiControl ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }

  private static func cell(_ text: String) -> String {
    let special: [UInt8] = [0x2C, 0x22, 0x0A, 0x0D]
    guard text.utf8.contains(where: special.contains) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
