import ReactorCore
import ReactorTesting
import Testing

@MainActor
@Suite("Combining")
struct CombiningTests {
  private let one = Relay<Int>()
  private let two = Relay<Int>()

  @Test("concat delivers the streams one after the other, then ends")
  func concat() {
    let recorder = Recorder(Observable.concat(.just(1), .from([2, 3]), .empty, .just(4)))
    #expect(recorder.elements == [1, 2, 3, 4])
    #expect(recorder.isFinished)
    #expect(Recorder(Observable<Int>.concat([])).isFinished)
  }

  @Test("concat subscribes to a stream when the one before has ended, not earlier")
  func concatIsLazy() {
    let recorder = Recorder(Observable.concat(one.asObservable().take(1), two.asObservable()))
    two.send(1)
    #expect(two.observerCount == 0)
    one.send(2)
    two.send(3)
    #expect(recorder.elements == [2, 3])
    #expect(one.observerCount == 0)
  }

  @Test("a failure ends a concat at once")
  func concatFails() {
    let recorder = Recorder(Observable.concat(.just(1), .error(Failure("broken")), .just(2)))
    #expect(recorder.elements == [1])
    #expect(recorder.error as? Failure == Failure("broken"))
  }

  @Test("disposing a concat ends the stream that is under way, and no other starts")
  func concatDisposed() {
    let recorder = Recorder(Observable.concat(one.asObservable().take(1), .just(9)))
    recorder.dispose()
    one.send(1)
    #expect(one.observerCount == 0)
    #expect(recorder.elements == [])
  }

  @Test("a hundred thousand synchronous streams in a concat need no stack")
  func concatDeep() {
    let count = Box(0)
    _ = Observable.concat((0..<100_000).map { $0 % 2 == 0 ? Observable.just($0) : .from([$0]) })
      .bind { _ in count.value += 1 }
    #expect(count.value == 100_000)
  }

  @Test("a concat disposed by its own subscriber goes on with nothing")
  func concatDisposedInside() {
    let bag = DisposeBag()
    let elements = Box<[Int]>([])
    Observable.concat(one.asObservable().take(1), .just(2), .just(3)).bind { element in
      elements.value.append(element)
      if element == 2 { bag.dispose() }
    }.disposed(by: bag)
    one.send(1)
    #expect(elements.value == [1, 2])
  }

  @Test("merge delivers as elements come, and ends with the last")
  func merge() {
    let recorder = Recorder(one.asObservable().take(2).merge(with: two.asObservable().take(1)))
    one.send(1)
    two.send(2)
    #expect(recorder.completion == nil)
    one.send(3)
    #expect(recorder.elements == [1, 2, 3])
    #expect(recorder.isFinished)
    #expect(Recorder(Observable<Int>.merge([])).isFinished)
    #expect(Recorder(Observable.merge(.just(1), .from([2, 3]), .empty)).elements == [1, 2, 3])
  }

  @Test func `streams that deliver at once are merged one after the other, in the order in which they are written`() {
    #expect(Recorder(Observable.merge(.from([12, 7, 13]), .just(17))).elements == [12, 7, 13, 17])
    #expect(Recorder(Observable.from([1, 2]).flatMap { .from([$0, $0 * 10]) }).elements == [1, 10, 2, 20])
  }

  @Test("the first failure ends a merge and lets go of the others")
  func mergeFails() {
    let failing = two.asObservable().tryMap { _ -> Int in throw Failure("broken") }
    let recorder = Recorder(Observable.merge(one.asObservable(), failing))
    two.send(1)
    one.send(2)
    #expect(recorder.elements == [])
    #expect(recorder.error as? Failure == Failure("broken"))
    #expect(one.observerCount == 0)
    #expect(two.observerCount == 0)
  }

  @Test("a merge whose first stream fails at once does not subscribe to the next")
  func mergeFailsAtOnce() {
    let subscriptions = Box(0)
    let counted = Observable<Int>.deferred {
      subscriptions.value += 1
      return .just(1)
    }
    let recorder = Recorder(Observable.merge(.error(Failure("broken")), counted))
    #expect(recorder.error != nil)
    #expect(recorder.elements == [])
    #expect(subscriptions.value == 0)
  }

