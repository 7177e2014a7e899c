import ReactorTerminal

/// The keys that a tape pressed last, as text: typed words, or one key with the number of times that it was pressed.
struct PressedKeys {
  /// The typed characters, or the label of the last key.
  private var label = ""
  private var isWord = false
  private var count = 0

  /// The largest number of typed characters shown.
  private static let maximumCharacters = 18

  /// The keys as text, such as `kia elec` or `↓ ×3`; empty before the first key.
  func text(isASCII: Bool) -> String {
    guard !isWord else { return String(label.suffix(Self.maximumCharacters)) }
    return count > 1 ? "\(label) \(isASCII ? "x" : "×")\(count)" : label
  }

  /// Adds a key.
  ///
  /// - Parameter isSecret: whether the key is typed into a secret field, so that it is not shown.
  mutating func press(_ key: Key, isSecret: Bool, isASCII: Bool) {
    if let character = key.typedCharacter, character != " " || isWord {
      let shown = isSecret ? Character(isASCII ? "*" : "•") : character
      label = isWord ? label + String(shown) : String(shown)
      (isWord, count) = (true, 0)
    } else {
      let next = key.label(ascii: isASCII)
      count = !isWord && next == label ? count + 1 : 1
      (label, isWord) = (next, false)
    }
  }
}
