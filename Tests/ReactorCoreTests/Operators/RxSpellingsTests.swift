import Foundation
import ShowroomTestSupport
import Testing

/// The messages of the compiler for spellings of RxSwift.
@Suite struct RxSpellingsTests {
  /// Statements with the message that the compiler must give for them, among others.
  private static let spellings = [
    ("relay.onNext(1)", "'onNext' has been renamed to 'send(_:)'"),
    ("relay.accept(1)", "'accept' has been renamed to 'send(_:)'"),
    ("relay.onCompleted()", "'onCompleted()' is unavailable: a relay never ends"),
    ("relay.onError(CancellationError())", "'onError' is unavailable: a relay never ends"),
    ("state.onNext(1)", "'onNext' has been renamed to 'accept(_:)'"),
    ("state.send(1)", "'send' has been renamed to 'accept(_:)'"),
    ("_ = PublishSubject<Int>()", "'PublishSubject' has been renamed to 'Relay'"),
    ("_ = PublishRelay<Int>()", "'PublishRelay' has been renamed to 'Relay'"),
    ("_ = BehaviorSubject(value: 1)", "'BehaviorSubject' has been renamed to 'StateRelay'"),
    ("_ = BehaviorRelay(value: 1)", "'BehaviorRelay' has been renamed to 'StateRelay'"),
    ("_ = ReplaySubject<Int>.create(bufferSize: 1)", "'ReplaySubject' is unavailable: use 'share(replay:scope:)'"),
    ("let _: Single<Int> = .just(1)", "'Single' is unavailable: return a value from an 'async' function"),
    ("let _: Maybe<Int> = .just(1)", "'Maybe' is unavailable: return an optional"),
    ("let _: Completable = .empty", "'Completable' is unavailable: use an 'async' function"),
    ("let _: Driver<Int> = .just(1)", "'Driver' has been renamed to 'Observable': every stream is on the main actor"),
    ("let _: Observable<Int> = .empty()", "'empty()' is unavailable: use '.empty' without parentheses"),
    ("_ = Observable<Int>.never()", "'never()' is unavailable: use '.never' without parentheses"),
    ("_ = stream.observe(on: MainScheduler.instance)", "remove 'observe(on:)'"),
    ("_ = stream.observe(on: MainScheduler.instance)", "'MainScheduler' is unavailable: there are no schedulers"),
    ("_ = stream.subscribe(on: 0)", "do the work in '.run'"),
    ("_ = stream.takeUntil(relay)", "'takeUntil' has been renamed to 'take(until:)'"),
    ("_ = stream.takeWhile { $0 < 1 }", "'takeWhile' has been renamed to 'take(while:)'"),
    ("_ = stream.skipUntil(relay)", "'skipUntil' has been renamed to 'skip(until:)'"),
    ("_ = stream.skipWhile { $0 < 1 }", "'skipWhile' has been renamed to 'skip(while:)'"),
    ("_ = stream.delay(.seconds(1), scheduler: 0)", "renamed to 'delay(_:clock:)': pass a clock"),
    ("_ = stream.debounce(.seconds(1), scheduler: 0)", "renamed to 'debounce(_:clock:)': pass a clock"),
    ("_ = stream.throttle(.seconds(1), scheduler: 0)", "renamed to 'throttle(_:latest:clock:)': pass a clock"),
    ("_ = stream.timeout(.seconds(1), scheduler: 0)", "renamed to 'timeout(_:clock:)': pass a clock"),
    ("_ = Observable<Int>.interval(.seconds(1), scheduler: 0)", "renamed to 'interval(_:clock:)': pass a clock"),
    ("_ = Observable<Int>.timer(.seconds(1), scheduler: 0)", "renamed to 'timer(_:period:clock:)': pass a clock"),
    ("_ = stream.bind(onNext: { _ in })", "'bind(onNext:)' has been renamed to 'bind(_:)'"),
    ("_ = stream.drive(onNext: { _ in })", "'drive(onNext:)' has been renamed to 'bind(_:)'"),
    ("_ = stream.drive(relay)", "'drive' has been renamed to 'bind(to:)'"),
    ("_ = stream.drive(state)", "'drive' has been renamed to 'bind(to:)'"),
    ("_ = stream.drive(with: relay, onNext: { _, _ in })", "'drive(with:onNext:)' has been renamed to 'bind(with:_:)'"),
    ("_ = stream.emit(onNext: { _ in })", "'emit(onNext:)' has been renamed to 'bind(_:)'"),
    ("_ = stream.emit(to: relay)", "'emit(to:)' has been renamed to 'bind(to:)'"),
    ("_ = stream.emit(to: state)", "'emit(to:)' has been renamed to 'bind(to:)'"),
    ("_ = stream.emit(with: relay, onNext: { _, _ in })", "'emit(with:onNext:)' has been renamed to 'bind(with:_:)'"),
    ("_ = stream.subscribe(with: relay, onNext: { _, _ in })", "use 'bind(with:_:)'"),
    ("_ = stream.asDriver(onErrorJustReturn: 1)", "use 'catchAndReturn(_:)' if it can fail, and 'share(replay: 1)'"),
    ("_ = stream.asDriver()", "'asDriver()' is unavailable: remove 'asDriver()', and use 'share(replay: 1)'"),
    ("_ = stream.asSignal()", "'asSignal()' is unavailable: remove 'asSignal()', and use 'share()'"),
    ("_ = stream.take(until: { $0 > 2 })", "use 'take(while:inclusive:)' with the opposite condition"),
    ("_ = stream.do(onNext: { _ in }, onError: { _ in })", "use 'do(onNext:onEnd:)'"),
    ("_ = stream.catchErrorJustReturn(1)", "'catchErrorJustReturn' has been renamed to 'catchAndReturn(_:)'"),
    ("_ = stream.retry()", "use 'retry(_:)' with a number of attempts"),
    ("_ = stream.replay(1)", "use 'share(replay: 1, scope: .forever)'"),
    ("observer.onNext(1)", "'onNext' has been renamed to 'next(_:)'"),
    ("observer.onError(CancellationError())", "use 'end(.failed(error))'"),
    ("observer.onCompleted()", "use 'end(.finished)'"),
    ("_ = stream.do(onSubscribe: {})", "'do(onSubscribe:)' is unavailable: use '.deferred { …; return stream }'"),
    ("_ = stream.map { Optional($0) }.filterNil()", "'filterNil()' has been renamed to 'unwrapped()'"),
    ("_ = stream.mapTo(1)", "'mapTo' is unavailable: use 'map { _ in value }'"),
    ("_ = stream.mapToVoid()", "'mapToVoid()' is unavailable: use 'map { _ in }'"),
    ("_ = stream.enumerated()", "'enumerated()' is unavailable: count in the state of a 'scan'"),
    ("_ = stream.sample(relay)", "'sample' is unavailable: use 'trigger.withLatestFrom(stream) { $1 }'"),
    ("_ = stream.amb(relay)", "'amb' is unavailable: use 'merge', and 'take(1)'"),
    ("_ = Observable.amb([stream])", "'amb' is unavailable: use 'merge', and 'take(1)'"),
    ("_ = stream.groupBy { $0 % 2 }", "'groupBy(keySelector:)' is unavailable: use 'filter' for each key"),
    ("_ = stream.window(timeSpan: .seconds(1), count: 2, scheduler: 0)", "use 'buffer(timeSpan:count:clock:)'"),
    ("_ = stream.takeLast(1)", "'takeLast' is unavailable: use 'toArray().flatMap { .from($0.suffix(count)) }'"),
    ("_ = stream.reduce(0, accumulator: +)", "use 'toArray().map { $0.reduce(…) }', or 'scan(_:_:)'"),
    ("_ = stream.ignoreElements()", "'ignoreElements()' is unavailable: use 'filter { _ in false }'"),
    ("_ = stream.elementAt(1)", "'elementAt' is unavailable: use 'skip(index).take(1)'"),
    ("_ = stream.element(at: 1)", "'element(at:)' is unavailable: use 'skip(index).take(1)'"),
    ("_ = stream.delaySubscription(.seconds(1), scheduler: 0)", "use '.timer(delay, clock: clock).flatMap"),
    ("_ = Observable.range(start: 1, count: 3)", "use '.from(start..<start + count)'"),
    ("_ = Observable.repeatElement(1)", "use '.from(repeatElement(element, count: count))'"),
    (
      "_ = Observable<Int>.using({ EmptyDisposable.instance }, observableFactory: { _ in .just(1) })",
      "create the resource in '.create'"
    ),
    ("SerialDisposable().disposable = EmptyDisposable.instance", "'disposable' has been renamed to 'set(_:)'"),
    (
      "final class Old: Reactor { enum Action {}; struct State {}; let initialState = State() }",
      "declare 'let store = Store<…>(State())', and no 'initialState'"
    ),
    ("_ = Disposables.create()", "'Disposables' is unavailable: use 'ActionDisposable { … }'"),
  ]

