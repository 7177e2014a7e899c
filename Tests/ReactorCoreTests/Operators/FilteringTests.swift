import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct FilteringTests {
  private let source = Relay<Int>()
  private let trigger = Relay<Void>()

  @Test func `filter, skip, and distinctUntilChanged omit the elements that they document`() {
    #expect(Recorder(Observable.from([1, 2, 3, 4]).filter { $0 % 2 == 0 }).elements == [2, 4])
    #expect(Recorder(Observable.from([1, 2, 3]).skip(2)).elements == [3])
    #expect(Recorder(Observable.from([1, 1, 2, 1]).distinctUntilChanged()).elements == [1, 2, 1])
    #expect(Recorder(Observable.from([1, 3, 4]).distinctUntilChanged { $0 % 2 == $1 % 2 }).elements == [1, 4])
    #expect(Recorder(Observable.from([Int?.none, nil, 1]).distinctUntilChanged()).elements == [nil, 1])
  }

  @Test func `each subscription skips and compares separately`() {
    let stream = Observable.from([1, 1, 2]).skip(1).distinctUntilChanged()
    #expect(Recorder(stream).elements == [1, 2])
    #expect(Recorder(stream).elements == [1, 2])
  }

  @Test func `take delivers the given number of elements, ends, and disposes of its source`() {
    let recorder = Recorder(source.asObservable().take(2))
    for number in 1...3 { source.send(number) }
    #expect(recorder.elements == [1, 2])
    #expect(recorder.isFinished)
    #expect(source.observerCount == 0)
    #expect(Recorder(Observable.from([1, 2, 3]).take(2)).elements == [1, 2])
    #expect(Recorder(source.asObservable().take(0)).isFinished)
    #expect(Recorder(Observable.just(1).take(5)).isFinished)
  }

  @Test func `take delivers no extra element when a subscriber makes the source emit again`() {
    let elements = Box<[Int]>([])
    _ = source.asObservable().take(2).bind { [source] number in
      elements.value.append(number)
      source.send(number + 1)
    }
    source.send(1)
    #expect(elements.value == [1, 2])
  }

  @Test func `take until ends when the trigger fires, and disposes of both streams`() {
    let recorder = Recorder(source.asObservable().take(until: trigger.asObservable()))
    source.send(1)
    trigger.send(())
    source.send(2)
    #expect(recorder.elements == [1])
    #expect(recorder.isFinished)
    #expect(source.observerCount + trigger.observerCount == 0)
  }

  @Test func `take until disposes of the trigger when the source ends first`() {
    let recorder = Recorder(source.asObservable().take(1).take(until: trigger.asObservable()))
    source.send(1)
    #expect(recorder.isFinished)
    #expect(trigger.observerCount == 0)
  }

  @Test func `take until does not subscribe to the source if the trigger has already fired`() {
    let subscriptions = Box(0)
    let counted = Observable<Int>.deferred {
      subscriptions.value += 1
      return .just(1)
    }
    let recorder = Recorder(counted.take(until: Observable.just(())))
    #expect(recorder.elements == [])
    #expect(recorder.isFinished)
    #expect(subscriptions.value == 0)
  }

  @Test func `a trigger that finishes never fires, and a trigger that fails fails the stream`() {
    let ended = Recorder(source.asObservable().take(until: Observable<Void>.empty))
    source.send(1)
    #expect(ended.elements == [1])
    #expect(ended.completion == nil)
    let failed = Recorder(source.asObservable().take(until: Observable<Void>.error(Failure("broken"))))
    #expect(failed.error as? Failure == Failure("broken"))
  }
}
