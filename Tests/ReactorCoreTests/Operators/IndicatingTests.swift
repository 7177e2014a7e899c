import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct IndicatingTests {
  private let clock = VirtualClock()
  private let work = Relay<String>()

  private func indicated() -> Recorder<String> {
    Recorder(work.asObservable().take(1).indicatingProgress(with: "loading", clock: clock))
  }

  @Test func `a stream that runs longer than the delay emits the indicator`() async {
    let recorder = indicated()

    await clock.advance(by: .milliseconds(150))
    work.send("result")

    #expect(recorder.elements == ["loading", "result"])
    #expect(recorder.isFinished)
  }

  @Test func `a stream that ends before the delay emits no indicator`() async {
    let recorder = indicated()

    await clock.advance(by: .milliseconds(149))
    work.send("result")

    #expect(clock.sleeperCount == 0)
    #expect(recorder.elements == ["result"])
    #expect(recorder.isFinished)
  }

  @Test func `a stream that is disposed of emits no indicator`() async {
    let recorder = indicated()

    recorder.dispose()

    #expect(clock.sleeperCount == 0)
    #expect(work.observerCount == 0)
  }

  @Test func `a stream that fails immediately emits no indicator`() {
    let recorder = Recorder(
      Observable<String>.error(Failure("broken")).indicatingProgress(with: "loading", clock: clock))

    #expect(clock.sleeperCount == 0)
    #expect(recorder.error as? Failure == Failure("broken"))
  }
}
