import ReactorTerminalCore

/// The syntax of keys and text in a tape.
enum TapeText {
  /// Returns `text` in a kind of quotes that it does not contain; `nil` if it contains all three kinds or a line break.
  static func quoted(_ text: String) -> String? {
    let scalars = text.unicodeScalars
    guard !scalars.contains(where: \.isNewline) else { return nil }
    return quotes.first { !scalars.contains($0) }.map { "\($0)\(text)\($0)" }
  }

  private static let quotes: [Unicode.Scalar] = ["\"", "'", "`"]

  /// Returns a one-line comment.
  static func comment(_ text: String) -> String {
    "# " + text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// The cells that a tape can address.
  static let largestScreen = Rect(
    x: 0, y: 0, width: TapeSettings.maximumWidth, height: TapeSettings.maximumHeight)

  /// Returns `size`, limited to what tapes support.
  static func fitting(_ size: Size) -> Size {
    Size(width: min(size.width, largestScreen.width), height: min(size.height, largestScreen.height))
  }

  /// Returns a comment about a size that a tape does not support.
  static func tooLarge(_ size: Size) -> String {
    "# The screen was \(size.width)x\(size.height), which is larger than a tape supports."
  }

  /// Returns a comment about input that a tape cannot contain.
  static func omitted(_ input: String) -> String { comment("Omitted: \(input).") }

  /// Returns the command that sets `variable`, or a comment if the value cannot be quoted.
  static func setting(_ variable: TapeSettings.EnvironmentVariable) -> String {
    quoted(variable.value).map { "Env \(variable.name) \($0)" }
      ?? omitted("the variable \(variable.name), whose value contains all three kinds of quotes or a line break")
  }

  /// Returns the commands that type `text`. There is more than one only if it contains all three kinds of quotes.
  static func typing(_ text: String) -> [String] {
    var pieces = [""]
    for character in text {
      if quoted(pieces[pieces.count - 1] + String(character)) == nil { pieces.append("") }
      pieces[pieces.count - 1].append(character)
    }
    return pieces.compactMap(quoted).map { "Type \($0)" }
  }

  /// Returns the command that presses `key`; `nil` if the language has none.
  static func command(for key: Key) -> String? {
    let name: String
    if let word = CommandName.name(of: key.code) {
      name = word.rawValue
    } else if case .character(let character) = key.code, isSingleToken(character) {
      name = String(character)
    } else {
      return nil
    }
    var parts: [String] = []
    if key.modifiers.contains(.control) { parts.append("Ctrl") }
    if key.modifiers.contains(.alt) { parts.append("Alt") }
    if key.modifiers.contains(.shift) { parts.append("Shift") }
    return (parts + [name]).joined(separator: "+")
  }

  /// Returns whether the lexer reads `character` as a single token.
  private static func isSingleToken(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return false }
    // A character that begins with a digit is read as a number followed by a second token.
    if scalars.count > 1 { return first != "/" && !first.isASCIIDigit && scalars.allSatisfy(\.isWordScalar) }
    return !first.properties.isWhitespace && !"#\"'`/{".unicodeScalars.contains(first)
  }
}
