import ReactorCore
import ReactorTesting
import Testing

@MainActor
@Suite("Transforming")
struct TransformingTests {
  private let source = Relay<Int>()
  private let inner = Relay<String>()
  private let other = Relay<String>()

  @Test("map, compactMap and unwrapped transform each element and pass the end on")
  func mapping() {
    let mapped = Recorder(Observable.from([1, 2]).map { "\($0)" })
    #expect(mapped.elements == ["1", "2"])
    #expect(mapped.isFinished)
    #expect(Recorder(Observable.from(["1", "x", "2"]).compactMap { Int($0) }).elements == [1, 2])
    #expect(Recorder(Observable.from([1, nil, 2]).unwrapped()).elements == [1, 2])
    #expect(Recorder(Observable<Int>.error(Failure("broken")).map { $0 }).error as? Failure == Failure("broken"))
  }

  @Test("what tryMap's closure throws fails the stream, and no later element is transformed")
  func tryMap() {
    let seen = Box<[Int]>([])
    let recorder = Recorder(
      Observable.from([1, 2, 3]).tryMap { number -> Int in
        seen.value.append(number)
        if number == 2 { throw Failure("two") }
        return number
      })
    #expect(recorder.elements == [1])
    #expect(recorder.error as? Failure == Failure("two"))
    #expect(seen.value == [1, 2])
  }

  @Test("flatMap runs the inner streams side by side and ends with the last of them")
  func flatMap() {
    let streams = [inner, other]
    let recorder = Recorder(source.asObservable().take(2).flatMap { streams[$0].asObservable().take(2) })
    source.send(0)
    source.send(1)
    inner.send("a")
    other.send("b")
    inner.send("c")
    #expect(recorder.completion == nil)
    other.send("d")
    #expect(recorder.elements == ["a", "b", "c", "d"])
    #expect(recorder.isFinished)
  }

  @Test("disposing a flatMap ends the outer and every inner stream")
  func flatMapDisposed() {
    let recorder = Recorder(source.asObservable().flatMap { [inner] _ in inner.asObservable() })
    source.send(1)
    source.send(2)
    #expect(inner.observerCount == 2)
    recorder.dispose()
    #expect(inner.observerCount + source.observerCount == 0)
  }

  @Test("an inner failure ends a flatMap and lets go of the rest")
  func flatMapFails() {
    let recorder = Recorder(
      source.asObservable().flatMap { [inner] in $0 < 0 ? .error(Failure("negative")) : inner.asObservable() })
    source.send(1)
    source.send(-1)
    inner.send("late")
    #expect(recorder.elements == [])
    #expect(recorder.error as? Failure == Failure("negative"))
    #expect(inner.observerCount + source.observerCount == 0)
  }

  @Test("flatMapLatest follows the latest inner stream; the late answer of the one before never arrives")
  func flatMapLatest() {
    let streams = [inner, other]
    let recorder = Recorder(source.asObservable().flatMapLatest { streams[$0].asObservable() })
    source.send(0)
    inner.send("a")
    source.send(1)
    inner.send("late")
    other.send("b")
    #expect(recorder.elements == ["a", "b"])
    #expect(inner.observerCount == 0)
  }

  @Test("flatMapLatest ends when both the outer and the latest inner stream have")
  func flatMapLatestEnds() {
    let recorder = Recorder(source.asObservable().take(1).flatMapLatest { [inner] _ in inner.asObservable().take(1) })
    source.send(1)
    #expect(recorder.completion == nil)
    inner.send("a")
    #expect(recorder.isFinished)
    let innerFirst = Recorder(source.asObservable().take(2).flatMapLatest { .just($0) })
    source.send(1)
    #expect(innerFirst.completion == nil)
    source.send(2)
    #expect(innerFirst.elements == [1, 2])
    #expect(innerFirst.isFinished)
  }

  @Test("flatMapLatest whose inner stream triggers the next outer element follows that one")
  func flatMapLatestReentrant() {
    let recorder = Recorder(
      source.asObservable().flatMapLatest { [source] number -> Observable<String> in
        number == 1
          ? .deferred {
            source.send(2)
            return .concat(.just("stale"), .never)
          } : .just("\(number)")
      })
    source.send(1)
    #expect(recorder.elements == ["2"])
  }

  @Test("flatMapLatest fails with either stream, and disposal ends both")
  func flatMapLatestFails() {
    let failing = Recorder(
      source.asObservable().flatMapLatest { [inner] in
        $0 < 0 ? Observable<String>.error(Failure("negative")) : inner.asObservable()
      })
    source.send(1)
    source.send(-1)
    #expect(failing.error as? Failure == Failure("negative"))
    #expect(inner.observerCount + source.observerCount == 0)
    let disposed = Recorder(source.asObservable().flatMapLatest { [inner] _ in inner.asObservable() })
    source.send(1)
    disposed.dispose()
    #expect(inner.observerCount + source.observerCount == 0)
  }

  @Test("scan tells what it has accumulated after each element, anew for each subscription")
  func scan() {
    let sums = Observable.from([1, 2, 3]).scan(10) { $0 + $1 }
    #expect(Recorder(sums).elements == [11, 13, 16])
    #expect(Recorder(sums).elements == [11, 13, 16])
  }

  @Test("do sees each element and the end on their way")
  func doing() {
    let seen = Box<[String]>([])
    _ = Observable.from([1, 2]).do(
      onNext: { seen.value.append("do \($0)") },
      onEnd: { _ in seen.value.append("do end") }
    ).subscribe(onNext: { seen.value.append("next \($0)") }, onCompleted: { seen.value.append("end") })
    #expect(seen.value == ["do 1", "next 1", "do 2", "next 2", "do end", "end"])
  }
}
