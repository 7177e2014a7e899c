// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// RxSwift operators that do not exist here because one or two other operators do the same. They are declared so that
// the compiler states what to write instead. `fatalError` is never reached, because the compiler rejects every use of
// an unavailable declaration.

import ReactorCore

extension ObservableConvertible {
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "unwrapped()")
  public func filterNil<Wrapped: Sendable>() -> Observable<Wrapped> where Element == Wrapped? { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use 'map { _ in value }'")
  public func mapTo<Result: Sendable>(_ value: Result) -> Observable<Result> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use 'map { _ in }'")
  public func mapToVoid() -> Observable<Void> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "count in the state of a 'scan'")
  public func enumerated() -> Observable<(index: Int, element: Element)> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use 'trigger.withLatestFrom(stream) { $1 }', which may deliver an element twice")
  public func sample(_ trigger: some ObservableConvertible) -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use 'merge', and 'take(1)' for the first element")
  public func amb(_ other: some ObservableConvertible<Element>) -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use 'filter' for each key, or 'scan' into a dictionary")
  public func groupBy<Key: Hashable>(keySelector: @escaping (Element) throws -> Key) -> Observable<Element> {
    fatalError()
  }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use 'buffer(timeSpan:count:clock:)', which delivers arrays")
  public func window(timeSpan: Duration, count: Int, scheduler: Any) -> Observable<Observable<Element>> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use 'toArray().flatMap { .from($0.suffix(count)) }'")
  public func takeLast(_ count: Int) -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use 'toArray().map { $0.reduce(…) }', or 'scan(_:_:)' for each result")
  public func reduce<Result: Sendable>(
    _ seed: Result, accumulator: @escaping (Result, Element) throws -> Result
  ) -> Observable<Result> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use 'filter { _ in false }'")
  public func ignoreElements() -> Observable<Never> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use 'skip(index).take(1)'")
  public func elementAt(_ index: Int) -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use 'skip(index).take(1)'")
  public func element(at index: Int) -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use '.timer(delay, clock: clock).flatMap { _ in stream }'")
  public func delaySubscription(_ delay: Duration, scheduler: Any) -> Observable<Element> { fatalError() }
  @_documentation(visibility: internal)
  @available(
    *, unavailable, message: "use '.deferred { …; return stream }', which runs the closure at each subscription"
  )
  public func `do`(onSubscribe: @escaping () -> Void) -> Observable<Element> { fatalError() }
}

extension Observable {
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use 'merge', and 'take(1)' for the first element")
  public static func amb(_ streams: [Observable]) -> Observable { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use '.from(repeatElement(element, count: count))'")
  public static func repeatElement(_ element: Element) -> Observable { fatalError() }
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "create the resource in '.create', and return what disposes of it")
  public static func using<Resource: Disposable>(
    _ resourceFactory: @escaping () throws -> Resource,
    observableFactory: @escaping (Resource) throws -> Observable
  ) -> Observable { fatalError() }
}

extension Observable where Element: BinaryInteger {
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use '.from(start..<start + count)'")
  public static func range(start: Element, count: Element) -> Observable { fatalError() }
}

extension SerialDisposable {
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "set(_:)")
  public var disposable: any Disposable {
    get { fatalError() }
    set {}
  }
}
