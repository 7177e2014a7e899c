import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct TransformingTests {
  private let source = Relay<Int>()
  private let inner = Relay<String>()
  private let other = Relay<String>()

  @Test func `map, compactMap, and unwrapped transform each element and pass on the end`() {
    let mapped = Recorder(Observable.from([1, 2]).map { "\($0)" })
    #expect(mapped.elements == ["1", "2"])
    #expect(mapped.isFinished)
    #expect(Recorder(Observable.from(["1", "x", "2"]).compactMap { Int($0) }).elements == [1, 2])
    #expect(Recorder(Observable.from([1, nil, 2]).unwrapped()).elements == [1, 2])
    #expect(Recorder(Observable<Int>.error(Failure("broken")).map { $0 }).error as? Failure == Failure("broken"))
  }

  @Test func `an error thrown by the closure of tryMap fails the stream, and later elements are not transformed`() {
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

  @Test func `flatMap runs the inner streams concurrently and ends with the last of them`() {
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

  @Test func `disposing of a flatMap disposes of the outer stream and every inner stream`() {
    let recorder = Recorder(source.asObservable().flatMap { [inner] _ in inner.asObservable() })
    source.send(1)
    source.send(2)
    #expect(inner.observerCount == 2)
    recorder.dispose()
    #expect(inner.observerCount + source.observerCount == 0)
  }

  @Test func `a failure of an inner stream ends a flatMap and disposes of the other streams`() {
    let recorder = Recorder(
      source.asObservable().flatMap { [inner] in $0 < 0 ? .error(Failure("negative")) : inner.asObservable() })
    source.send(1)
    source.send(-1)
    inner.send("late")
    #expect(recorder.elements == [])
    #expect(recorder.error as? Failure == Failure("negative"))
    #expect(inner.observerCount + source.observerCount == 0)
  }

  @Test func `flatMapLatest follows the latest inner stream and never delivers a late result of an earlier one`() {
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

  @Test func `flatMapLatest ends when the outer stream and the latest inner stream have ended`() {
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

  @Test func `flatMapLatest follows the newer stream when an inner stream causes the next outer element`() {
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

  @Test func `flatMapLatest fails with either stream, and disposal disposes of both`() {
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

  @Test func `scan emits the accumulated value after each element, separately for each subscription`() {
    let sums = Observable.from([1, 2, 3]).scan(10) { $0 + $1 }
    #expect(Recorder(sums).elements == [11, 13, 16])
    #expect(Recorder(sums).elements == [11, 13, 16])
  }

  @Test func `do observes each element and the end`() {
    let seen = Box<[String]>([])
    _ = Observable.from([1, 2]).do(
      onNext: { seen.value.append("do \($0)") },
      onEnd: { _ in seen.value.append("do end") }
    ).subscribe(onNext: { seen.value.append("next \($0)") }, onCompleted: { seen.value.append("end") })
    #expect(seen.value == ["do 1", "next 1", "do 2", "next 2", "do end", "end"])
  }

  @Test func `a failure of the outer stream ends a flatMapLatest while an inner stream runs`() {
    let outer = source.asObservable().tryMap { if $0 < 0 { throw Failure("negative") } else { $0 } }
    let recorder = Recorder(outer.flatMapLatest { [inner] _ in inner.asObservable() })

    source.send(1)
    source.send(-1)

    #expect(recorder.error as? Failure == Failure("negative"))
    #expect(inner.observerCount == 0)
  }
}
