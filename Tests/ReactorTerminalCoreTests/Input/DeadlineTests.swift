import Testing

@testable import ReactorTerminalCore

@Suite("Deadlines of the decoder")
struct DeadlineTests {
  private let start = ContinuousClock.now

  /// Returns the events of `beginning` and of `q`, pressed every tenth of a second after it.
  private func heard(after beginning: String, seconds: Int) -> [Event] {
    var decoder = InputDecoder()
    var events = decoder.decode(beginning.utf8, at: start)
    for tenth in 1...(seconds * 10) {
      events += decoder.decode("q".utf8, at: start + .milliseconds(100 * tenth))
    }
    return events
  }

  @Test func `a paste without an end consumes keys for at most a second`() {
    let events = heard(after: "\u{1B}[200~lost", seconds: 2)

    #expect(events.first == .paste(Paste("lost" + String(repeating: "q", count: 9), isTruncated: true)))
    #expect(events.dropFirst().allSatisfy { $0 == .key("q") })
    #expect(events.count == 1 + 11)
  }

  @Test(arguments: ["\u{1B}]11;", "\u{1B}P0", "\u{1B}[?"])
  func `half a sequence consumes keys for at most a second`(beginning: String) {
    let keys = heard(after: beginning, seconds: 2).filter { $0 == .key("q") }

    #expect(keys.count >= 10)
  }

  @Test func `a long paste that keeps arriving is not truncated`() {
    var decoder = InputDecoder()
    let line = String(repeating: "x", count: 100)
    var events = decoder.decode("\u{1B}[200~".utf8, at: start)

    for second in 1...5 { events += decoder.decode(line.utf8, at: start + .milliseconds(900 * second)) }
    events += decoder.decode("\u{1B}[201~".utf8, at: start + .milliseconds(900 * 5 + 100))

    #expect(events == [.paste(Paste(String(repeating: line, count: 5)))])
    #expect(decoder.deadline == nil)
  }

  @Test func `an arrow key read in two parts with a delay is an arrow key`() {
    var decoder = InputDecoder()

    let events =
      decoder.decode("\u{1B}".utf8, at: start) + decoder.decode("[A".utf8, at: start + .milliseconds(400))

    #expect(events == [.key(.up)])
  }

  @Test(arguments: [
    ("\u{E9}", Key(.character("\u{E9}"))), ("한", Key(.character("한"))), ("\u{1B}\u{E9}", .alt("\u{E9}")),
  ])
  func `a character read in two parts with a delay is a key`(text: String, key: Key) {
    var decoder = InputDecoder()

    let first = decoder.decode(text.utf8.dropLast(), at: start)
    #expect(first == [])
    #expect(decoder.deadline == start + .seconds(1))
    let events = decoder.decode(text.utf8.suffix(1), at: start + .milliseconds(400))

    #expect(events == [.key(key)])
  }

  @Test(arguments: [[0x1B, 0xC3], [0x1B, 0xED, 0x95], [0x1B, 0x1B, 0x5B]] as [[UInt8]])
  func `Escape before half a character or half a sequence is the Escape key`(bytes: [UInt8]) {
    var decoder = InputDecoder()

    #expect(decoder.decode(bytes, at: start) == [])
    #expect(decoder.flush() == [.key(.escape)])
  }

  @Test func `a sequence that starts after another one has its own deadline`() {
    var decoder = InputDecoder()
    _ = decoder.decode("\u{1B}[<0;1".utf8, at: start)

    let events = decoder.decode(";1M\u{1B}".utf8, at: start + .milliseconds(900))

    #expect(events.count == 1)
    #expect(decoder.deadline == start + .milliseconds(925))
  }
}
