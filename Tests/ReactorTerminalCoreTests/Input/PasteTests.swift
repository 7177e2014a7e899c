import Testing

@testable import ReactorTerminalCore

@Suite struct PasteTests {
  @Test func `a paste is one event between the keys around it`() {
    var decoder = InputDecoder()
    let events = decoder.decode("a\u{1B}[200~two\rlines\r\nand\n\u{1B}[A q\u{1B}[201~b".utf8)
    #expect(events == [.key("a"), .paste(Paste("two\nlines\nand\n\u{1B}[A q")), .key("b")])
  }

  @Test func `reads may split the brackets anywhere`() {
    var decoder = InputDecoder()
    let now = ContinuousClock.now
    let events = "\u{1B}[200~한\u{1B}[20x\u{1B}[201~z".utf8.flatMap { decoder.decode([$0], at: now) }
    #expect(events == [.paste(Paste("한\u{1B}[20x")), .key("z")])
  }

  @Test func `a huge paste is truncated and marked`() {
    var decoder = InputDecoder()
    var events = decoder.decode("\u{1B}[200~".utf8)
    let half = [UInt8](repeating: 0x78, count: InputDecoder.pasteLimit / 2 + 1)
    events += decoder.decode(half)
    events += decoder.decode(half + half)
    events += decoder.decode("\u{1B}[201~q".utf8)
    let expected = String(repeating: "x", count: InputDecoder.pasteLimit)
    #expect(events == [.paste(Paste(expected, isTruncated: true)), .key("q")])
  }

  @Test func `a paste without an end ends at the deadline`() {
    var decoder = InputDecoder()
    let now = ContinuousClock.now
    #expect(decoder.decode("\u{1B}[200~lost".utf8, at: now) == [])
    #expect(decoder.deadline == now + .seconds(1))
    #expect(decoder.flush() == [.paste(Paste("lost", isTruncated: true))])
    #expect(decoder.decode("j".utf8) == [.key("j")])
  }
}
