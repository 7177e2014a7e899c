import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct CombiningTests {
  private let one = Relay<Int>()
  private let two = Relay<Int>()

  @Test func `concat delivers the streams one after another, then ends`() {
    let recorder = Recorder(Observable.concat(.just(1), .from([2, 3]), .empty, .just(4)))
    #expect(recorder.elements == [1, 2, 3, 4])
    #expect(recorder.isFinished)
    #expect(Recorder(Observable<Int>.concat([])).isFinished)
  }

  @Test func `concat subscribes to a stream only when the previous one has ended`() {
    let recorder = Recorder(Observable.concat(one.asObservable().take(1), two.asObservable()))
    two.send(1)
    #expect(two.observerCount == 0)
    one.send(2)
    two.send(3)
    #expect(recorder.elements == [2, 3])
    #expect(one.observerCount == 0)
  }

  @Test func `a failure ends a concat immediately`() {
    let recorder = Recorder(Observable.concat(.just(1), .error(Failure("broken")), .just(2)))
    #expect(recorder.elements == [1])
    #expect(recorder.error as? Failure == Failure("broken"))
  }

  @Test func `disposing of a concat disposes of the current stream, and no other stream starts`() {
    let recorder = Recorder(Observable.concat(one.asObservable().take(1), .just(9)))
    recorder.dispose()
    one.send(1)
    #expect(one.observerCount == 0)
    #expect(recorder.elements == [])
  }

  @Test func `a concat of a hundred thousand synchronous streams does not grow the stack`() {
    let count = Box(0)
    _ = Observable.concat((0..<100_000).map { $0 % 2 == 0 ? Observable.just($0) : .from([$0]) })
      .bind { _ in count.value += 1 }
    #expect(count.value == 100_000)
  }

  @Test func `a concat disposed of by its own subscriber delivers nothing more`() {
    let bag = DisposeBag()
    let elements = Box<[Int]>([])
    Observable.concat(one.asObservable().take(1), .just(2), .just(3)).bind { element in
      elements.value.append(element)
      if element == 2 { bag.dispose() }
    }.disposed(by: bag)
    one.send(1)
    #expect(elements.value == [1, 2])
  }

  @Test func `merge delivers elements as they arrive, and ends with the last stream`() {
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

  @Test func `synchronous streams are merged one after another, in the order in which they are written`() {
    #expect(Recorder(Observable.merge(.from([12, 7, 13]), .just(17))).elements == [12, 7, 13, 17])
    #expect(Recorder(Observable.from([1, 2]).flatMap { .from([$0, $0 * 10]) }).elements == [1, 10, 2, 20])
  }

  @Test func `the first failure ends a merge and disposes of the other streams`() {
    let failing = two.asObservable().tryMap { _ -> Int in throw Failure("broken") }
    let recorder = Recorder(Observable.merge(one.asObservable(), failing))
    two.send(1)
    one.send(2)
    #expect(recorder.elements == [])
    #expect(recorder.error as? Failure == Failure("broken"))
    #expect(one.observerCount == 0)
    #expect(two.observerCount == 0)
  }

  @Test func `a merge whose first stream fails immediately does not subscribe to the next`() {
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

  @Test func `disposing of a merge disposes of every stream`() {
    let recorder = Recorder(Observable.merge(one.asObservable(), two.asObservable()))
    recorder.dispose()
    one.send(1)
    #expect(recorder.elements == [])
    #expect(one.observerCount + two.observerCount == 0)
  }

  @Test func `startWith delivers its elements first`() {
    let recorder = Recorder(one.asObservable().startWith(1, 2))
    one.send(3)
    #expect(recorder.elements == [1, 2, 3])
  }

  @Test func `combineLatest waits for both streams, then emits the latest of each, and ends with the last`() {
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

  @Test func `a combineLatest whose first stream fails immediately delivers nothing and never connects the second`() {
    let recorder = Recorder(
      Observable<(Int, Int)>.combineLatest(
        .concat(.just(1), .error(Failure("broken"))), two.asObservable().startWith(2)
      ).map { $0.0 + $0.1 })
    two.send(3)
    #expect(recorder.elements == [])
    #expect(recorder.error != nil)
    #expect(two.observerCount == 0)
  }

  @Test func `a combineLatest whose first stream fails immediately does not subscribe to the second`() {
    let subscriptions = Box(0)
    let counted = Observable<Int>.deferred {
      subscriptions.value += 1
      return .just(1)
    }
    let recorder = Recorder(Observable<(Int, Int)>.combineLatest(.error(Failure("broken")), counted).map { $0.0 })
    #expect(recorder.error as? Failure == Failure("broken"))
    #expect(subscriptions.value == 0)
  }

  @Test func `a combineLatest ends when one stream has ended without an element, because no pair can follow`() {
    let first = Recorder(Observable<(Int, Int)>.combineLatest(.empty, one.asObservable()).map { $0.0 })
    let second = Recorder(
      Observable<(Int, Int)>.combineLatest(one.asObservable(), two.asObservable().take(0)).map { $0.0 })
    #expect(first.isFinished)
    #expect(second.isFinished)
    #expect(one.observerCount == 0)
  }

  @Test func `disposing of a combineLatest disposes of both streams`() {
    let recorder = Recorder(
      Observable<(Int, Int)>.combineLatest(one.asObservable(), two.asObservable()).map { $0.0 })
    recorder.dispose()
    #expect(one.observerCount + two.observerCount == 0)
  }

  @Test func `withLatestFrom pairs each element with the latest of the other stream, and drops earlier elements`() {
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

  @Test func `withLatestFrom fails when either stream fails, and continues when the other ends in another way`() {
    let failing = Recorder(
      one.asObservable().withLatestFrom(two.asObservable().tryMap { _ -> Int in throw Failure("broken") }))
    two.send(1)
    #expect(failing.error as? Failure == Failure("broken"))
    #expect(one.observerCount == 0)
    let ending = Recorder(one.asObservable().withLatestFrom(Observable.just(9)).map { $0.0 + $0.1 })
    one.send(1)
    let canceled = Observable<Int>.create { observer in
      observer.next(9)
      observer.end(.canceled)
      return EmptyDisposable.instance
    }
    let continuing = Recorder(one.asObservable().withLatestFrom(canceled).map { $0.0 + $0.1 })
    one.send(1)
    #expect(ending.elements == [10, 10] && continuing.elements == [10])
    #expect(ending.completion == nil && continuing.completion == nil)
  }
}
