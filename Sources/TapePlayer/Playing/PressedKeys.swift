import ReactorTerminalCore

/// The keys that a tape pressed last, as text: typed words, or one key and the number of times it was pressed.
struct PressedKeys {
  /// The typed characters, or the label of the last key.
  private var label = ""
  private var isWord = false
  private var count = 0

  /// The maximum number of typed characters shown.
  private static let maximumCharacters = 18

  /// The keys as text, such as `kia elec` or `↓ ×3`; empty before the first key.
  func text(isASCII: Bool) -> String {
    guard !isWord else { return String(label.suffix(Self.maximumCharacters)) }
    return count > 1 ? "\(label) \(isASCII ? "x" : "×")\(count)" : label
  }

  /// Adds a key.
  ///
  /// - Parameters:
  ///   - isText: Whether the key is typed into a field.
  ///   - isSecret: Whether that field is a secret field, so that the key is not shown.
  mutating func press(_ key: Key, isText: Bool, isSecret: Bool, isASCII: Bool) {
    if isText, let character = key.typedCharacter {
      let shown = isSecret ? "*" : character
      label = isWord ? label + String(shown) : String(shown)
      (isWord, count) = (true, 0)
    } else {
      let next = key.label(ascii: isASCII)
      count = !isWord && next == label ? count + 1 : 1
      (label, isWord) = (next, false)
    }
  }
}
