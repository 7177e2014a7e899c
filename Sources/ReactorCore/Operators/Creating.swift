extension Observable {
  /// One element, then the end. Costs no allocation when a reactor's `mutate` returns it.
  @inlinable
  public static func just(_ element: Element) -> Observable {
    Observable(source: .just(element))
  }

  /// Ends at once, with no element.
  @inlinable
  public static var empty: Observable { Observable(source: .empty) }

  /// Neither an element nor an end.
  public static var never: Observable {
    Observable { _ in }
  }

  /// The elements in order, then the end; finite, because all are delivered before `subscribe` returns.
  public static func from(_ elements: some Sequence<Element> & Sendable) -> Observable {
    Observable { observer in
      for element in elements {
        guard observer.isOpen else { return }
        observer.next(element)
      }
      observer.end(.finished)
    }
  }

  /// Fails at once.
  public static func error(_ error: any Error) -> Observable {
    Observable { $0.end(.failed(error)) }
  }

  /// The stream that `make` returns, made anew for each subscription. What `make` throws fails the stream.
  public static func deferred(_ make: @escaping @MainActor () throws -> Observable) -> Observable {
    Observable { observer in
      do {
        try make().connect(observer)
      } catch {
        observer.end(.failed(error))
      }
    }
  }

  /// A stream made by hand: `subscribe` tells the observer and returns what ends the work.
  ///
  /// The grammar is enforced: whatever the closure tells after the end or after disposal is dropped.
  public static func create(_ subscribe: @escaping @MainActor (Observer<Element>) -> any Disposable) -> Observable {
    Observable { observer in
      observer.lifetime.insert(subscribe(observer))
    }
  }
}
