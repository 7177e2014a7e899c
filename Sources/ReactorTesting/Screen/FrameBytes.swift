import ReactorTerminalCore

/// A check of the bytes of frames for sequences that must not occur in a frame.
package enum FrameBytes {
  /// The final bytes of the permitted sequences: cursor, erase, insert, delete, scroll, repeat, attributes and modes.
  private static let drawing = Set("ABCDGHJKLMPSTXbdfhlmr@".unicodeScalars)

  /// Returns descriptions of the forbidden sequences in the bytes of frames.
  package static func offences(in bytes: [UInt8]) -> [String] {
    var found: [String] = []
    var scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      if scalar == "\u{1B}" {
        guard let kind = scalars.popFirst() else { return found + ["a lone escape"] }
        // Sequences that select character sets have one more byte, and those that save the cursor have none.
        if kind == "(" || kind == ")" { _ = scalars.popFirst() }
        if "()78M=>".unicodeScalars.contains(kind) { continue }
        guard kind == "[" else {
          found.append("escape \(kind.escaped(asASCII: true))")
          continue
        }
        while let next = scalars.first, ("\u{20}"..."\u{3F}").contains(next) { scalars.removeFirst() }
        if let final = scalars.popFirst(), !drawing.contains(final) { found.append("sequence \(final)") }
      } else if !["\r", "\n", "\u{8}", "\t"].contains(scalar), !isHarmless(scalar) {
        found.append("scalar \(scalar.escaped(asASCII: true))")
      }
    }
    return found
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch ScalarClass.of(scalar.value) {
    case .narrow, .wide, .mark, .regional: true
    case .selector, .joiner, .replaced: false
    }
  }
}
