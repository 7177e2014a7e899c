/// Returns bytes that differ from piece to piece.
package func sample(_ count: Int) -> [UInt8] {
  var state: UInt64 = 88_172_645_463_325_252
  return (0..<count).map { _ in
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return UInt8(truncatingIfNeeded: state)
  }
}

/// Random bytes similar to those of terminals, users and line noise.
package enum RandomBytes {
  private static let pieces = [
    "\u{1B}", "\u{1B}[", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}]", "\u{1B}]11;rgb:", "\u{07}", "\u{1B}\\", "\u{1B}P",
    "\u{1B}O", "\u{1B}[<0;", "\u{1B}[M", "12;5", "M", "~", "q", "\u{3}", "한", "e\u{301}", "\u{1F468}\u{200D}", "\r",
  ].map { Array($0.utf8) }

  /// Returns the next bytes.
  package static func next(_ chance: inout SeededChance) -> [UInt8] {
    if Int.random(in: 0..<4, using: &chance) == 0 {
      return (0..<Int.random(in: 1..<40, using: &chance)).map { _ in .random(in: 0...255, using: &chance) }
    }
    return (0..<Int.random(in: 1..<4, using: &chance)).flatMap { _ in pieces.randomElement(using: &chance) ?? [] }
  }
}
