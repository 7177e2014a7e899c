/// Returns a number with its noun in the singular or plural: `1 byte`, `12000 bytes`.
package func quantity(_ number: some BinaryInteger, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}

extension String {
  /// Returns the text, or its beginning and an ellipsis, so that external text cannot make a message too long.
  package func shortened(to limit: Int) -> String {
    count <= limit ? self : prefix(limit - 1) + "…"
  }

  /// Returns the text on one line, without control and formatting characters, shortened to a number of characters.
  package func singleLine(limit: Int) -> String {
    var result = ""
    var count = 0
    var gap = false
    for character in self {
      if character.isWhitespace || !character.isJoinedEmoji && character.unicodeScalars.contains(where: Self.isHarmful)
      {
        gap = !result.isEmpty
        continue
      }
      if count + (gap ? 1 : 0) >= limit { return result + "…" }
      if gap { result.append(" ") }
      count += gap ? 2 : 1
      gap = false
      result.append(character)
    }
    return result
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
    default: false
    }
  }
}

extension Character {
  /// Whether the character is an emoji composed of several others, such as a family. Its joiners must not be removed as
  /// formatting characters.
  package var isJoinedEmoji: Bool {
    let scalars = Array(unicodeScalars)
    guard scalars.contains(Self.joiner) else { return false }
    return scalars.indices.allSatisfy { index in
      guard scalars[index] == Self.joiner else { return Self.isPartOfEmoji(scalars[index]) }
      return index > 0 && index + 1 < scalars.count && scalars[index + 1] != Self.joiner
    }
  }

  private static let joiner: Unicode.Scalar = "\u{200D}"

  /// Returns whether a scalar is an emoji, a skin tone, or the selector of the color variant.
  private static func isPartOfEmoji(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0xFE0F || scalar.value >= 0x2190 && scalar.properties.isEmoji
  }
}
