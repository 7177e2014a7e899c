import ReactorCore
import ReactorTesting
import Testing

@MainActor
@Suite struct BufferingTests {
  private let marbles = Marbles()
  /// The letters of arrays, in the order of their arrival.
  private func lettered(_ arrays: Observable<[String]>, _ letters: [String: String]) -> Observable<String> {
    arrays.map { letters[$0.joined()] ?? "?" }
  }

  private func buffered(_ diagram: String) -> Observable<String> {
    lettered(
      marbles.stream(diagram).buffer(timeSpan: .seconds(4), count: 2, clock: marbles.clock),
      ["ab": "x", "c": "y", "d": "z", "": "0"])
  }

  @Test func `buffer delivers an array when it is full or the time has passed`() async {
    await marbles.expect(buffered("a-b-c---d|"), "--x---y--(z|)")
  }

  @Test func `buffer delivers empty arrays, as in RxSwift`() async {
    await marbles.expect(buffered("------------"), "----0---0---", disposedAt: 11)
    await marbles.expect(buffered("-|"), "-(0|)")
  }

  @Test func `buffer passes on a failure or a cancellation at once and drops the elements`() async {
    await marbles.expect(buffered("c#"), "-#")
    await marbles.expect(buffered("c!"), "-!")
  }

  @Test func `a buffer that is disposed of delivers nothing more`() async {
    await marbles.expect(buffered("a-b-c---d|"), "--x-------", disposedAt: 5)
  }

  @Test func `an element that the delivery of an array causes begins the next array`() async {
    let relay = Relay<String>()
    let line = marbles.record(
      lettered(
        relay.buffer(timeSpan: .seconds(4), count: 2, clock: marbles.clock), ["ab": "x", "c": "y"]))
    line.onElement = { if $0 == "x" { relay.send("c") } }

    relay.send("a")
    relay.send("b")
    await marbles.clock.advance(by: .seconds(4))

    #expect(line.diagram() == "x---y")
    line.dispose()
    #expect(marbles.clock.sleeperCount == 0)
  }

  @Test func `counts and times below the minimum are raised to it`() async {
    let recorder = Recorder(
      marbles.stream("(ab)").buffer(timeSpan: .zero, count: 0, clock: marbles.clock).map { $0.joined() })
    #expect(recorder.elements == ["a", "b"])
    recorder.dispose()
  }

  @Test func `toArray delivers all elements when the stream finishes`() async {
    let stream = { (diagram: String) in
      lettered(marbles.stream(diagram).toArray(), ["ab": "x", "": "0"])
    }
    await marbles.expect(stream("-a-b-|"), "-----(x|)")
    await marbles.expect(stream("-|"), "-(0|)")
    await marbles.expect(stream("-a-#"), "---#")
    await marbles.expect(stream("-a-!"), "---!")
  }

  @Test func `pairwise delivers each element with the previous one`() async {
    let stream = { (diagram: String) in
      lettered(marbles.stream(diagram).pairwise().map { [$0.0, $0.1] }, ["ab": "x", "bc": "y"])
    }
    await marbles.expect(stream("-a-b-c-|"), "---x-y-|")
    await marbles.expect(stream("-a-|"), "---|")
    await marbles.expect(stream("-a-b-#"), "---x-#")
  }
}
