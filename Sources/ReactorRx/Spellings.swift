// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// RxSwift spellings that have another name here, or none. They are declared so that the compiler states what to write
// instead. `fatalError` is never reached, because the compiler rejects every use of an unavailable declaration or type.

import ReactorCore

@_documentation(visibility: internal)
@available(*, unavailable, renamed: "Relay")
public typealias PublishSubject<Element: Sendable> = Relay<Element>
@_documentation(visibility: internal)
@available(*, unavailable, renamed: "Relay")
public typealias PublishRelay<Element: Sendable> = Relay<Element>
@_documentation(visibility: internal)
@available(*, unavailable, renamed: "StateRelay")
public typealias BehaviorSubject<Element: Sendable> = StateRelay<Element>
@_documentation(visibility: internal)
@available(*, unavailable, renamed: "StateRelay")
public typealias BehaviorRelay<Element: Sendable> = StateRelay<Element>
@_documentation(visibility: internal)
@available(*, unavailable, message: "use 'share(replay:scope:)', or a 'StateRelay' for one value")
public enum ReplaySubject<Element: Sendable> {
  public static func create(bufferSize: Int) -> ReplaySubject { fatalError() }
  public static func createUnbounded() -> ReplaySubject { fatalError() }
}
@_documentation(visibility: internal)
@available(*, unavailable, message: "use 'share(replay:scope:)', or a 'StateRelay' for one value")
public enum ReplayRelay<Element: Sendable> {
  public static func create(bufferSize: Int) -> ReplayRelay { fatalError() }
  public static func createUnbounded() -> ReplayRelay { fatalError() }
}
@_documentation(visibility: internal)
@available(*, unavailable, message: "return a value from an 'async' function, and make it a stream with '.run'")
public typealias Single<Element: Sendable> = Observable<Element>
@_documentation(visibility: internal)
@available(*, unavailable, message: "return an optional from an 'async' function, and make it a stream with '.run'")
public typealias Maybe<Element: Sendable> = Observable<Element>
@_documentation(visibility: internal)
@available(*, unavailable, message: "use an 'async' function without a result, and make it a stream with '.run'")
public typealias Completable = Observable<Never>
@_documentation(visibility: internal)
@available(*, unavailable, renamed: "Observable", message: "every stream is on the main actor")
public typealias Driver<Element: Sendable> = Observable<Element>
@_documentation(visibility: internal)
@available(*, unavailable, renamed: "Observable", message: "every stream is on the main actor")
public typealias Signal<Element: Sendable> = Observable<Element>
@_documentation(visibility: internal)
@available(*, unavailable, renamed: "Observable", message: "a stream that cannot fail has no type of its own")
public typealias Infallible<Element: Sendable> = Observable<Element>
@_documentation(visibility: internal)
@available(*, unavailable, renamed: "ObservableConvertible")
public typealias ObservableType = ObservableConvertible
@_documentation(visibility: internal)
@available(*, unavailable, renamed: "ObservableConvertible")
public typealias ObservableConvertibleType = ObservableConvertible
@_documentation(visibility: internal)
@available(*, unavailable, message: "use 'ActionDisposable { … }' or 'EmptyDisposable.instance'")
public enum Disposables {
  public static func create() -> any Disposable { fatalError() }
  public static func create(with action: @escaping @MainActor () -> Void) -> any Disposable { fatalError() }
}
@_documentation(visibility: internal)
@available(
  *, unavailable, message: "there are no schedulers: every stream is on the main actor, work elsewhere is '.run'"
)
public enum MainScheduler {
  public static var instance: MainScheduler { fatalError() }
  public static var asyncInstance: MainScheduler { fatalError() }
}

// MARK: Sending

extension Relay {
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "send(_:)")
  public func onNext(_ element: Element) {}
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "send(_:)")
  public func accept(_ element: Element) {}
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "a relay never ends: send a value that describes the failure")
  public func onError(_ error: any Error) {}
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "a relay never ends: use 'take(until:)' where the stream has to finish")
  public func onCompleted() {}
}

extension StateRelay {
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "init(_:)")
  public convenience init(value: Element) { self.init(value) }
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "accept(_:)")
  public func onNext(_ element: Element) {}
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "accept(_:)")
  public func send(_ element: Element) {}
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "a relay never ends: accept a value that describes the failure")
  public func onError(_ error: any Error) {}
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "a relay never ends: use 'take(until:)' where the stream has to finish")
  public func onCompleted() {}
}

extension Observer {
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "next(_:)")
  public func onNext(_ element: Element) {}
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use 'end(.failed(error))'")
  public func onError(_ error: any Error) {}
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use 'end(.finished)'")
  public func onCompleted() {}
}

// MARK: Subscribing

