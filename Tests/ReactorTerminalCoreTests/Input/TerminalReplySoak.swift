import ShowroomTestSupport
import Testing

@testable import ReactorTerminalCore

/// Random answers of a terminal, from correct ones to attempts to press keys.
private struct RandomReply {
  private static let openings = [
    "\u{1B}]11;", "\u{1B}]11;rgb:", "\u{1B}]4;1;", "\u{1B}]52;c;", "\u{1B}P>|", "\u{1B}P1$r", "\u{1B}P0+r",
  ]
  private static let contents = [
    "0000", "ffff/ffff/ffff", "#123456", "q", "\r", "\u{3}", "\u{1A}", "y\n", "한", "\u{0}", "[A", "]", "rgba:1/2/3/4",
    "\t ", "\u{9B}", "~", ";",
  ]
  private static let complete = [
    "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\", "\u{1B}]11;rgb:00/00/00\u{7}", "\u{1B}[?997;1n", "\u{1B}[?997;2n",
    "\u{1B}[?62;22c", "\u{1B}P>|kitty(0.40.0)\u{1B}\\", "\u{1B}[?1u", "\u{1B}[12;40R", "\u{1B}[?2026;2$y",
    "\u{1B}[>1;4000;29c", "\u{1B}[0n",
  ]

  /// Returns a reply that ends, by its terminator.
  static func terminated(_ chance: inout SeededChance) -> String {
    if Bool.random(using: &chance) { return complete.randomElement(using: &chance) ?? "" }
    return unterminated(&chance).filter { !"\u{18}\u{1A}".contains($0) }
      + (Bool.random(using: &chance) ? "\u{7}" : "\u{1B}\\")
  }

  /// Returns a string without a terminator, sometimes of several kilobytes.
  static func unterminated(_ chance: inout SeededChance) -> String {
    let isLong = Int.random(in: 0..<6, using: &chance) == 0
    let count = Int.random(in: 0..<(isLong ? 4_000 : 12), using: &chance)
    let content = (0..<count).map { _ in contents.randomElement(using: &chance) ?? "" }.joined()
    return (openings.randomElement(using: &chance) ?? "") + content.filter { $0 != "\u{1A}" }
  }
}

@Suite struct TerminalReplySoak {
  @Test func `replies, however they are split, are not keys, and no key is lost`() {
    for seed in SoakSeeds(300) {
      var chance = SeededChance(seed: seed)
      var decoder = InputDecoder()
      var now = ContinuousClock.now
      var typed: [Event] = []
      var heard: [Event] = []
      for _ in 0..<Int.random(in: 1..<12, using: &chance) {
        let letter = Key(.character("jkqxy".randomElement(using: &chance) ?? "j"))
        typed.append(.key(letter))
        let isEnded = Int.random(in: 0..<4, using: &chance) > 0
        let reply = isEnded ? RandomReply.terminated(&chance) : RandomReply.unterminated(&chance)

        var rest = Array(reply.utf8)[...]
        while !rest.isEmpty {
          let part = rest.prefix(Int.random(in: 1..<(rest.count > 64 ? 4_096 : 9), using: &chance))
          heard += decoder.decode(part, at: now)
          rest = rest.dropFirst(part.count)
          now += .milliseconds(Int.random(in: 0..<20, using: &chance))
        }
        // After a reply without an end, keys work again a second later.
        if !isEnded {
          now += .milliseconds(1_200)
          if let deadline = decoder.deadline, now >= deadline { heard += decoder.flush() }
        }
        heard += decoder.decode("\(letter.typedCharacter ?? "j")".utf8, at: now)
        now += .milliseconds(50)
      }

      #expect(heard == typed, "seed \(seed)")
    }
  }

  @Test func `a correct reply among others is read, however it is split`() {
    for seed in SoakSeeds(300) {
      var chance = SeededChance(seed: seed)
      var decoder = InputDecoder()
      let now = ContinuousClock.now
      let before = (0..<3).map { _ in RandomReply.terminated(&chance) }.joined()
      var rest = Array((before + "\u{1B}]11;rgb:1212/3434/5656\u{1B}\\").utf8)[...]

      var replies: [TerminalReply] = []
      while !rest.isEmpty {
        let part = rest.prefix(Int.random(in: 1..<30, using: &chance))
        _ = decoder.decode(part, at: now)
        replies += decoder.takeReplies()
        rest = rest.dropFirst(part.count)
      }

      #expect(replies.last == .background(red: 0x12, green: 0x34, blue: 0x56), "seed \(seed)")
    }
  }
}
