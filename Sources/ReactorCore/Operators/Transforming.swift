extension ObservableConvertible {
  /// Returns the transformed elements.
  ///
  /// ```
  /// self                 -1-2-3-|
  /// map { $0 * 2 }       -2-4-6-|
  /// ```
  @inlinable
  public func map<Result: Sendable>(_ transform: @escaping @MainActor (Element) -> Result) -> Observable<Result> {
    let source = asObservable()
    return Observable<Result> { observer in
      source.connect(observer.upstream(next: { observer.next(transform($0)) }))
    }
  }

  /// Returns the value of a property for each element: `map(\.name)`.
  ///
  /// This method exists because key paths to main-actor-isolated properties, as in a module with main-actor default
  /// isolation, cannot be used as functions.
  @_documentation(visibility: internal)
  @MainActor
  @inlinable
  public func map<Result: Sendable>(_ keyPath: KeyPath<Element, Result>) -> Observable<Result> {
    map { $0[keyPath: keyPath] }
  }

  /// Returns the transformed elements. An error thrown by `transform` fails the stream.
  ///
  /// ```
  /// self                 -1-x-3-|
  /// tryMap(parse)        -1-#
  /// ```
  public func tryMap<Result: Sendable>(
    _ transform: @escaping @MainActor (Element) throws -> Result
  ) -> Observable<Result> {
    flatMap { element in
      do {
        return .just(try transform(element))
      } catch {
        return .error(error)
      }
    }
  }

  /// Returns the transformed elements, leaving out those that become `nil`.
  ///
  /// ```
  /// self                         -1-x-3-|
  /// compactMap { Int($0) }       -1---3-|
  /// ```
  public func compactMap<Result: Sendable>(
    _ transform: @escaping @MainActor (Element) -> Result?
  ) -> Observable<Result> {
    let source = asObservable()
    return Observable<Result> { observer in
      source.connect(observer.upstream(next: { if let result = transform($0) { observer.next(result) } }))
    }
  }

  /// Returns the value of a property for each element, leaving out `nil`: `compactMap(\.owner)`.
  @_documentation(visibility: internal)
  @MainActor
  public func compactMap<Result: Sendable>(_ keyPath: KeyPath<Element, Result?>) -> Observable<Result> {
    compactMap { $0[keyPath: keyPath] }
  }

  /// Returns the elements that are not `nil`.
  public func unwrapped<Wrapped: Sendable>() -> Observable<Wrapped> where Element == Wrapped? {
    compactMap { $0 }
  }

  /// Returns the result of `accumulate` after each element, beginning with `seed` (which is not emitted).
  ///
  /// ```
  /// self             -1-2-3-|
  /// scan(0, +)       -1-3-6-|
  /// ```
  public func scan<Result: Sendable>(
    _ seed: Result, _ accumulate: @escaping @MainActor (Result, Element) -> Result
  ) -> Observable<Result> {
    let source = asObservable()
    return Observable<Result> { observer in
      var result = seed
      source.connect(
        observer.upstream(next: { element in
          result = accumulate(result, element)
          observer.next(result)
        }))
    }
  }

  /// Returns each element together with a weakly retained object. Finishes with the first element after the object is
  /// released.
  ///
  /// ```swift
  /// reactor.pulse(unwrapping: \.$alert).withUnretained(self).bind { screen, alert in … }
  /// ```
  ///
  /// ``bind(with:_:)`` is a shorter form.
  public func withUnretained<Object: AnyObject & Sendable>(_ object: Object) -> Observable<(Object, Element)> {
    withUnretained(object) { ($0, $1) }
  }

  /// Returns the results of a closure that receives a weakly retained object and each element. Finishes with the first
  /// element after the object is released.
  public func withUnretained<Object: AnyObject & Sendable, Result: Sendable>(
    _ object: Object, _ transform: @escaping @MainActor (Object, Element) -> Result
  ) -> Observable<Result> {
    let source = asObservable()
    return Observable<Result> { [weak object] observer in
      source.connect(
        observer.upstream(next: { [weak object] element in
          guard let object else { return observer.end(.finished) }
          observer.next(transform(object, element))
        }))
    }
  }

  /// Calls closures with each element and with the end, before delivering them.
  public func `do`(
    onNext: (@MainActor (Element) -> Void)? = nil, onEnd: (@MainActor (Completion) -> Void)? = nil
  ) -> Observable<Element> {
    let source = asObservable()
    return Observable { observer in
      source.connect(
        Observer(
          lifetime: observer.lifetime,
          next: { element in
            onNext?(element)
            observer.next(element)
          },
          end: { completion in
            onEnd?(completion)
            if !observer.lifetime.isDisposed { observer.finish(completion) }
          }))
    }
  }
}
