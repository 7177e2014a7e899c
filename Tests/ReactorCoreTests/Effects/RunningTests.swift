import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct RunningTests {
  @Test func `elements that a run emits before it first suspends are delivered before subscribe returns`() {
    let recorder = Recorder(
      Observable<Int>.run { emit in
        emit(1)
        emit(2)
      })
    #expect(recorder.elements == [1, 2])
    #expect(recorder.isFinished)
  }

  @Test func `leading elements are delivered immediately even when send is called from nested tasks`() async {
    let reactor = ScriptedReactor()
    reactor.onMutate = { action in
      .run { emit in
        emit("\(action) one")
        emit("\(action) two")
        await Task.yield()
        emit("\(action) three")
      }
    }
    let seen = Box<[[String]]>([])
    await Task {
      reactor.action.send("task")
      seen.value.append(reactor.log)
      await Task.immediate {
        reactor.action.send("immediate")
        seen.value.append(reactor.log)
      }.value
      await withTaskGroup { group in
        group.addTask { @MainActor in
          let before = reactor.log.count
          reactor.action.send("group")
          seen.value.append(Array(reactor.log[before...]))
        }
      }
      await Task.detached {
        await MainActor.run {
          let before = reactor.log.count
          reactor.action.send("detached")
          seen.value.append(Array(reactor.log[before...]))
        }
      }.value
    }.value
    #expect(seen.value[0] == ["task one", "task two"])
    #expect(seen.value[1].suffix(2) == ["immediate one", "immediate two"])
    #expect(seen.value[2] == ["group one", "group two"])
    #expect(seen.value[3] == ["detached one", "detached two"])
    await eventually { reactor.runningEffects == 0 }
    #expect(reactor.log.count == 12)
  }

  @Test func `a run inside the subscriber of a run also delivers its leading elements immediately`() {
    let recorder = Recorder(
      Observable<Int>.run { emit in
        emit(1)
        _ = Observable<Int>.run { inner in inner(2) }.bind { emit($0) }
        emit(3)
      })
    #expect(recorder.elements == [1, 2, 3])
  }

  @Test func `an error thrown by a run fails the stream, and its own CancellationError merely ends it`() {
    let failed = Recorder(
      Observable<Int>.run { emit in
        emit(1)
        throw Failure("broken")
      })
    #expect(failed.elements == [1])
    #expect(failed.error as? Failure == Failure("broken"))
    let canceled = Recorder(Observable<Int>.run { _ in throw CancellationError() })
    #expect(canceled.isFinished)
  }

  @Test func `disposal cancels the task, and nothing that it emits or throws afterward is delivered`() async {
    let clock = VirtualClock()
    let outcome = Box<[String]>([])
    let recorder = Recorder(
      Observable<Int>.run { emit in
        emit(1)
        do {
          try await clock.sleep(for: .seconds(1))
        } catch {
          outcome.value.append("\(type(of: error)), canceled: \(Task.isCancelled)")
        }
        emit(2)
        throw Failure("late")
      })
    recorder.dispose()
    await eventually { !outcome.value.isEmpty }
    await clock.advance(by: .seconds(2))
    #expect(outcome.value == ["CancellationError, canceled: true"])
    #expect(recorder.elements == [1])
    #expect(recorder.completion == nil)
  }

  @Test func `an emitter retained after the end delivers nothing`() {
    let kept = Box<Emitter<Int>?>(nil)
    let recorder = Recorder(Observable<Int>.run { emit in kept.value = emit })
    kept.value?(1)
    #expect(recorder.isFinished)
    #expect(recorder.elements == [])
  }

  @Test func `child tasks may emit from other executors, with await`() async {
    let recorder = Recorder(
      Observable<Int>.run { emit in
        await withTaskGroup { group in
          for number in 1...3 { group.addTask { await emit(number) } }
        }
        emit(4)
      })
    await eventually { recorder.completion != nil }
    #expect(recorder.elements.sorted() == [1, 2, 3, 4])
    #expect(recorder.elements.last == 4)
  }

  @Test func `each subscription runs the body again, and none runs without a subscription`() {
    let runs = Box(0)
    let stream = Observable<Int>.run { emit in
      runs.value += 1
      emit(runs.value)
    }
    #expect(runs.value == 0)
    #expect(Recorder(stream).elements == [1])
    #expect(Recorder(stream).elements == [2])
  }

  @Test func `an AsyncSequence becomes a stream of its elements that ends with it`() async {
    let (sequence, continuation) = AsyncStream<Int>.makeStream()
    let recorder = Recorder(Observable(sequence))
    for number in 1...3 { continuation.yield(number) }
    continuation.finish()
    await eventually { recorder.completion != nil }
    #expect(recorder.elements == [1, 2, 3])
    #expect(recorder.isFinished)
  }

  @Test func `an AsyncSequence that throws fails the stream`() async {
    let (sequence, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    let recorder = Recorder(Observable(sequence))
    continuation.yield(1)
    continuation.finish(throwing: Failure("broken"))
    await eventually { recorder.completion != nil }
    #expect(recorder.elements == [1])
    #expect(recorder.error as? Failure == Failure("broken"))
  }

  @Test func `disposing of a stream made from an AsyncSequence ends the iteration`() async {
    let (sequence, continuation) = AsyncStream<Int>.makeStream()
    let isTerminated = AsyncStream<Void>.makeStream()
    continuation.onTermination = { _ in isTerminated.continuation.finish() }
    let recorder = Recorder(Observable(sequence))
    recorder.dispose()
    for await _ in isTerminated.stream {}
    continuation.yield(1)
    #expect(recorder.elements == [])
  }

  @Test func `a stream becomes an AsyncSequence that drops nothing and ends as the stream does`() async throws {
    let relay = Relay<Int>()
    let values = relay.asObservable().take(3).values
    for number in 1...4 { relay.send(number) }
    var received: [Int] = []
    for try await number in values { received.append(number) }
    #expect(received == [1, 2, 3])
    await #expect(throws: Failure("broken")) {
      for try await _ in Observable<Int>.concat(.just(1), .error(Failure("broken"))).values {}
    }
    var fromJust: [Int] = []
    for try await number in Observable.just(7).values { fromJust.append(number) }
    #expect(fromJust == [7])
  }

  @Test func `ending the iteration of values, or never starting it, ends the subscription`() async throws {
    let relay = Relay<Int>()
    let reader = Task {
      for try await number in relay.asObservable().values where number == 2 { return }
    }
    await eventually { relay.observerCount == 1 }
    relay.send(1)
    relay.send(2)
    try await reader.value
    await eventually { relay.observerCount == 0 }
    #expect(relay.observerCount == 0)
    let waiting = Task { for try await _ in relay.asObservable().values {} }
    await eventually { relay.observerCount == 1 }
    waiting.cancel()
    await eventually { relay.observerCount == 0 }
    #expect(relay.observerCount == 0)
    do {
      _ = relay.asObservable().values
    }
    await eventually { relay.observerCount == 0 }
    #expect(relay.observerCount == 0)
  }

  @Test func `sleep(for:) also works with a real clock`() async throws {
    let clock: any Clock<Duration> = ContinuousClock()
    let before = ContinuousClock.now
    try await clock.sleep(for: .milliseconds(1))
    #expect(ContinuousClock.now - before >= .milliseconds(1))
  }
}
