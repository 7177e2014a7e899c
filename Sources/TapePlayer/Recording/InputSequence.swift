import ReactorTerminalCore

/// The sequences that an xterm-compatible terminal sends for input, used in recordings of keys.
enum InputSequence {
  /// Returns the sequence for a key or a paste; `nil` for other events and for keys without a sequence.
  static func text(for event: Event) -> String? {
    switch event {
    case .key(let key): text(for: key)
    case .paste(let paste): "\u{1B}[200~" + paste.text.replacing("\n", with: "\r") + "\u{1B}[201~"
    default: nil
    }
  }

  private static func text(for key: Key) -> String? {
    let modifiers = Int(key.modifiers.rawValue)
    if let final = finals[key.code] {
      return modifiers == 0 ? "\u{1B}[\(final)" : "\u{1B}[1;\(modifiers + 1)\(final)"
    }
    if let number = numbers[key.code] {
      return modifiers == 0 ? "\u{1B}[\(number)~" : "\u{1B}[\(number);\(modifiers + 1)~"
    }
    let alt = key.modifiers.contains(.alt) ? "\u{1B}" : ""
    switch key.code {
    case .enter: return alt + "\r"
    case .tab: return key.modifiers.contains(.shift) ? "\u{1B}[Z" : alt + "\t"
    case .escape: return alt + "\u{1B}"
    case .backspace: return alt + "\u{7F}"
    case .character(let character):
      guard key.modifiers.contains(.control) else { return alt + String(character) }
      return control(character).map { alt + String($0) }
    default: return nil
    }
  }

  /// Returns the control character of a key: 3 for `c`, Escape for `[`.
  private static func control(_ character: Character) -> Character? {
    guard let code = character.uppercased().unicodeScalars.first, character != " " else { return "\0" }
    guard (0x40...0x5F).contains(code.value) else { return nil }
    return Unicode.Scalar(code.value - 0x40).map(Character.init)
  }

  private static let finals: [Key.Code: String] = [
    .up: "A", .down: "B", .right: "C", .left: "D", .home: "H", .end: "F",
  ]

  private static let numbers: [Key.Code: Int] = [
    .insert: 2, .delete: 3, .pageUp: 5, .pageDown: 6, .function(1): 11, .function(2): 12, .function(3): 13,
    .function(4): 14, .function(5): 15, .function(6): 17, .function(7): 18, .function(8): 19, .function(9): 20,
    .function(10): 21, .function(11): 23, .function(12): 24,
  ]
}

extension Event {
  /// Whether the event enters text, which must not be recorded in a secret field.
  var isTyped: Bool {
    switch self {
    case .key(let key): key.typedCharacter != nil
    case .paste: true
    default: false
    }
  }
}
