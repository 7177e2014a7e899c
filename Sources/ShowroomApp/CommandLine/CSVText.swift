/// Writes comma-separated values as RFC 4180 has them.
enum CSVText {
  /// A record with its line end. A cell is quoted where it has to be.
  static func record(_ cells: [String]) -> String {
    cells.map(cell).joined(separator: ",") + "\r\n"
  }

  /// A text that a person or a server wrote, made safe for spreadsheets and terminals: what a spreadsheet would take for a
  /// formula begins with an apostrophe, and control characters but line ends are replaced.
  static func guarded(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    if let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) { scalars.append("'") }
    for scalar in text.unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control && scalar != "\n"
      scalars.append(isControl ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }

  private static func cell(_ text: String) -> String {
    let special: [UInt8] = [0x2C, 0x22, 0x0A, 0x0D]
    guard text.utf8.contains(where: special.contains) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
