extension ObservableConvertible {
  /// Returns the elements that satisfy the predicate.
  ///
  /// ```
  /// self                     -1-2-3-4-|
  /// filter { $0 > 2 }        -----3-4-|
  /// ```
  public func filter(_ isIncluded: @escaping @MainActor (Element) -> Bool) -> Observable<Element> {
    let source = asObservable()
    return Observable { observer in
      source.connect(observer.upstream(next: { if isIncluded($0) { observer.next($0) } }))
    }
  }

  /// Returns the elements with a property that is `true`: `filter(\.isFavorite)`.
  @_documentation(visibility: internal)
  @MainActor
  public func filter(_ keyPath: KeyPath<Element, Bool>) -> Observable<Element> {
    filter { $0[keyPath: keyPath] }
  }

  /// Returns the elements that differ from the previous one, as determined by `areEqual`.
  @inlinable
  public func distinctUntilChanged(
    _ areEqual: @escaping @MainActor (Element, Element) -> Bool
  ) -> Observable<Element> {
    let source = asObservable()
    return Observable { observer in
      var last: Element?
      source.connect(
        observer.upstream(next: { element in
          if let last, areEqual(last, element) { return }
          last = element
          observer.next(element)
        }))
    }
  }

  /// Returns the elements that differ from the previous one.
  ///
  /// ```
  /// self                       -a-a-b-a-|
  /// distinctUntilChanged       -a---b-a-|
  /// ```
  @inlinable
  public func distinctUntilChanged() -> Observable<Element> where Element: Equatable {
    distinctUntilChanged { $0 == $1 }
  }

  /// Returns the elements whose property differs from that of the previous element.
  ///
  /// - Parameter keyPath: The key path to the compared property.
  @MainActor
  public func distinctUntilChanged<Value: Equatable>(at keyPath: KeyPath<Element, Value>) -> Observable<Element> {
    distinctUntilChanged { $0[keyPath: keyPath] == $1[keyPath: keyPath] }
  }
}
