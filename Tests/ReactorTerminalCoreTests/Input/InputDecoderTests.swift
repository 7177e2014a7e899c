import ShowroomTestSupport
import Testing

@testable import ReactorTerminalCore

@Suite struct InputDecoderTests {
  private func keys(_ text: String, described: [[UInt8]: Key] = [:]) -> [Key] {
    var decoder = InputDecoder(describedKeys: described)
    return decoder.decode(text.utf8).compactMap { if case .key(let key) = $0 { key } else { nil } }
  }

  @Test(arguments: [
    ("\u{1B}[A", Key.up), ("\u{1B}OA", .up), ("\u{1B}[B", .down), ("\u{1B}OD", .left), ("\u{1B}[H", .home),
    ("\u{1B}OF", .end), ("\u{1B}[1~", .home), ("\u{1B}[3~", .delete), ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown),
    ("\u{1B}[Z", .backTab), ("\u{1B}OP", .f1), ("\u{1B}[15~", .f5), ("\u{1B}[[E", .f5),
    ("\u{1B}[24~", Key(.function(12))),
    ("\u{1B}OM", .enter), ("\u{1B}Ok", "+"), ("\r", .enter), ("\t", .tab), ("\u{7F}", .backspace),
    ("\u{8}", .backspace),
    ("\u{1}", .control("a")), ("\u{1A}", .control("z")), ("\n", .control("j")), ("\0", Key(.character(" "), .control)),
    ("\u{1F}", .control("_")), (" ", .space), ("R", "R"),
  ])
  func `a sequence is a key`(text: String, key: Key) { #expect(keys(text) == [key]) }

  @Test(arguments: [
    ("\u{1B}[1;5A", Key(.up, .control)), ("\u{1B}[1;2D", Key(.left, .shift)), ("\u{1B}[1;3C", Key(.right, .alt)),
    ("\u{1B}[1;6B", Key(.down, [.control, .shift])), ("\u{1B}[5;5~", Key(.pageUp, .control)),
    ("\u{1B}Oa", Key(.up, .control)), ("\u{1B}[a", Key(.up, .shift)), ("\u{1B}[3^", Key(.delete, .control)),
    ("\u{1B}O5A", Key(.up, .control)), ("\u{1B}\u{1B}[A", Key(.up, .alt)), ("\u{1B}[1;2P", Key(.function(1), .shift)),
    ("\u{1B}[1;2R", Key(.function(3), .shift)), ("\u{1B}x", .alt("x")), ("\u{1B}\u{7F}", Key(.backspace, .alt)),
    ("\u{1B}한", .alt("한")), ("\u{1B}]", .alt("]")), ("\u{1B}\r", Key(.enter, .alt)),
  ])
  func `modifiers are decoded`(text: String, key: Key) {
    var decoder = InputDecoder()
    let events = decoder.decode(text.utf8) + decoder.flush()
    #expect(events == [.key(key)])
  }

  @Test(arguments: [
    ("\u{1B}[97;5u", Key.control("a")), ("\u{1B}[27;5;105~", .control("i")), ("\u{1B}[9;5u", Key(.tab, .control)),
    ("\u{1B}[13;2u", Key(.enter, .shift)), ("\u{1B}[27u", .escape), ("\u{1B}[97:65;2u", "A"),
    ("\u{1B}[97;69u", .control("a")),
  ])
  func `keys sent by their scalar are decoded`(text: String, key: Key) { #expect(keys(text) == [key]) }

  @Test func `the release of a key is not a second press`() {
    #expect(keys("\u{1B}[97;1:1u\u{1B}[97;1:3u\u{1B}[1;1:3A") == ["a"])
  }

  @Test func `keys of the terminal description take precedence`() {
    let described: [[UInt8]: Key] = [Array("\u{1B}[11~".utf8): .f10, Array("\u{1B}[3$".utf8): Key(.delete, .shift)]
    #expect(keys("\u{1B}[11~\u{1B}[3$x", described: described) == [.f10, Key(.delete, .shift), "x"])
  }

  @Test func `a described key can begin like an old mouse report`() {
    #expect(keys("\u{1B}[Mjjj", described: [Array("\u{1B}[M".utf8): .f1]) == [.f1, "j", "j", "j"])
  }

  @Test(arguments: [
    "\u{1B}[?2026;2$y", "\u{1B}[?62;22c", "\u{1B}[12;40R", "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\", "\u{1B}]11;x\u{07}",
    "\u{1B}P>|term 1.0\u{1B}\\", "\u{1B}[999z", "\u{1B}[<0;5M", "\u{1B}[57358u", "\u{1B}O ", "\u{1B}[E",
    "\u{1B}[<66;1;1M",
    "\u{1B}[<35;1;1M", "\u{1B}[<0;0;1M", "\u{1B}[201~",
  ])
  func `an unknown sequence yields no event`(text: String) {
    var decoder = InputDecoder()
    let events = decoder.decode((text + "j").utf8)
    #expect(events.last == .key("j"))
    #expect(events.count == 1 || text == "\u{1B}O ")
  }

  @Test func `a broken sequence does not affect the next one`() { #expect(keys("\u{1B}[12\u{1B}[A") == [.up]) }

  @Test func `a lone Escape is a key after the delay`() {
    var decoder = InputDecoder()
    let now = ContinuousClock.now
    #expect(decoder.deadline == nil)
    #expect(decoder.decode("\u{1B}".utf8, at: now) == [])
    #expect(decoder.deadline == now + .milliseconds(25))
    #expect(decoder.flush() == [.key(.escape)])
    #expect(decoder.deadline == nil)
    #expect(decoder.flush() == [])
  }

  @Test func `two Escapes are two keys`() {
    var decoder = InputDecoder()
    #expect(decoder.decode("\u{1B}\u{1B}".utf8) == [])
    #expect(decoder.flush() == [.key(.escape), .key(.escape)])
    #expect(decoder.decode("\u{1B}\u{1B}j".utf8) == [.key(.escape), .key(.alt("j"))])
  }

  @Test(arguments: [
    ("\u{1B}[<0;10;20M", Event.mouse(MouseEvent(.press, at: Point(x: 9, y: 19)))),
    ("\u{1B}[200~kia\u{1B}[201~", .paste(Paste("kia"))), ("\u{1B}[I", .focusGained), ("\u{1B}[O", .focusLost),
  ])
  func `Escape before something that is not a key is a key of its own`(text: String, event: Event) {
    var decoder = InputDecoder()
    #expect(decoder.decode("\u{1B}\(text)".utf8) == [.key(.escape), event])
  }

  @Test(arguments: ["\u{1B}\u{1B}[Ej", "\u{1B}\u{1B}[999zj"])
  func `Alt with an unknown key yields no event`(text: String) { #expect(keys(text) == ["j"]) }

  @Test func `Escape before a reply is a key`() {
    var decoder = InputDecoder()
    #expect(decoder.decode("\u{1B}\u{1B}[?997;1n".utf8) == [.key(.escape)])
    #expect(decoder.takeReplies() == [.colorScheme(.dark)])
  }

  @Test(arguments: ["\u{1B}[1;5A", "\u{1B}[<0;10;20M", "한\u{1F468}", "\u{1B}[[A", "\u{1B}[97;5u"])
  func `reads may split sequences anywhere`(text: String) {
    var whole = InputDecoder()
    let now = ContinuousClock.now
    let expected = whole.decode(text.utf8, at: now)
    var bytewise = InputDecoder()
    #expect(text.utf8.flatMap { bytewise.decode([$0], at: now) } == expected)
    #expect(!expected.isEmpty && bytewise.deadline == nil)
  }

  @Test func `half a sequence is dropped at the deadline and not typed`() {
    var decoder = InputDecoder()
    let now = ContinuousClock.now
    #expect(decoder.decode("\u{1B}[<0;1".utf8, at: now) == [])
    #expect(decoder.deadline == now + .seconds(1))
    #expect(decoder.flush() == [])
  }

  @Test func `invalid bytes yield no event`() {
    var decoder = InputDecoder()
    #expect(decoder.decode([0x61, 0xFF, 0xC3, 0x28, 0x80, 0x62]) == [.key("a"), .key("("), .key("b")])
    #expect(decoder.decode([0xE2, 0x82]) == [])
    #expect(decoder.flush() == [])
    #expect(decoder.decode([0x63]) == [.key("c")])
  }

  @Test func `a composed character is one key`() {
    #expect(keys("e\u{301}한\u{1F1F0}\u{1F1F7}") == [Key(.character("é")), Key(.character("한")), Key(.character("🇰🇷"))])
  }

  @Test func `a change of focus is an event`() {
    var decoder = InputDecoder()
    #expect(decoder.decode("\u{1B}[I\u{1B}[O".utf8) == [.focusGained, .focusLost])
  }

  @Test func `random bytes never cause a crash`() {
    var decoder = InputDecoder()
    var random = SystemRandomNumberGenerator()
    let likely: [UInt8] = [0x1B, 0x5B, 0x4F, 0x3C, 0x3B, 0x4D, 0x7E, 0x32, 0x30, 0x75, 0x5D, 0x50]
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 1..<12, using: &random)).map { _ in
        Bool.random(using: &random) ? likely.randomElement(using: &random) ?? 0 : .random(in: 0...255, using: &random)
      }
      _ = decoder.decode(bytes)
      if Int.random(in: 0..<4, using: &random) == 0 { _ = decoder.flush() }
    }
    _ = decoder.flush()
    #expect(decoder.deadline == nil)
  }

  @Test func `two thousand pending keys are one batch`() {
    var decoder = InputDecoder()
    let time = processorTime(runs: 1) {
      #expect(decoder.decode(String(repeating: "\u{1B}[B", count: 2_000).utf8).count == 2_000)
    }
    #expect(time < 1)
  }
}
