/// An event of a stream as a value: an element or the end.
public enum StreamEvent<Element: Sendable>: Sendable {
  /// An element.
  case next(Element)
  /// The end.
  case ended(Completion)
}

extension Observer {
  @MainActor
  func deliver(_ event: StreamEvent<Element>) {
    switch event {
    case .next(let element): next(element)
    case .ended(let completion): end(completion)
    }
  }
}

extension ObservableConvertible {
  /// Returns the events of the stream as elements, so that a failure can be handled like an element.
  ///
  /// ```
  /// self              -a-b-#
  /// materialize       -x-y-(z|)        x = next(a), y = next(b), z = ended(failed)
  /// ```
  ///
  /// A cancellation is not an element: it cancels the result.
  public func materialize() -> Observable<StreamEvent<Element>> {
    let source = asObservable()
    return Observable<StreamEvent<Element>> { observer in
      source.connect(
        observer.child(
          next: { observer.next(.next($0)) },
          end: { completion in
            if case .canceled = completion { return observer.end(.canceled) }
            observer.next(.ended(completion))
            observer.end(.finished)
          }))
    }
  }

  /// Returns the stream described by the events in the elements. The opposite of ``materialize()``.
  public func dematerialize<Value: Sendable>() -> Observable<Value> where Element == StreamEvent<Value> {
    let source = asObservable()
    return Observable<Value> { observer in
      source.connect(observer.upstream(next: { observer.deliver($0) }))
    }
  }
}
