/// Takes composed UTF-8 apart into what the cells of a screen hold.
///
/// The one place that decides what a terminal is shown: drawing, measuring and truncating all read text through it, so
/// they can never disagree, and no text reaches a cell around it.
struct GlyphScanner {
  /// One glyph.
  struct Glyph {
    /// The scalar drawn.
    var base: UInt32
    /// Columns: 1 or 2.
    var width: Int
    /// What is drawn over it, at most four scalars (what ncurses keeps).
    var marks: [UInt32] = []
    /// Whether `base` only stands for something that must not be sent.
    var isReplacement = false
  }

  private let text: UnsafeBufferPointer<UInt8>
  /// Bytes consumed so far.
  private(set) var position = 0

  /// A scanner of valid UTF-8.
  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  private static let maximumMarks = 4

  /// The next glyph, or nil at the end.
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

  /// Collects what belongs to the glyph just begun.
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
