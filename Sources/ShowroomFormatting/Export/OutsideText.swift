/// Text from a source or from a person in files that other programs show.
enum OutsideText {
  /// Replaces control characters other than line feeds, invisible characters that change the direction of what follows, and
  /// code points that are no characters, which XML forbids.
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

  /// Returns the lines of a text, harmless and without spaces at their ends.
  static func lines(of text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      let line = line.drop(while: \.isWhitespace)
      let end = line.lastIndex { !$0.isWhitespace }
      return harmless(String(end.map { line[...$0] } ?? ""))
    }
  }

  /// Returns a text on one line.
  static func line(_ text: String) -> String { lines(of: text).filter { !$0.isEmpty }.joined(separator: " ") }
}