  @Test("disposing a merge ends every stream of it")
  func mergeDisposed() {
    let recorder = Recorder(Observable.merge(one.asObservable(), two.asObservable()))
    recorder.dispose()
    one.send(1)
    #expect(recorder.elements == [])
    #expect(one.observerCount + two.observerCount == 0)
  }

  @Test("startWith delivers its elements first")
  func startWith() {
    let recorder = Recorder(one.asObservable().startWith(1, 2))
    one.send(3)
    #expect(recorder.elements == [1, 2, 3])
  }

  @Test("combineLatest waits for both, then tells the latest of each, and ends with the last")
  func combineLatest() {
    let recorder = Recorder(
      Observable<(Int, String)>.combineLatest(one.asObservable().take(2), two.asObservable().take(2).map { "\($0)" })
        .map { "\($0.0)-\($0.1)" })
    one.send(1)
    #expect(recorder.elements == [])
    two.send(2)
    one.send(3)
    two.send(4)
    #expect(recorder.elements == ["1-2", "3-2", "3-4"])
    #expect(recorder.isFinished)
  }

  @Test("a combineLatest whose first stream fails at once delivers nothing and leaves the second alone")
  func combineLatestFails() {
    let recorder = Recorder(
      Observable<(Int, Int)>.combineLatest(
        .concat(.just(1), .error(Failure("broken"))), two.asObservable().startWith(2)
      ).map { $0.0 + $0.1 })
    two.send(3)
    #expect(recorder.elements == [])
    #expect(recorder.error != nil)
    #expect(two.observerCount == 0)
  }

  @Test("a combineLatest whose first stream fails at once does not subscribe to the second")
  func combineLatestFailsAtOnce() {
    let subscriptions = Box(0)
    let counted = Observable<Int>.deferred {
      subscriptions.value += 1
      return .just(1)
    }
    let recorder = Recorder(Observable<(Int, Int)>.combineLatest(.error(Failure("broken")), counted).map { $0.0 })
    #expect(recorder.error as? Failure == Failure("broken"))
    #expect(subscriptions.value == 0)
  }

  @Test func `a combineLatest ends when one stream has ended without an element, because nothing can come`() {
    let first = Recorder(Observable<(Int, Int)>.combineLatest(.empty, one.asObservable()).map { $0.0 })
    let second = Recorder(
      Observable<(Int, Int)>.combineLatest(one.asObservable(), two.asObservable().take(0)).map { $0.0 })
    #expect(first.isFinished)
    #expect(second.isFinished)
    #expect(one.observerCount == 0)
  }

  @Test("disposing a combineLatest ends both")
  func combineLatestDisposed() {
    let recorder = Recorder(
      Observable<(Int, Int)>.combineLatest(one.asObservable(), two.asObservable()).map { $0.0 })
    recorder.dispose()
    #expect(one.observerCount + two.observerCount == 0)
  }

  @Test("withLatestFrom pairs each element with the other's latest, and drops what comes too early")
  func withLatestFrom() {
    let recorder = Recorder(
      one.asObservable().take(3).withLatestFrom(two.asObservable()).map { "\($0.0)-\($0.1)" })
    one.send(1)
    two.send(2)
    two.send(3)
    one.send(4)
    one.send(5)
    #expect(recorder.elements == ["4-3", "5-3"])
    #expect(recorder.isFinished)
    #expect(two.observerCount == 0)
  }

  @Test("withLatestFrom fails when either fails, and goes on when the other merely ends")
  func withLatestFromEnds() {
    let failing = Recorder(
      one.asObservable().withLatestFrom(two.asObservable().tryMap { _ -> Int in throw Failure("broken") }))
    two.send(1)
    #expect(failing.error as? Failure == Failure("broken"))
    #expect(one.observerCount == 0)
    let ending = Recorder(one.asObservable().withLatestFrom(.just(9)).map { $0.0 + $0.1 })
    one.send(1)
    #expect(ending.elements == [10])
    #expect(ending.completion == nil)
  }
}
