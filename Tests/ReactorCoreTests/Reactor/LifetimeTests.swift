import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct LifetimeTests {
  final class TouchingReactor: Reactor {
    typealias Action = String
    struct State { var log: [String] = [] }
    let store = Store<TouchingReactor>(State())
    let seen: Box<[String]>
    let isCareless: Bool

    init(_ seen: Box<[String]>, isCareless: Bool) {
      self.seen = seen
      self.isCareless = isCareless
    }

    func transform(state: Observable<State>) -> Observable<State> {
      // Retains the reactor by mistake, which crashes while the reactor is being released.
      if isCareless { return state.do(onNext: { _ in self.seen.value.append("state") }) }
      return state.do(onNext: { [seen] _ in seen.value.append("state") })
    }

    func reduce(into state: inout State, mutation: String) { state.log.append(mutation) }

    isolated deinit {
      action.send("from deinit")
      _ = state
      seen.value.append("log \(currentState.log)")
    }
  }

  @Test func `releasing a reactor cancels every effect that it started`() async {
    let clock = VirtualClock()
    let ended = Box<[String]>([])
    let live = LiveCount()
    var reactor: ScriptedReactor? = ScriptedReactor()
    reactor?.onMutate = { [token = live.token()] action in
      .run { emit in
        defer { ended.value.append("\(action), canceled: \(Task.isCancelled)") }
        try? await clock.sleep(for: .seconds(1))
        withExtendedLifetime(token) { emit("late") }
      }
    }
    let logs = reactor.map { Recorder($0.state.map { $0.log }) }
    reactor?.action.send("a")
    reactor?.action.send("b")
    #expect(reactor?.runningEffects == 2)
    reactor = nil
    await eventually { ended.value.count == 2 }
    #expect(ended.value.sorted() == ["a, canceled: true", "b, canceled: true"])
    #expect(logs?.elements == [[]])
    #expect(clock.sleeperCount == 0)
    await eventually { live.alive == 0 }
    #expect(live.alive == 0)
  }

  @Test func `a reactor released by a background task cancels its effects on the main actor`() async {
    let clock = VirtualClock()
    let isEnded = Box(false)
    weak var released: ScriptedReactor?
    do {
      let reactor = ScriptedReactor()
      released = reactor
      reactor.onMutate = { _ in
        .create { _ in
          ActionDisposable {
            MainActor.assertIsolated()
            isEnded.value = true
          }
        }
      }
      reactor.action.send("a")
      let signal = AsyncStream<Void>.makeStream()
      let background = Task.detached { [reactor] in
        for await _ in signal.stream {}
        _ = reactor
      }
      signal.continuation.finish()
      _ = consume reactor
      await background.value
    }
    await eventually { isEnded.value }
    #expect(isEnded.value)
    #expect(released == nil)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `accessing a reactor in its own deinit does not crash, whether or not it was used before`() {
    let seen = Box<[String]>([])
    var unused: TouchingReactor? = TouchingReactor(seen, isCareless: true)
    #expect(unused != nil)
    unused = nil
    #expect(seen.value == ["log []"])
    seen.value = []
    var used: TouchingReactor? = TouchingReactor(seen, isCareless: false)
    used?.action.send("a")
    used = nil
    #expect(seen.value == ["state", "state", "log [\"a\"]"])
  }

  @Test func `nothing follows when a subscriber releases the reactor during a delivery`() {
    let holder = Box<ScriptedReactor?>(ScriptedReactor())
    let started = Box<[String]>([])
    let endings = Box(0)
    holder.value?.onMutate = { action in
      started.value.append(action)
      return .concat(
        .just("one"), .just("two"),
        .create { _ in ActionDisposable { endings.value += 1 } })
    }
    let first = Box(0)
    let second = Box(0)
    _ = holder.value?.state.skip(1).bind { _ in
      first.value += 1
      holder.value?.action.send("queued")
      holder.value = nil
    }
    _ = holder.value?.state.skip(1).bind { _ in second.value += 1 }
    holder.value?.action.send("a")
    #expect(holder.value == nil)
    #expect(started.value == ["a"])
    #expect(first.value == 1)
    #expect(second.value == 1)
    #expect(endings.value == 1)
  }

  @Test func `an action sent to the relay of a released reactor has no effect`() {
    var reactor: ScriptedReactor? = ScriptedReactor()
    let action = reactor?.action
    reactor?.action.send("a")
    reactor = nil
    action?.send("b")
    #expect(action?.observerCount == 0)
  }

  @Test func `neither the reactor nor a subscriber to its state retains the other`() {
    weak var released: ScriptedReactor?
    let bag = DisposeBag()
    do {
      let reactor = ScriptedReactor()
      released = reactor
      let global = Relay<String>()
      reactor.onTransformMutation = { .merge($0, global.asObservable()) }
      reactor.onTransformAction = { $0.map { $0 } }
      reactor.onTransformState = { $0.map { $0 } }
      reactor.state.bind { _ in }.disposed(by: bag)
      reactor.pulse(\.$event).bind { _ in }.disposed(by: bag)
      reactor.action.send("a")
      #expect(global.observerCount == 1)
    }
    #expect(released == nil)
  }

  @Test func `a stream merged by a transform is released with the reactor`() {
    let global = Relay<String>()
    var reactor: ScriptedReactor? = ScriptedReactor()
    reactor?.onTransformMutation = { .merge($0, global.asObservable()) }
    _ = reactor?.state
    #expect(global.observerCount == 1)
    reactor = nil
    #expect(global.observerCount == 0)
  }

  @Test func `ten thousand effects that finish, fail, or are canceled leave nothing behind`() async {
    let live = LiveCount()
    let clock = VirtualClock()
    let reactor = ScriptedReactor()
    reactor.store.onUnhandledError { _ in }
    reactor.onReduce = { _, _ in }
    reactor.onMutate = { [token = live.token()] action in
      let held = live.token()
      let step = Observable<String>.run { emit in
        try await clock.sleep(for: .milliseconds(1))
        withExtendedLifetime((token, held)) { emit(action) }
        if action.hasSuffix("3") { throw Failure("third") }
      }
      switch action.last {
      case "0": return .concat(.just("on"), step, .just("off")).catch { _ in .just("off") }
      case "1": return .merge(step, .just("x")).catch { _ in .just("off") }
      case "2": return step.cancellable(id: "latest")
      case "3": return .concat(.just("on"), step).catch { _ in .concat(.just("failed"), .just("off")) }
      case "4": return step.flatMapLatest { .concat(.just($0), .just("y")) }
      case "5": return step.flatMap { .just($0) }.take(1)
      case "6": return step.take(until: Observable<Int>.never).catch { _ in .just("off") }
      case "7": return Observable<(String, String)>.combineLatest(step, .just("z")).map { $0.0 + $0.1 }
      case "8": return step.withLatestFrom(Observable<Int>.just(1)).map { $0.0 }
      default:
        return Observable.concat(.just("on"), .just("off"), .error(Failure("at once"))).catch { _ in
          withExtendedLifetime(held) { .just("caught") }
        }
      }
    }
    for number in 0..<10_000 { reactor.action.send("\(number)") }
    #expect(reactor.runningEffects > 1_000)
    await clock.advance(by: .seconds(1))
    #expect(reactor.runningEffects == 0)
    reactor.onMutate = { .just($0) }
    await eventually { live.alive == 0 }
    #expect(live.alive == 0)
  }
}