extension ObservableConvertible {
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "every stream is on the main actor: remove 'observe(on:)'")
  public func observe(on scheduler: Any) -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "every stream is on the main actor: remove 'observeOn(_:)'")
  public func observeOn(_ scheduler: Any) -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "do the work in '.run', and call a nonisolated function from it")
  public func subscribe(on scheduler: Any) -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "do the work in '.run', and call a nonisolated function from it")
  public func subscribeOn(_ scheduler: Any) -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use 'bind(with:_:)'")
  public func subscribe<Owner: AnyObject & Sendable>(
    with owner: Owner, onNext: @escaping @MainActor (Owner, Element) -> Void
  ) -> any Disposable { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "bind(_:)")
  public func bind(onNext: @escaping @MainActor (Element) -> Void) -> any Disposable { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "bind(with:_:)")
  public func bind<Owner: AnyObject & Sendable>(
    with owner: Owner, onNext: @escaping @MainActor (Owner, Element) -> Void
  ) -> any Disposable { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "bind(_:)")
  public func drive(onNext: @escaping @MainActor (Element) -> Void) -> any Disposable { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "bind(to:)")
  public func drive(_ relay: Relay<Element>) -> any Disposable { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "bind(to:)")
  public func drive(_ relay: StateRelay<Element>) -> any Disposable { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "bind(with:_:)")
  public func drive<Owner: AnyObject & Sendable>(
    with owner: Owner, onNext: @escaping @MainActor (Owner, Element) -> Void
  ) -> any Disposable { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "bind(_:)")
  public func emit(onNext: @escaping @MainActor (Element) -> Void) -> any Disposable { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "bind(to:)")
  public func emit(to relay: Relay<Element>) -> any Disposable { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "bind(to:)")
  public func emit(to relay: StateRelay<Element>) -> any Disposable { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "bind(with:_:)")
  public func emit<Owner: AnyObject & Sendable>(
    with owner: Owner, onNext: @escaping @MainActor (Owner, Element) -> Void
  ) -> any Disposable { fatalError() }
  @_documentation(visibility: internal)
  @available(
    *, unavailable,
    message: "use 'catchAndReturn(_:)' if it can fail, and 'share(replay: 1)' if it has several subscribers"
  )
  public func asDriver(onErrorJustReturn element: Element) -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(
    *, unavailable, message: "remove 'asDriver()', and use 'share(replay: 1)' if it has several subscribers"
  )
  public func asDriver() -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(
    *, unavailable, message: "use 'catchAndReturn(_:)' if it can fail, and 'share()' if it has several subscribers"
  )
  public func asSignal(onErrorJustReturn element: Element) -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "remove 'asSignal()', and use 'share()' if it has several subscribers")
  public func asSignal() -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use 'try await first()', or the stream as it is")
  public func asSingle() -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use 'try await first()', or the stream as it is")
  public func asMaybe() -> Observable<Element> { fatalError() }
}

// MARK: Operators

extension ObservableConvertible {
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use '.empty' without parentheses")
  public static func empty() -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use '.never' without parentheses")
  public static func never() -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "take(until:)")
  public func takeUntil(_ trigger: some ObservableConvertible) -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "take(while:)")
  public func takeWhile(_ predicate: @escaping @MainActor (Element) -> Bool) -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use 'take(while:inclusive:)' with the opposite condition")
  public func take(until predicate: @escaping @MainActor (Element) -> Bool) -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "skip(until:)")
  public func skipUntil(_ trigger: some ObservableConvertible) -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "skip(while:)")
  public func skipWhile(_ predicate: @escaping @MainActor (Element) -> Bool) -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "there is only one error type: use 'catch(_:)'")
  public func catchError(_ handler: @escaping @MainActor (any Error) -> Observable<Element>) -> Observable<Element> {
    fatalError()
  }
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "catchAndReturn(_:)")
  public func catchErrorJustReturn(_ element: Element) -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use 'retry(_:)' with a number of attempts, or 'retry(when:)'")
  public func retry() -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "retry(when:)")
  public func retryWhen<Trigger: Sendable>(
    _ trigger: @escaping @MainActor (Observable<any Error>) -> Observable<Trigger>
  ) -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use 'share(replay: 1, scope: .forever)'")
  public func replay(_ count: Int) -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use 'share()', which connects with the first subscriber")
  public func publish() -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use 'do(onNext:onEnd:)', whose closure receives the completion")
  public func `do`(
    onNext: (@MainActor (Element) -> Void)? = nil, onError: (@MainActor (any Error) -> Void)? = nil,
    onCompleted: (@MainActor () -> Void)? = nil, onSubscribe: (@MainActor () -> Void)? = nil,
    onDispose: (@MainActor () -> Void)? = nil
  ) -> Observable<Element> { fatalError() }
}

// MARK: Time

extension ObservableConvertible {
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "delay(_:clock:)", message: "pass a clock, not a scheduler")
  public func delay(_ delay: Duration, scheduler: Any) -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "debounce(_:clock:)", message: "pass a clock, not a scheduler")
  public func debounce(_ pause: Duration, scheduler: Any) -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "throttle(_:latest:clock:)", message: "pass a clock, not a scheduler")
  public func throttle(_ window: Duration, latest: Bool = true, scheduler: Any) -> Observable<Element> {
    fatalError()
  }
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "timeout(_:clock:)", message: "pass a clock, not a scheduler")
  public func timeout(_ duration: Duration, scheduler: Any) -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "take(for:clock:)", message: "pass a clock, not a scheduler")
  public func take(for duration: Duration, scheduler: Any) -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "buffer(timeSpan:count:clock:)", message: "pass a clock, not a scheduler")
  public func buffer(timeSpan: Duration, count: Int, scheduler: Any) -> Observable<[Element]> { fatalError() }
}

extension Observable where Element == Int {
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "interval(_:clock:)", message: "pass a clock, not a scheduler")
  public static func interval(_ period: Duration, scheduler: Any) -> Observable { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "timer(_:period:clock:)", message: "pass a clock, not a scheduler")
  public static func timer(_ delay: Duration, period: Duration? = nil, scheduler: Any) -> Observable { fatalError() }
}
