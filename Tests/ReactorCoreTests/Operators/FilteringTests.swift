import ReactorCore
import ReactorTesting
import Testing

@MainActor
@Suite("Filtering")
struct FilteringTests {
  private let source = Relay<Int>()
  private let trigger = Relay<Void>()

  @Test("filter, skip and distinctUntilChanged leave out what they say")
  func leavingOut() {
    #expect(Recorder(Observable.from([1, 2, 3, 4]).filter { $0 % 2 == 0 }).elements == [2, 4])
    #expect(Recorder(Observable.from([1, 2, 3]).skip(2)).elements == [3])
    #expect(Recorder(Observable.from([1, 1, 2, 1]).distinctUntilChanged()).elements == [1, 2, 1])
    #expect(Recorder(Observable.from([1, 3, 4]).distinctUntilChanged { $0 % 2 == $1 % 2 }).elements == [1, 4])
    #expect(Recorder(Observable.from([Int?.none, nil, 1]).distinctUntilChanged()).elements == [nil, 1])
  }

  @Test("each subscription skips and compares on its own")
  func independentSubscriptions() {
    let stream = Observable.from([1, 1, 2]).skip(1).distinctUntilChanged()
    #expect(Recorder(stream).elements == [1, 2])
    #expect(Recorder(stream).elements == [1, 2])
  }

  @Test("take delivers so many, ends, and lets go of its source")
  func take() {
    let recorder = Recorder(source.asObservable().take(2))
    for number in 1...3 { source.send(number) }
    #expect(recorder.elements == [1, 2])
    #expect(recorder.isFinished)
    #expect(source.observerCount == 0)
    #expect(Recorder(Observable.from([1, 2, 3]).take(2)).elements == [1, 2])
    #expect(Recorder(source.asObservable().take(0)).isFinished)
    #expect(Recorder(Observable.just(1).take(5)).isFinished)
  }

  @Test("take is not outwitted by a subscriber that makes its source deliver again")
  func takeReentrant() {
    let elements = Box<[Int]>([])
    _ = source.asObservable().take(2).bind { [source] number in
      elements.value.append(number)
      source.send(number + 1)
    }
    source.send(1)
    #expect(elements.value == [1, 2])
  }

  @Test("takeUntil ends when the trigger fires, and lets go of both")
  func takeUntil() {
    let recorder = Recorder(source.asObservable().takeUntil(trigger.asObservable()))
    source.send(1)
    trigger.send(())
    source.send(2)
    #expect(recorder.elements == [1])
    #expect(recorder.isFinished)
    #expect(source.observerCount + trigger.observerCount == 0)
  }

  @Test("takeUntil lets go of the trigger when the source ends first")
  func takeUntilSourceEnds() {
    let recorder = Recorder(source.asObservable().take(1).takeUntil(trigger.asObservable()))
    source.send(1)
    #expect(recorder.isFinished)
    #expect(trigger.observerCount == 0)
  }

  @Test("takeUntil whose trigger has already fired does not subscribe to its source")
  func takeUntilAtOnce() {
    let subscriptions = Box(0)
    let counted = Observable<Int>.deferred {
      subscriptions.value += 1
      return .just(1)
    }
    let recorder = Recorder(counted.takeUntil(Observable.just(())))
    #expect(recorder.elements == [])
    #expect(recorder.isFinished)
    #expect(subscriptions.value == 0)
  }

  @Test("a trigger that ends never fires; one that fails fails the whole")
  func triggerEnds() {
    let ended = Recorder(source.asObservable().takeUntil(Observable<Void>.empty))
    source.send(1)
    #expect(ended.elements == [1])
    #expect(ended.completion == nil)
    let failed = Recorder(source.asObservable().takeUntil(Observable<Void>.error(Failure("broken"))))
    #expect(failed.error as? Failure == Failure("broken"))
  }
}
