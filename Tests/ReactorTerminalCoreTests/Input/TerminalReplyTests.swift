import Testing

@testable import ReactorTerminalCore

@Suite("Replies of the terminal")
struct TerminalReplyTests {
  private let start = ContinuousClock.now

  /// Returns the last events and the replies in `text`, read at once. A test that fails describes each event, and there
  /// could be a million.
  private func decoded(_ text: String) -> (events: [Event], replies: [TerminalReply]) {
    var decoder = InputDecoder()
    let events = decoder.decode(text.utf8, at: start)
    return (events.suffix(5), decoder.takeReplies())
  }

  @Test(arguments: [
    ("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\", TerminalReply.background(red: 0, green: 0, blue: 0)),
    ("\u{1B}]11;rgb:fdfd/f6f6/e3e3\u{7}", .background(red: 0xFD, green: 0xF6, blue: 0xE3)),
    ("\u{1B}]11;rgb:f/8/0\u{7}", .background(red: 255, green: 136, blue: 0)),
    ("\u{1B}]11;rgba:ffff/0000/8080/ffff\u{7}", .background(red: 255, green: 0, blue: 0x80)),
    ("\u{1B}]11;#1E90ff\u{7}", .background(red: 0x1E, green: 0x90, blue: 0xFF)),
    ("\u{1B}[?997;1n", .colorScheme(.dark)), ("\u{1B}[?997;2n", .colorScheme(.light)),
    ("\u{1B}P>|WezTerm 20250209\u{1B}\\", .version("WezTerm 20250209")),
  ])
  func `a reply is recognized and is not an event`(text: String, reply: TerminalReply) {
    let (events, replies) = decoded("a" + text + "b")

    #expect(events == [.key("a"), .key("b")])
    #expect(replies == [reply])
  }

  @Test(arguments: [
    "\u{1B}]11;rgb:00/00\u{7}", "\u{1B}]11;rgb:00/00/0g\u{7}", "\u{1B}]11;rgb:/00/00\u{7}",
    "\u{1B}]11;rgb:00000/00/00\u{7}", "\u{1B}]11;rgba:0/0/0\u{7}", "\u{1B}]11;hsl:0/0/0\u{7}", "\u{1B}]11;#12345\u{7}",
    "\u{1B}]11;#\u{7}", "\u{1B}]11;\u{7}", "\u{1B}]12;rgb:0/0/0\u{7}", "\u{1B}]11;rgb:0/0/0;q\u{7}",
    "\u{1B}]11;rgb:0/\u{3}q\r/0\u{1B}\\", "\u{1B}]11;rgb:\u{18}", "\u{1B}P>|kitty\r\u{1B}\\", "\u{1B}[?997;3n",
    "\u{1B}[?997n", "\u{1B}[997;1n",
  ])
  func `a malformed reply is neither a reply nor a key`(text: String) {
    let (events, replies) = decoded(text + "b")

    #expect(events == [.key("b")])
    #expect(replies == [])
  }

  @Test func `a version of a megabyte is not kept`() {
    let (events, replies) = decoded("\u{1B}P>|\(String(repeating: "x", count: 1 << 20))\u{1B}\\b")

    #expect(events == [.key("b")])
    #expect(replies == [])
  }

  @Test(arguments: ["x", "q\r", "\u{3}"])
  func `a megabyte without a terminator is not a key, and keys work a second later`(piece: String) {
    var decoder = InputDecoder()
    var bytes = Array("\u{1B}]11;rgb:\(String(repeating: piece, count: (1 << 20) / piece.utf8.count))".utf8)[...]

    var events: [Event] = []
    while !bytes.isEmpty {
      events += decoder.decode(bytes.prefix(4_096), at: start)
      bytes = bytes.dropFirst(4_096)
    }
    #expect(decoder.deadline == start + .seconds(1))
    events += decoder.flush()
    events += decoder.decode("j".utf8, at: start + .seconds(2))

    let last = Array(events.suffix(5))
    #expect(last == [.key("j")])
    #expect(decoder.takeReplies() == [])
  }

  @Test func `a key pressed during a string without a terminator does not extend it`() {
    var decoder = InputDecoder()
    _ = decoder.decode("\u{1B}]11;\(String(repeating: "x", count: 5_000))".utf8, at: start)

    _ = decoder.decode("j".utf8, at: start + .milliseconds(900))

    #expect(decoder.deadline == start + .seconds(1))
  }

  @Test func `the other half of a reply that arrives seconds later is not a key`() {
    var decoder = InputDecoder()
    _ = decoder.decode("\u{1B}]11;rgb:00".utf8, at: start)
    #expect(decoder.flush() == [])

    let events =
      decoder.decode("00/0000/0000\u{1B}\\j".utf8, at: start + .seconds(3))
      + decoder.decode("0/0\u{7}".utf8, at: start + .seconds(4))

    #expect(events == [.key("j"), .key("0"), .key("/"), .key("0"), .key(.control("g"))])
  }

  @Test func `hexadecimal digits typed after half a reply are keys`() {
    var decoder = InputDecoder()
    _ = decoder.decode("\u{1B}]11;rgb:00".utf8, at: start)
    _ = decoder.flush()

    let events = decoder.decode("b".utf8, at: start + .seconds(2)) + decoder.decode("a".utf8, at: start + .seconds(3))

    #expect(events == [.key("b"), .key("a")])
  }

  @Test func `a flood of replies is not kept`() {
    var decoder = InputDecoder()

    let events = decoder.decode(String(repeating: "\u{1B}[?997;1n", count: 10_000).utf8, at: start).suffix(5)
    let count = decoder.takeReplies().count

    #expect(events == [])
    #expect(count == 16)
    #expect(decoder.takeReplies() == [])
  }

  @Test func `replies in a paste are text`() {
    let (events, replies) = decoded("\u{1B}[200~\u{1B}]11;rgb:0/0/0\u{7}\u{1B}[201~")

    #expect(events == [.paste(Paste("\u{1B}]11;rgb:0/0/0\u{7}"))])
    #expect(replies == [])
  }
}
