/// Writes comma-separated values as RFC 4180 has them.
enum CSVText {
  /// A record with its line end. A cell is quoted where it has to be.
  static func record(_ cells: [String]) -> String {
    cells.map(cell).joined(separator: ",") + "\r\n"
  }

  private static func cell(_ text: String) -> String {
    let special: [UInt8] = [0x2C, 0x22, 0x0A, 0x0D]
    guard text.utf8.contains(where: special.contains) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
