/// External text, from a source or a user, in files that other programs display.
enum OutsideText {
  /// Replaces control characters other than line feeds, invisible characters that change the text direction, and code
  /// points that are not characters, which XML forbids.
  static func harmless(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let properties = scalar.properties
      let isControl = properties.generalCategory == .control && scalar != "\n"
      let isHarmful = isControl || properties.isBidiControl || properties.isNoncharacterCodePoint
      scalars.append(isHarmful ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }

  /// Returns the lines of text with harmful characters replaced and without trailing spaces.
  static func lines(of text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      let line = line.drop(while: \.isWhitespace)
      let end = line.lastIndex { !$0.isWhitespace }
      return harmless(String(end.map { line[...$0] } ?? ""))
    }
  }

  /// Returns text on one line.
  static func line(_ text: String) -> String { lines(of: text).filter { !$0.isEmpty }.joined(separator: " ") }
}
