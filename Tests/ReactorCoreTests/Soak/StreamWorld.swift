import ReactorCore
import ShowroomTestSupport

/// The environment of a random stream: its sources, its subscription, and its violations of the grammar.
@MainActor
final class StreamWorld {
  nonisolated static let relayCount = 3

  let relays = (0..<relayCount).map { _ in Relay<Int>() }
  let states = (0..<relayCount).map { StateRelay($0) }
  let clock = VirtualClock()
  /// The violations of the grammar.
  private(set) var violations: [String] = []
  /// Disposes of the subscription that reactions end.
  var subscription: (any Disposable)?
  private(set) var isDisposed = false
  /// The number of remaining reactions, because reactions cause one another.
  private var reactionsLeft = 40
  private var sent = 100
  private var probes = 0

  func dispose() {
    guard let subscription else { return }
    isDisposed = true
    subscription.dispose()
  }

  func perform(_ reaction: StreamProgram.Reaction) {
    guard reactionsLeft > 0 else { return }
    reactionsLeft -= 1
    sent += 1
    switch reaction {
    case .nothing: break
    case .send(let index): relays[index].send(sent)
    case .accept(let index): states[index].accept(sent)
    case .dispose: dispose()
    }
  }

  /// Sends a random element from outside.
  func drive(_ chance: inout SeededChance) {
    reactionsLeft += 5
    perform(StreamProgram.Reaction(&chance))
  }

  /// Sends a random element from outside, and sometimes lets time pass.
  func driveWithTime(_ chance: inout SeededChance) async {
    drive(&chance)
    if clock.sleeperCount > 0, Bool.random(using: &chance) { await clock.wakeSleepersOfNextDeadline() }
  }

  /// The number of subscriptions to the sources and of pending deadlines.
  var observerCount: Int {
    relays.reduce(clock.sleeperCount) { $0 + $1.observerCount } + states.reduce(0) { $0 + $1.observerCount }
  }

  func note(_ violation: String) {
    violations.append(violation)
  }

  // MARK: Streams

  /// Returns the stream of a program, observed between all operators.
  func stream(_ program: StreamProgram) -> Observable<Int> {
    watched(bare(program), "\(program)")
  }

  private func watched(_ stream: Observable<Int>, _ name: String) -> Observable<Int> {
    .deferred { [unowned self] in
      probes += 1
      var hasEnded = false
      let label = "probe \(probes) behind \(name)"
      return stream.do(
        onNext: { [unowned self] _ in
          if hasEnded { note("an element after the end at \(label)") }
          if isDisposed { note("an element after the disposal at \(label)") }
        },
        onEnd: { [unowned self] _ in
          if hasEnded { note("two ends at \(label)") }
          if isDisposed { note("an end after the disposal at \(label)") }
          hasEnded = true
        })
    }
  }

  private func bare(_ program: StreamProgram) -> Observable<Int> {
    switch program {
    case .just: return .just(1)
    case .empty: return .empty
    case .from: return .from([1, 2, 3])
    case .failing: return .error(Failure("broken"))
    case .never: return .never
    case .run:
      return .run { emit in
        emit(1)
        emit(2)
      }
    case .unruly:
      return .create { observer in
        observer.next(1)
        observer.end(.finished)
        observer.next(2)
        observer.end(.failed(Failure("late")))
        return EmptyDisposable.instance
      }
    case .relay(let index): return relays[index].asObservable()
    case .state(let index): return states[index].asObservable()
    case .map(let inner, let reaction):
      return stream(inner).map { [unowned self] element in
        perform(reaction)
        return element + 1
      }
    case .filter(let inner, let reaction):
      return stream(inner).filter { [unowned self] element in
        perform(reaction)
        return element % 5 != 0
      }
    case .scan(let inner): return stream(inner).scan(0) { $0 &+ $1 }
    case .distinct(let inner): return stream(inner).distinctUntilChanged()
    case .skip(let inner): return stream(inner).skip(1)
    case .take(let inner, let count): return stream(inner).take(count)
    case .observed(let inner, let onNext, let onEnd):
      return stream(inner).do(
        onNext: { [unowned self] _ in perform(onNext) }, onEnd: { [unowned self] _ in perform(onEnd) })
    case .flatMap(let outer, let inner, let reaction):
      return stream(outer).flatMap { [unowned self] _ in
        perform(reaction)
        return stream(inner)
      }
    case .flatMapLatest(let outer, let inner, let reaction):
      return stream(outer).flatMapLatest { [unowned self] _ in
        perform(reaction)
        return stream(inner)
      }
    default: return combined(program)
    }
  }

