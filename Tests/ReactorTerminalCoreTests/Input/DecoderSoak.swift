import ShowroomTestSupport
import Testing

@testable import ReactorTerminalCore

@Suite struct DecoderSoak {
  @Test func `no bytes block keys beyond the deadline`() {
    for seed in SoakSeeds(400) {
      var chance = SeededChance(seed: seed)
      var decoder = InputDecoder()
      var now = ContinuousClock.now
      for _ in 0..<Int.random(in: 1..<30, using: &chance) {
        now += .milliseconds(Int.random(in: 0..<300, using: &chance))
        _ = decoder.decode(RandomBytes.next(&chance), at: now)
        if let deadline = decoder.deadline {
          #expect(deadline <= now + InputDecoder.sequenceDelay, "seed \(seed)")
        }
      }

      // Ctrl-C is pressed repeatedly, and the loop reads the clock from time to time.
      var heard: [Event] = []
      for _ in 0..<16 {
        now += .milliseconds(100)
        heard += decoder.decode([0x03], at: now)
        if let deadline = decoder.deadline, now >= deadline { heard += decoder.flush() }
      }

      #expect(heard.suffix(2).contains(.key(.control("c"))), "seed \(seed): \(heard)")
    }
  }

  @Test func `splitting the bytes among reads makes no difference`() {
    for seed in SoakSeeds(400) {
      var chance = SeededChance(seed: seed)
      let now = ContinuousClock.now
      let bytes = (0..<8).flatMap { _ in RandomBytes.next(&chance) }
      var whole = InputDecoder()
      var cut = InputDecoder()

      let expected = whole.decode(bytes, at: now) + whole.flush()
      var events: [Event] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = rest.prefix(Int.random(in: 1..<6, using: &chance))
        events += cut.decode(part, at: now)
        rest = rest.dropFirst(part.count)
      }
      events += cut.flush()

      #expect(Self.pastes(events) == Self.pastes(expected), "seed \(seed)")
    }
  }

  /// Returns the pastes, because keys can be split between a letter and its mark, and wheel turns added.
  private static func pastes(_ events: [Event]) -> [Event] {
    events.filter { if case .paste = $0 { true } else { false } }
  }
}
