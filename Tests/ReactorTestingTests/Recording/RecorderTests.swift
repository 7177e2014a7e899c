import ReactorCore
import ReactorTesting
import Testing

@MainActor
@Suite("Recorder")
struct RecorderTests {
  @Test("a recorder writes down the elements and how the stream ended")
  func records() {
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

  @Test("disposing or releasing a recorder ends its subscription")
  func ends() {
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
