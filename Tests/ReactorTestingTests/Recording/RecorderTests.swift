import ReactorCore
import ReactorTesting
import Testing

@MainActor
@Suite struct RecorderTests {
  @Test func `a recorder records the elements and the completion of a stream`() {
    let relay = Relay<Int>()
    let recorder = Recorder(relay.asObservable().take(2))
    relay.send(1)
    #expect(recorder.elements == [1])
    #expect(recorder.completion == nil)
    #expect(recorder.takeElements() == [1])
    relay.send(2)
    #expect(recorder.elements == [2])
    #expect(recorder.isFinished)
    struct Broken: Error {}
    #expect(Recorder(Observable<Int>.error(Broken())).error is Broken)
  }

  @Test func `a recorder records the elements of a relay`() {
    let (relay, state) = (Relay<Int>(), StateRelay("a"))
    let (numbers, texts) = (Recorder(relay), Recorder(state))

    relay.send(1)
    state.accept("b")

    #expect(numbers.elements == [1])
    #expect(texts.elements == ["a", "b"])
  }

  @Test func `disposing of or releasing a recorder disposes of its subscription`() {
    let relay = Relay<Int>()
    let disposed = Recorder(relay.asObservable())
    disposed.dispose()
    relay.send(1)
    #expect(disposed.elements == [])
    var released: Recorder<Int>? = Recorder(relay.asObservable())
    #expect(relay.observerCount == 1)
    #expect(released != nil)
    released = nil
    #expect(relay.observerCount == 0)
  }
}
