import Testing

@testable import ReactorTerminalCore

@Suite struct MouseDecoderTests {
  private let start = ContinuousClock.Instant.now

  private func mice(_ decoder: inout InputDecoder, _ text: String, after: Duration = .zero) -> [MouseEvent] {
    decoder.decode(text.utf8, at: start + after).compactMap { if case .mouse(let event) = $0 { event } else { nil } }
  }

  @Test func `a click is a press and a release`() {
    var decoder = InputDecoder()
    let position = Point(x: 9, y: 19)
    #expect(
      mice(&decoder, "\u{1B}[<0;10;20M\u{1B}[<0;10;20m")
        == [MouseEvent(.press, at: position), MouseEvent(.release, at: position)])
  }

  @Test func `events contain the button and the modifiers`() {
    var decoder = InputDecoder()
    #expect(
      mice(&decoder, "\u{1B}[<2;1;1M\u{1B}[<17;2;1M\u{1B}[<12;3;1M")
        == [
          MouseEvent(.press, button: .right, at: .zero),
          MouseEvent(.press, button: .middle, at: Point(x: 1, y: 0), modifiers: .control),
          MouseEvent(.press, at: Point(x: 2, y: 0), modifiers: [.shift, .alt]),
        ])
  }

  @Test func `turns of the wheel in one batch are added`() {
    var decoder = InputDecoder()
    let up = "\u{1B}[<64;3;4M"
    let events = mice(&decoder, up + up + up + "\u{1B}[<65;3;4M")
    #expect(
      events == [
        MouseEvent(.wheelUp, at: Point(x: 2, y: 3), steps: 3), MouseEvent(.wheelDown, at: Point(x: 2, y: 3)),
      ])
    #expect(events[0].button == .none)
  }

  @Test func `a batch contains only the last position of a drag`() {
    var decoder = InputDecoder()
    let events = mice(&decoder, (1...50).map { "\u{1B}[<32;\($0);1M" }.joined())
    #expect(events == [MouseEvent(.drag, at: Point(x: 49, y: 0))])
  }

  @Test func `two quick presses of one cell are a double click`() {
    var decoder = InputDecoder()
    let press = "\u{1B}[<0;5;5M"
    #expect(mice(&decoder, press).map(\.clickCount) == [1])
    #expect(mice(&decoder, press, after: .milliseconds(200)).map(\.clickCount) == [2])
    #expect(mice(&decoder, press, after: .milliseconds(900)).map(\.clickCount) == [1])
    #expect(mice(&decoder, "\u{1B}[<0;6;5M", after: .milliseconds(950)).map(\.clickCount) == [1])
  }

  @Test func `the old mouse encoding is decoded and never typed`() {
    var decoder = InputDecoder()
    #expect(mice(&decoder, "\u{1B}[M !!") == [MouseEvent(.press, at: .zero)])
    #expect(decoder.decode("\u{1B}[M#jj".utf8).contains { if case .key = $0 { true } else { false } } == false)
  }
}
