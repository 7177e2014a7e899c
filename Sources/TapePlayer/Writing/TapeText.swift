import ReactorTerminal

/// How keys and texts are written in a tape.
enum TapeText {
  /// `text` between quotes that it does not hold itself; nil when it holds all three kinds, or cannot stand on one line.
  static func quoted(_ text: String) -> String? {
    let scalars = text.unicodeScalars
    guard !scalars.contains(where: \.isNewline) else { return nil }
    return quotes.first { !scalars.contains($0) }.map { "\($0)\(text)\($0)" }
  }

  private static let quotes: [Unicode.Scalar] = ["\"", "'", "`"]

  /// A line for whoever reads the tape, whatever lines `text` has.
  static func comment(_ text: String) -> String {
    "# " + text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// All cells that a tape can name.
  static let largestScreen = Rect(
    x: 0, y: 0, width: TapeSettings.widestScreen, height: TapeSettings.highestScreen)

  /// `size`, or as much of it as a tape can ask for.
  static func fitting(_ size: Size) -> Size {
    Size(width: min(size.width, largestScreen.width), height: min(size.height, largestScreen.height))
  }

  /// What is said where a size is not written as it was.
  static func tooLarge(_ size: Size) -> String {
    "# The screen had \(size.width)x\(size.height), which is more than a tape can ask for."
  }

  /// The command that sets `variable`, or a comment where no quotes fit.
  static func setting(_ variable: TapeSettings.EnvironmentVariable) -> String {
    quoted(variable.value).map { "Env \(variable.name) \($0)" }
      ?? "# The value of \(variable.name) has all three kinds of quotes or a line break in it, and is missing here."
  }

  /// The commands that type `text`: more than one only where quotes of all kinds are mixed.
  static func typing(_ text: String) -> [String] {
    var pieces = [""]
    for character in text {
      if quoted(pieces[pieces.count - 1] + String(character)) == nil { pieces.append("") }
      pieces[pieces.count - 1].append(character)
    }
    return pieces.compactMap(quoted).map { "Type \($0)" }
  }

  /// The command that presses `key`; nil where the language has none.
  static func command(for key: Key) -> String? {
    let name: String
    if let word = CommandName.name(of: key.code) {
      name = word.rawValue
    } else if case .character(let character) = key.code, isReadAsOne(character) {
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

  /// Whether `character` is one word, one digit or one sign to whoever reads the tape.
  private static func isReadAsOne(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return false }
    // What begins with a digit is read as a number, and then something else.
    if scalars.count > 1 { return first != "/" && !first.isASCIIDigit && scalars.allSatisfy(\.isOfWord) }
    return !first.properties.isWhitespace && !"#\"'`/{".unicodeScalars.contains(first)
  }
}
