import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct BracketedTests {
  private let work = Relay<String>()

  @Test func `the last element follows when the stream finishes`() {
    let recorder = Recorder(work.asObservable().take(1).bracketed(by: "on", and: "off"))
    #expect(recorder.elements == ["on"])

    work.send("work")
    #expect(recorder.elements == ["on", "work", "off"])
    #expect(recorder.isFinished)
  }

  @Test func `the last element precedes the failure of the stream`() {
    let failing = work.asObservable().tryMap { _ -> String in throw Failure("broken") }
    let recorder = Recorder(failing.bracketed(by: "on", and: "off"))

    work.send("work")
    #expect(recorder.elements == ["on", "off"])
    #expect(recorder.error as? Failure == Failure("broken"))
  }

  @Test func `a reactor whose effect fails hides its indicator and reports the error`() {
    let reactor = ScriptedReactor()
    let errors = Box<[String]>([])
    reactor.store.onUnhandledError { errors.value.append("\($0), \(reactor.log)") }
    reactor.onMutate = { _ in .error(Failure("broken")).bracketed(by: "on", and: "off") }

    reactor.action.send("load")
    #expect(reactor.log == ["on", "off"])
    #expect(errors.value == ["broken, [\"on\", \"off\"]"])
  }

  @Test func `a canceled effect does not emit its last element, because its successor has started`() {
    let reactor = ScriptedReactor()
    reactor.onMutate = { [work] action in
      work.asObservable().take(1).bracketed(by: "\(action) on", and: "\(action) off").cancellable(id: "id")
    }

    for action in ["1", "2"] { reactor.action.send(action) }
    work.send("work")
    #expect(reactor.log == ["1 on", "2 on", "work", "2 off"])
  }
}
