/// A scanner that splits composed UTF-8 into glyphs for the cells of a screen.
///
/// Drawing, measuring and truncating all read text with this scanner, so their results agree, and no text reaches a
/// cell without being neutralized.
struct GlyphScanner {
  /// The content of one cell, or of two if it is wide.
  struct Glyph {
    /// The base scalar.
    var base: UInt32
    /// The width in columns: 1 or 2.
    var width: Int
    /// The combining marks, at most four, because ncurses keeps no more.
    var marks: [UInt32] = []
    /// Whether `base` replaces a scalar that must not be sent to a terminal.
    var isReplacement = false
  }

  private let text: UnsafeBufferPointer<UInt8>
  /// The number of bytes consumed.
  private(set) var position = 0

  /// Creates a scanner of valid UTF-8.
  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  private static let maximumMarks = 4

  /// Returns the next glyph, or `nil` at the end.
  mutating func next() -> Glyph? {
    guard let scalar = decode() else { return nil }
    switch ScalarClass.of(scalar) {
    case .narrow: return finish(Glyph(base: scalar, width: 1))
    case .wide: return finish(Glyph(base: scalar, width: 2))
    case .regional: return Glyph(base: scalar, width: 1)
    case .mark, .selector, .joiner: return Glyph(base: ScalarClass.replacement, width: 1, isReplacement: true)
    case .replaced(let stand):
      if scalar == 0x0D, position < text.count, text[position] == 0x0A { position += 1 }
      return Glyph(base: stand, width: 1, isReplacement: stand > 0x7E)
    }
  }

  /// Returns `begun` together with the marks that follow it.
  private mutating func finish(_ begun: Glyph) -> Glyph {
    guard position < text.count, text[position] >= 0xCC else { return begun }
    var glyph = begun
    var isJoined = false
    while position < text.count, text[position] >= 0xCC {
      let start = position
      guard let scalar = decode() else { break }
      switch ScalarClass.of(scalar) {
      case .mark:
        if glyph.marks.count < Self.maximumMarks { glyph.marks.append(scalar) }
      case .selector where scalar != 0x200C || glyph.base > 0x7E: break
      case .joiner where glyph.base > 0x7E: isJoined = ScalarClass.isEmoji(glyph.base)
      case .narrow, .wide:
        guard
          isJoined && ScalarClass.isEmoji(scalar) || ScalarClass.isSkinTone(scalar) && ScalarClass.isEmoji(glyph.base)
        else {
          position = start
          return glyph
        }
        isJoined = false
      default:
        position = start
        return glyph
      }
    }
    return glyph
  }

  private mutating func decode() -> UInt32? {
    guard position < text.count else { return nil }
    let first = UInt32(text[position])
    if first < 0x80 {
      position += 1
      return first
    }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard position + length <= text.count else {
      position = text.count
      return ScalarClass.replacement
    }
    var scalar = first & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
    for offset in 1..<length { scalar = scalar << 6 | UInt32(text[position + offset] & 0x3F) }
    position += length
    return scalar
  }
}
