import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct CreatingTests {
  @Test func `just, empty, never, from, and error deliver what they document, separately for each subscription`() {
    let just = Recorder(Observable.just(1))
    #expect(just.elements == [1])
    #expect(just.isFinished)
    #expect(Recorder(Observable<Int>.empty).isFinished)
    #expect(Recorder(Observable<Int>.never).completion == nil)
    let from = Recorder(Observable.from([1, 2]))
    #expect(from.elements == [1, 2])
    #expect(from.isFinished)
    #expect(Recorder(Observable<Int>.error(Failure("broken"))).error as? Failure == Failure("broken"))
  }

  @Test func `deferred makes its stream for each subscription, and an error thrown by its closure fails the stream`() {
    let count = Box(0)
    let stream = Observable<Int>.deferred {
      count.value += 1
      if count.value == 3 { throw Failure("third") }
      return .just(count.value)
    }
    #expect(count.value == 0)
    #expect(Recorder(stream).elements == [1])
    #expect(Recorder(stream).elements == [2])
    #expect(Recorder(stream).error as? Failure == Failure("third"))
  }

  @Test func `a created stream delivers nothing after its end, ends once, and delivers nothing after disposal`() {
    let observers = Box<[Observer<Int>]>([])
    let endings = Box(0)
    let stream = Observable<Int>.create { observer in
      observers.value.append(observer)
      return ActionDisposable { endings.value += 1 }
    }
    let ended = Recorder(stream)
    observers.value[0].next(1)
    observers.value[0].end(.finished)
    observers.value[0].next(2)
    observers.value[0].end(.failed(Failure("late")))
    #expect(ended.elements == [1])
    #expect(ended.isFinished)
    #expect(endings.value == 1)
    let disposed = Recorder(stream)
    disposed.dispose()
    disposed.dispose()
    observers.value[1].next(3)
    observers.value[1].end(.finished)
    #expect(disposed.elements == [])
    #expect(disposed.completion == nil)
    #expect(endings.value == 2)
  }

  @Test func `a created stream that ends immediately has its work disposed of`() {
    let endings = Box(0)
    let recorder = Recorder(
      Observable<Int>.create { observer in
        observer.next(1)
        observer.end(.finished)
        return ActionDisposable { endings.value += 1 }
      })
    #expect(recorder.elements == [1])
    #expect(endings.value == 1)
  }

  @Test func `catch continues with the handler's stream and keeps earlier elements`() {
    let recorder = Recorder(
      Observable.concat(.just("a"), .error(Failure("broken"))).catch { .from(["\($0)", "b"]) })
    #expect(recorder.elements == ["a", "broken", "b"])
    #expect(recorder.isFinished)
    #expect(Recorder(Observable<Int>.error(Failure("broken")).catchAndReturn(7)).elements == [7])
    #expect(Recorder(Observable.just(1).catch { _ in .just(2) }).elements == [1])
  }

  @Test func `catch does not catch a failure of the handler's stream`() {
    let recorder = Recorder(Observable<Int>.error(Failure("one")).catch { _ in .error(Failure("two")) })
    #expect(recorder.error as? Failure == Failure("two"))
  }

  @Test func `catch continues after a late failure, and disposal disposes of the handler's stream`() {
    let source = Relay<Int>()
    let recovery = Relay<Int>()
    let recorder = Recorder(
      source.asObservable().tryMap { if $0 < 0 { throw Failure("negative") } else { $0 } }
        .catch { _ in recovery.asObservable() })
    source.send(1)
    source.send(-1)
    #expect(source.observerCount == 0)
    recovery.send(2)
    recorder.dispose()
    recovery.send(3)
    #expect(recorder.elements == [1, 2])
    #expect(recovery.observerCount == 0)
  }

  @Test func `binding to a property writes each element and holds the target weakly`() {
    final class Label {
      var text = ""
      var note: String?
    }
    let relay = Relay<String>()
    var label: Label? = Label()
    weak let released = label
    if let label {
      _ = relay.asObservable().bind(to: label, \.text)
      _ = relay.asObservable().bind(to: label, \.note)
    }
    relay.send("a")
    #expect(label?.text == "a")
    #expect(label?.note == "a")
    label = nil
    relay.send("b")
    #expect(released == nil)
  }

  @Test func `subscribe calls the closure of each event`() {
    let events = Box<[String]>([])
    _ = Observable.just(1).subscribe(
      onNext: { events.value.append("\($0)") }, onError: { events.value.append("\($0)") },
      onCompleted: { events.value.append("end") })
    _ = Observable<Int>.error(Failure("broken")).subscribe(onError: { events.value.append("\($0)") })
    #expect(events.value == ["1", "end", "broken"])
  }
}