  private func combined(_ program: StreamProgram) -> Observable<Int> {
    switch program {
    case .concat(let streams): .concat(streams.map(stream))
    case .merge(let streams): .merge(streams.map(stream))
    case .combineLatest(let first, let second):
      Observable<(Int, Int)>.combineLatest(stream(first), stream(second)).map { $0.0 + $0.1 }
    case .withLatestFrom(let inner, let other): stream(inner).withLatestFrom(stream(other)).map { $0.0 + $0.1 }
    case .takeUntil(let inner, let trigger): stream(inner).take(until: stream(trigger))
    case .caught(let inner, let recovery, let reaction):
      stream(inner).catch { [unowned self] _ in
        perform(reaction)
        return stream(recovery)
      }
    case .skipUntil(let inner, let trigger): stream(inner).skip(until: stream(trigger))
    case .zip(let first, let second): Observable.zip(stream(first), stream(second)).map { $0.0 + $0.1 }
    case .zipAll(let streams): Observable.zip(streams.map(stream)).map { $0.reduce(0, &+) }
    case .combineAll(let streams): Observable.combineLatest(streams.map(stream)).map { $0.reduce(0, &+) }
    case .mergeLimited(let streams, let limit): Observable.from(streams.map(stream)).merge(maxConcurrent: limit)
    case .switchLatest(let streams): Observable.from(streams.map(stream)).switchLatest()
    case .retry(let inner, let count): stream(inner).retry(count)
    case .retryWhen(let inner, let trigger):
      stream(inner).retry { [unowned self] errors in errors.take(5).flatMap { [unowned self] _ in stream(trigger) } }
    case .bracketed(let inner): stream(inner).bracketed(by: 7, and: 8)
    case .cancellable(let inner, let id, let policy): stream(inner).cancellable(id: id, whenRunning: policy)
    case .cancel(let id): .cancel(id: id)
    default: extended(program)
    }
  }

  private func extended(_ program: StreamProgram) -> Observable<Int> {
    switch program {
    case .takeWhile(let inner, let reaction, let inclusive):
      return stream(inner).take(
        while: { [unowned self] element in
          perform(reaction)
          return element % 7 != 0
        }, inclusive: inclusive)
    case .skipWhile(let inner, let reaction):
      return stream(inner).skip { [unowned self] element in
        perform(reaction)
        return element % 2 == 0
      }
    case .flatMapFirst(let outer, let inner, let reaction):
      return stream(outer).flatMapFirst { [unowned self] _ in
        perform(reaction)
        return stream(inner)
      }
    case .concatMap(let outer, let inner, let reaction):
      return stream(outer).concatMap { [unowned self] _ in
        perform(reaction)
        return stream(inner)
      }
    case .shared(let inner, let replay, let scope):
      // Subscribed to three times: two at once, and one at the end of the second.
      let shared = stream(inner).share(replay: replay, scope: scope)
      return .merge(shared, shared.concat(shared.take(2)))
    case .materialized(let inner, let reaction):
      return stream(inner).materialize().map { [unowned self] event in
        perform(reaction)
        return event
      }.dematerialize()
    case .toArray(let inner): return stream(inner).toArray().map { $0.reduce(0, &+) }
    case .pairwise(let inner): return stream(inner).pairwise().map { $0.0 &+ $0.1 }
    case .unretained(let inner): return stream(inner).withUnretained(self) { $1 }
    case .timed(let inner, let timing): return timed(stream(inner), timing)
    case .timeout(let inner, let other, let seconds):
      return stream(inner).timeout(.seconds(seconds), other: stream(other), clock: clock)
    case .interval(let seconds): return .interval(.seconds(seconds), clock: clock)
    default: return .empty
    }
  }

  private func timed(_ stream: Observable<Int>, _ timing: StreamProgram.Timing) -> Observable<Int> {
    switch timing {
    case .delay(let seconds): stream.delay(.seconds(seconds), clock: clock)
    case .debounce(let seconds): stream.debounce(.seconds(seconds), clock: clock)
    case .throttle(let seconds, let latest): stream.throttle(.seconds(seconds), latest: latest, clock: clock)
    case .buffer(let seconds, let count):
      stream.buffer(timeSpan: .seconds(seconds), count: count, clock: clock).map { $0.reduce(0, &+) }
    case .take(let seconds): stream.take(for: .seconds(seconds), clock: clock)
    case .indicate(let seconds): stream.indicatingProgress(with: 9, after: .seconds(seconds), clock: clock)
    }
  }
}