  /// The modules of the build that these tests are from.
  private static let modules = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("Modules")

  private static var canCompile: Bool {
    ShellCommand.has("swiftc")
      && FileManager.default.fileExists(atPath: modules.appendingPathComponent("ReactorRx.swiftmodule").path)
  }

  /// What the messages advise to write.
  private static let advice = [
    "_ = stream.map { Optional($0) }.unwrapped()", "_ = stream.map { _ in 1 }", "_ = stream.map { _ in }",
    "_ = relay.withLatestFrom(stream) { $1 }", "_ = stream.take(while: { $0 <= 2 }, inclusive: true)",
    "_ = stream.merge(with: stream).take(1)",
    "_ = stream.buffer(timeSpan: .seconds(1), count: 2, clock: ContinuousClock())",
    "_ = stream.toArray().flatMap { .from($0.suffix(1)) }", "_ = stream.toArray().map { $0.reduce(0, +) }",
    "_ = stream.filter { _ in false }", "_ = stream.skip(1).take(1)",
    "_ = Observable.timer(.seconds(1), clock: ContinuousClock()).flatMap { _ in stream }",
    "_ = Observable.from(1..<1 + 3)", "_ = Observable.from(repeatElement(1, count: 3))",
    "_ = Observable.deferred { print(1); return stream }", "SerialDisposable().set(EmptyDisposable.instance)",
  ]

