import Dispatch
import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Synchronization
import Testing

@MainActor
@Suite struct BindingTests {
  private let relay = Relay<Int>()
  private let state = StateRelay(1)

  @Test func `relays and state relays have the operators of streams`() {
    let doubled = Recorder(relay.map { $0 * 2 })
    let big = Recorder(state.filter { $0 > 1 }.startWith(0))
    let latest = Recorder(relay.withLatestFrom(state) { $0 + $1 })
    state.accept(3)
    relay.send(5)
    #expect(doubled.elements == [10])
    #expect(big.elements == [0, 3])
    #expect(latest.elements == [8])
  }

  @Test func `a relay is bound and subscribed to like a stream`() {
    let bag = DisposeBag()
    let copy = StateRelay(0)
    let seen = Box<[Int]>([])
    relay.bind(to: copy).disposed(by: bag)
    relay.bind { seen.value.append($0) }.disposed(by: bag)
    relay.subscribe(onNext: { seen.value.append(-$0) }).disposed(by: bag)
    relay.send(7)
    #expect(copy.value == 7)
    #expect(seen.value == [7, -7])
    bag.dispose()
    #expect(relay.observerCount == 0)
  }

  @Test func `withUnretained does not retain the object, and finishes after its release`() {
    var owner: Box<String>? = Box("owner")
    weak let released = owner
    let recorder = Recorder(relay.withUnretained(owner!).map { "\($0.value) \($1)" })
    relay.send(1)
    owner = nil
    #expect(released == nil)
    #expect(recorder.completion == nil)
    relay.send(2)
    #expect(recorder.elements == ["owner 1"])
    #expect(recorder.isFinished)
    #expect(relay.observerCount == 0)
  }

  @Test func `bind with an object passes it to the closure while it lives`() {
    var owner: Box<[Int]>? = Box([])
    let subscription = relay.bind(with: owner!) { owner, element in owner.value.append(element) }
    relay.send(1)
    #expect(owner?.value == [1])
    owner = nil
    relay.send(2)
    #expect(relay.observerCount == 0)
    subscription.dispose()
  }

  @Test func `first returns the first element, nil after an end without one, and throws the error`() async throws {
    #expect(try await Observable.of(1, 2).first() == 1)
    #expect(try await Observable<Int>.empty.first() == nil)
    #expect(try await state.first() == 1)
    await #expect(throws: Failure("broken")) { try await Observable<Int>.error(Failure("broken")).first() }
    let waiting = Task { [relay] in try await relay.first() }
    await eventually { relay.observerCount == 1 }
    relay.send(4)
    #expect(try await waiting.value == 4)
    await eventually { relay.observerCount == 0 }
    #expect(relay.observerCount == 0)
  }

  @Test func `a task without a preference resumes from first on the executor of effects`() async throws {
    let executor = CountingExecutor()
    let waiting = EffectExecutor.$current.withValue(executor) { Task.immediate { [relay] in try await relay.first() } }
    await eventually { relay.observerCount == 1 }
    let jobs = executor.count
    relay.send(1)
    #expect(try await waiting.value == 1)
    #expect(executor.count > jobs)
  }

  @Test func `first throws if its task is canceled, and ends its subscription`() async {
    let waiting = Task { [relay] in try await relay.first() }
    await eventually { relay.observerCount == 1 }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    await eventually { relay.observerCount == 0 }
    #expect(relay.observerCount == 0)
  }
}

/// An executor that counts its jobs.
private final class CountingExecutor: TaskExecutor {
  private let jobs = Mutex(0)

  var count: Int { jobs.withLock { $0 } }

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.withLock { $0 += 1 }
    let job = UnownedJob(job)
    DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
