import CReactorTerminal

/// The role of a scalar in a grid of cells.
package enum ScalarClass: Equatable {
  /// A glyph of one column.
  case narrow
  /// A glyph of two columns.
  case wide
  /// A mark on the preceding glyph.
  case mark
  /// A variant selector for the preceding glyph. The scanner drops it, because terminals disagree about the width.
  case selector
  /// A joiner of two glyphs. The scanner drops it together with the rest of an emoji sequence.
  case joiner
  /// Half a flag. It takes its own cell, because ncurses splits the pair.
  case regional
  /// A scalar that is never sent to a terminal, and its replacement, which is one column wide.
  case replaced(UInt32)

  /// The replacement for scalars without a better one: U+FFFD.
  static let replacement: UInt32 = 0xFFFD

  /// Returns the class of `scalar`, according to the same `wcwidth` that ncurses uses.
  ///
  /// The ranges listed here cover everyday text. A test compares them with libc.
  package static func of(_ scalar: UInt32) -> ScalarClass {
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

  /// Returns whether a scalar is a Hangul vowel or final outside the precomposed syllables. In libc, its width is zero.
  private static func isTrailingJamo(_ value: UInt32) -> Bool {
    (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value)
  }

  /// Returns whether joiners and skin tones after `scalar` belong to it.
  static func isEmoji(_ scalar: UInt32) -> Bool {
    scalar >= 0x2190 && Unicode.Scalar(scalar)?.properties.isEmoji == true
  }

  /// Returns whether `scalar` sets the skin tone of the preceding emoji.
  static func isSkinTone(_ scalar: UInt32) -> Bool { (0x1F3FB...0x1F3FF).contains(scalar) }
}