  @Test(.enabled(if: canCompile, "requires swiftc and the modules of this build"))
  func `the compiler says what to write for a spelling of RxSwift`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      import ReactorCore
      import ReactorRx
      @MainActor func spellings(
        _ relay: Relay<Int>, _ state: StateRelay<Int>, _ stream: Observable<Int>, _ observer: Observer<Int>
      ) {
      \(Self.spellings.map(\.0).joined(separator: "\n"))
      \(Self.advice.joined(separator: "\n"))
      }
      """, to: "spellings.swift")

    let compiler = "swiftc -swift-version 6 -typecheck -diagnostic-style llvm -I '\(Self.modules.path)'"
    let output = ShellCommand.output(of: "\(compiler) '\(folder["spellings.swift"])' 2>&1; :")

    let lines = (output ?? "").split(separator: "\n")
    for (index, (statement, message)) in Self.spellings.enumerated() {
      let errors = lines.filter { $0.contains("spellings.swift:\(index + 6):") && $0.contains(" error: ") }
      #expect(errors.contains { $0.contains(message) }, "\(statement): \(errors)")
    }
    for (index, statement) in Self.advice.enumerated() {
      let errors = lines.filter { $0.contains("spellings.swift:\(Self.spellings.count + index + 6):") }
      #expect(errors.isEmpty, "\(statement): \(errors)")
    }
  }
}
