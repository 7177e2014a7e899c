/// A ``CarSheet`` as a Markdown document.
struct MarkdownSheet {
  private let sheet: CarSheet

  /// The number of characters of the longest bar.
  private static let barLength = 10

  init(_ sheet: CarSheet) { self.sheet = sheet }

  var text: String {
    var parts = ["# \(Self.escaped(sheet.title))", table]
    if sheet.containsNotes { parts.append("## Notes") }
    for note in sheet.notes {
      if sheet.count > 1 { parts.append("**\(Self.escaped(note.name))**") }
      parts.append(Self.quote(note.lines))
    }
    if let source = sheet.source { parts.append("Source: \(Self.escaped(source))") }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private var table: String {
    let heading = Self.row([""] + (sheet.count == 1 ? [""] : sheet.names.map(Self.escaped)))
    let rule = "|" + String(repeating: "---|", count: sheet.count + 1)
    let rows = sheet.rows.map { row in Self.row([Self.escaped(row.label)] + row.cells.map(cell)) }
    return ([heading, rule] + rows).joined(separator: "\n")
  }

  private static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  private func cell(_ cell: Comparison.Cell) -> String {
    let text = Self.escaped(cell.text)
    let length = Int(((cell.share ?? 0) * Double(Self.barLength)).rounded())
    // A number sign inside a line does not begin a heading.
    let bar = length > 0 ? " " + String(repeating: sheet.isASCII ? "#" : "█", count: length) : ""
    return (cell.isBest ? "**\(text)**" : text) + bar
  }

  /// Returns lines as a quotation that preserves line breaks.
  private static func quote(_ lines: [String]) -> String {
    lines.enumerated().map { place, line in
      if line.isEmpty { return ">" }
      let isFollowed = place + 1 < lines.count && !lines[place + 1].isEmpty
      return "> " + escaped(line) + (isFollowed ? "<br>" : "")
    }.joined(separator: "\n")
  }

  /// Returns a line in which the characters with a special meaning in Markdown are escaped.
  static func escaped(_ line: String) -> String {
    var text = ""
    // Scalars are examined rather than characters, because a combining mark changes the appearance of a bar but not its
    // meaning.
    let scalars = Array(line.unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      let next = place + 1 < scalars.count ? scalars[place + 1] : " "
      switch scalar {
      // An ampersand begins a character reference only before a letter or a number sign.
      case "&":
        let beginsName = next.properties.isAlphabetic || next == "#"
        text += beginsName ? "&amp;" : "&"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\\", "`", "*", "_", "[", "]", "|", "~": text += "\\\(scalar)"
      // These characters would begin a heading, a list, or a rule.
      case "#", "+", "-", "=": text += (text.isEmpty ? "\\" : "") + String(scalar)
      // These characters would end the number of a list item, but not a decimal number.
      case ".", ")":
        let endsNumber = !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
        text += (endsNumber && next == " " ? "\\" : "") + String(scalar)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
