/// A ``CarSheet`` as a self-contained page. It uses no scripts, images or fonts from elsewhere, and its own policy
/// forbids them.
struct HTMLSheet {
  private let sheet: CarSheet

  init(_ sheet: CarSheet) { self.sheet = sheet }

  var text: String {
    let title = Self.escaped(sheet.title)
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <h1 dir="auto">\(title)</h1>
      <table>
      \(heading)<tbody>
      \(sheet.rows.map(row).joined(separator: "\n"))
      </tbody>
      </table>
      \(notes)\(sheet.source.map { "<footer>Source: \(Self.escaped($0))</footer>\n" } ?? "")</body>
      </html>

      """
  }

  private static let style = """
    :root { color-scheme: light dark; --line: #d0d0d5; --weak: #62626a; --good: #1a7f37; --bar: #9aa4b2; }
    @media (prefers-color-scheme: dark) { :root { --line: #3a3a40; --weak: #a0a0a8; --good: #57c26e; --bar: #5a6472; } }
    body { font: 16px/1.45 system-ui, sans-serif; margin: 2rem auto; padding: 0 1rem; max-width: 70rem; }
    h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; } h3 { font-size: 1rem; }
    table { border-collapse: collapse; display: block; overflow-x: auto; }
    th, td { border-bottom: 1px solid var(--line); padding: .3rem .9rem .3rem 0; text-align: left; vertical-align: top; }
    tbody th { color: var(--weak); font-weight: normal; white-space: nowrap; }
    td { min-width: 9rem; }
    .best { color: var(--good); font-weight: 600; }
    .bar { background: var(--bar); border-radius: 2px; display: block; height: 4px; margin-top: 2px; }
    .best .bar { background: var(--good); }
    blockquote { border-left: 3px solid var(--line); margin: .5rem 0; padding-left: 1rem; }
    footer { color: var(--weak); font-size: .85rem; margin-top: 2rem; }
    """

  private var heading: String {
    guard sheet.count != 1 else { return "" }
    let cells = sheet.names.map { "<th scope=\"col\" dir=\"auto\">\(Self.escaped($0))</th>" }.joined()
    return "<thead>\n<tr><td></td>\(cells)</tr>\n</thead>\n"
  }

  private func row(_ row: Comparison.Row) -> String {
    "<tr><th scope=\"row\">\(Self.escaped(row.label))</th>\(row.cells.map(cell).joined())</tr>"
  }

  private func cell(_ cell: Comparison.Cell) -> String {
    let bar = cell.share.map { "<span class=\"bar\" style=\"width: \(Int(($0 * 100).rounded()))%\"></span>" } ?? ""
    return "<td\(cell.isBest ? " class=\"best\"" : "") dir=\"auto\">\(Self.escaped(cell.text))\(bar)</td>"
  }

  private var notes: String {
    guard sheet.containsNotes else { return "" }
    return "<h2>Notes</h2>\n"
      + sheet.notes.map { note in
        let name = sheet.count > 1 ? "<h3 dir=\"auto\">\(Self.escaped(note.name))</h3>\n" : ""
        let lines = note.lines.map(Self.escaped).joined(separator: "<br>\n")
        return "\(name)<blockquote dir=\"auto\">\(lines)</blockquote>\n"
      }.joined()
  }

  /// Returns text in which the characters with a special meaning in HTML and XML are escaped.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    // Scalars are examined rather than characters, because a special character followed by a combining mark keeps its
    // meaning.
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
