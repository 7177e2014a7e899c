import ReactorTerminal
import ShowroomTestSupport
import Testing

@testable import TapePlayer

/// Sessions of random keys and pasted text, written as tapes and parsed again.
@MainActor
struct TapeWriterSoak {
  /// Quotes, combining marks, and other scalars with a meaning in a tape.
  private static let scalars: [Unicode.Scalar] = [
    "a", "Z", "7", " ", "\"", "'", "`", "/", "\\", "#", "!", "{", "}", "@", "+", ".", "-", "é", "기", "\u{301}",
    "\u{20DD}",
    "\u{200D}", "\u{FE0F}", "\u{1F697}", "\u{1F3FD}", "\u{1F1F0}", "\u{E0020}", "\u{85}", "\u{2028}", "\t", "\u{7F}",
    "\u{0}",
    "\u{202E}", "\u{FEFF}", "\u{AC00}", "\u{1100}", "\u{1161}",
  ]
  private static let codes: [Key.Code] = [
    .enter, .escape, .tab, .backspace, .up, .pageDown, .home, .function(5), .insert,
  ]

  private static func text(_ chance: inout SeededChance, upTo count: Int) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...count, using: &chance) { text.append(scalars.randomElement(using: &chance) ?? "a") }
    return String(text)
  }

  private static func event(_ chance: inout SeededChance) -> Event {
    let modifiers = Key.Modifiers(rawValue: UInt8.random(in: 0...7, using: &chance))
    switch Int.random(in: 0..<10, using: &chance) {
    case 0..<5:
      let character = text(&chance, upTo: 3).first ?? "x"
      return .key(Key(.character(character), Int.random(in: 0..<3, using: &chance) == 0 ? modifiers : []))
    case 5: return .key(Key(codes.randomElement(using: &chance) ?? .enter, modifiers))
    case 6: return .paste(Paste(text(&chance, upTo: 12)))
    case 7: return .paste(Paste("\(text(&chance, upTo: 6))\n\(text(&chance, upTo: 6))"))
    case 8: return .mouse(MouseEvent(.press, at: Point(x: Int.random(in: -1...500, using: &chance), y: 3)))
    default: return .resize(Size(width: Int.random(in: 1...500, using: &chance), height: 30))
    }
  }

  @Test func `every tape that is written is read back`() {
    for seed in SoakSeeds(1_500) {
      var chance = SeededChance(seed: seed)
      let variable = TapeSettings.EnvironmentVariable(name: "SHOWROOM_KEYS", value: Self.text(&chance, upTo: 5))
      let writer = TapeWriter(
        size: Size(width: 80, height: 24), title: "A session \(Self.text(&chance, upTo: 8))", environment: [variable])
      var time: Duration = .zero
      for _ in 0..<Int.random(in: 1...20, using: &chance) {
        time += .milliseconds(Int.random(in: 0...900, using: &chance))
        writer.record(Self.event(&chance), at: time, isSecret: Int.random(in: 0..<10, using: &chance) == 0)
      }
      let written = writer.tape(endingAt: time)
      #expect(mistake(in: written) == nil, "seed \(seed)\n\(written)")
    }
  }

  @Test func `the tape types and pastes the same text as the session`() throws {
    for seed in SoakSeeds(1_500) {
      var chance = SeededChance(seed: seed)
      // Nothing is omitted from lines with one kind of quotes.
      let scalars = Self.scalars.filter { !$0.isNewline && !"'`".unicodeScalars.contains($0) }
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...10, using: &chance) { text.append(scalars.randomElement(using: &chance) ?? "a") }
      let writer = TapeWriter(size: Size(width: 80, height: 24), title: "A session")
      writer.record(.paste(Paste(String(text))), at: .zero)

      let actions = try actions(of: writer.tape(endingAt: .zero))

      #expect(actions == [.copy(String(text)), .paste], "seed \(seed)")
      guard case .copy(let copied) = actions.first else { continue }
      // Equal strings may consist of different scalars.
      #expect(Array(copied.unicodeScalars) == Array(text), "seed \(seed)")
    }
  }
}
