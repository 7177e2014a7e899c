import CTerminal

/// What a scalar is to a grid of cells.
enum ScalarClass: Equatable {
  /// A glyph of its own, one column.
  case narrow
  /// A glyph of its own, two columns.
  case wide
  /// Drawn over the glyph before it.
  case mark
  /// Chooses a form of the glyph before it; nothing of its own. Dropped: terminals disagree about its width.
  case selector
  /// Joins two glyphs. Dropped, and with it the rest of an emoji sequence.
  case joiner
  /// Half a flag. Stays a cell of its own, because ncurses cuts a pair in two anyway.
  case regional
  /// Never sent to a terminal; this scalar (one column) stands for it.
  case replaced(UInt32)

  /// The stand-in for what has no better one: U+FFFD.
  static let replacement: UInt32 = 0xFFFD

  /// The class of `scalar`, measured with the `wcwidth` that ncurses uses.
  ///
  /// The ranges named here are those of everyday text; a test holds them against libc.
  static func of(_ scalar: UInt32) -> ScalarClass {
    switch scalar {
    case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x2FF, 0x2500...0x25A0: .narrow
    case 0xAC00...0xD7A3, 0x4E00...0x9FFF, 0x3041...0x3096, 0x30A0...0x30FF: .wide
    case 0x0...0x9F: control(scalar)
    case 0xA0: .replaced(0x20)
    case 0xAD: .replaced(0x2D)
    case 0x200D: .joiner
    case 0x200C, 0x34F, 0x180B...0x180F, 0xFE00...0xFE0F, 0xE0020...0xE007F, 0xE0100...0xE01EF: .selector
    case 0x1F1E6...0x1F1FF: .regional
    default: measured(scalar)
    }
  }

  private static func control(_ scalar: UInt32) -> ScalarClass {
    switch scalar {
    case 0x09: .replaced(0x20)
    case 0x0A, 0x0D: .replaced(0x21B5)
    case 0x7F: .replaced(0x2421)
    case 0x00..<0x20: .replaced(0x2400 + scalar)
    default: .replaced(replacement)
    }
  }

  private static func measured(_ value: UInt32) -> ScalarClass {
    guard let scalar = Unicode.Scalar(value) else { return .replaced(replacement) }
    let category = scalar.properties.generalCategory
    switch category {
    case .format, .control, .surrogate, .unassigned: return .replaced(replacement)
    case .lineSeparator, .paragraphSeparator: return .replaced(0x21B5)
    default: break
    }
    switch ct_width(value) {
    case 1: return category == .spaceSeparator ? .replaced(0x20) : .narrow
    case 2: return .wide
    case 0:
      let isMark = category == .nonspacingMark || category == .enclosingMark || isTrailingJamo(value)
      return isMark ? .mark : .replaced(replacement)
    default: return .replaced(replacement)
    }
  }

  /// Vowels and finals of Hangul that no precomposed syllable holds: libc counts them as part of the initial.
  private static func isTrailingJamo(_ value: UInt32) -> Bool {
    (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value)
  }

  /// Whether joiners and skin tones after `scalar` belong to it.
  static func isEmoji(_ scalar: UInt32) -> Bool {
    scalar >= 0x2190 && Unicode.Scalar(scalar)?.properties.isEmoji == true
  }

  /// Whether `scalar` colours the skin of the emoji before it.
  static func isSkinTone(_ scalar: UInt32) -> Bool { (0x1F3FB...0x1F3FF).contains(scalar) }
}
