/// The text of a manual page, with the macros of man(7).
struct Roff {
  private(set) var text = ""

  /// Adds a line that begins with a macro or is text that has been escaped.
  mutating func line(_ line: String) { text += line + "\n" }

  mutating func section(_ title: String) { line(".SH \(Self.quoted(title.uppercased()))") }

  mutating func subsection(_ title: String) { line(".SS \(Self.quoted(title))") }

  /// Adds a paragraph of escaped text.
  mutating func paragraph(_ escaped: String) {
    line(".PP")
    body(escaped)
  }

  /// Adds a paragraph with a tag in front of it.
  mutating func item(_ tag: String, _ escaped: String) {
    line(".TP")
    body(tag)
    body(escaped)
  }

  /// Adds lines as they are.
  mutating func literal(_ lines: [String]) {
    line(".PP")
    line(".RS 4")
    line(".EX")
    for line in lines { body(Self.escape(line)) }
    line(".EE")
    line(".RE")
  }

  private mutating func body(_ escaped: String) {
    line(escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped)
  }

  /// Returns text without its meaning as a request or an escape sequence. A hyphen stays the character that a user
  /// types.
  static func escape(_ text: some StringProtocol) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      default: escaped.append(character)
      }
    }
  }

  static func bold(_ text: some StringProtocol) -> String { "\\fB\(escape(text))\\fR" }

  static func italic(_ text: some StringProtocol) -> String { "\\fI\(escape(text))\\fR" }

  /// Returns a title as one argument of a macro.
  private static func quoted(_ text: String) -> String {
    "\"\(escape(text).replacing("\"", with: "\\(dq"))\""
  }

  /// Returns Markdown within a line: code in bold, links as their text.
  static func inline(_ markdown: String) -> String {
    let plain = markdown.replacing(/\[([^\]]*)\]\([^)]*\)/) { String($0.1) }
    return plain.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { $0 % 2 == 1 ? bold($1) : escape($1) }.joined()
  }
}
