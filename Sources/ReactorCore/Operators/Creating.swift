extension Observable {
  /// Returns a stream of one element. A reactor's `mutate` can return it without an allocation.
  ///
  /// ```
  /// just(a)     (a|)
  /// ```
  @inlinable
  public static func just(_ element: Element) -> Observable {
    Observable(source: .just(element))
  }

  /// A stream that finishes immediately, without an element.
  ///
  /// ```
  /// empty       |
  /// ```
  public static var empty: Observable { Observable(source: .empty) }

  /// A stream without elements that never ends.
  ///
  /// ```
  /// never       ----
  /// ```
  public static var never: Observable {
    Observable { _ in }
  }

  /// Returns a stream of the elements of a sequence, which must be finite, because all elements are delivered before
  /// `subscribe` returns.
  ///
  /// ```
  /// from([a, b, c])     (abc|)
  /// ```
  public static func from(_ elements: some Sequence<Element> & Sendable) -> Observable {
    Observable { observer in
      for element in elements {
        guard observer.isOpen else { return }
        observer.next(element)
      }
      observer.end(.finished)
    }
  }

  /// Returns a stream of the elements, which are all delivered before `subscribe` returns.
  ///
  /// ```
  /// of(a, b, c)     (abc|)
  /// ```
  public static func of(_ elements: Element...) -> Observable {
    from(elements)
  }

  /// Returns a stream that fails immediately.
  ///
  /// ```
  /// error(e)     #
  /// ```
  public static func error(_ error: any Error) -> Observable {
    Observable { $0.end(.failed(error)) }
  }

  /// Returns a stream that calls `make` for each subscription. An error thrown by `make` fails the stream.
  public static func deferred(_ make: @escaping @MainActor () throws -> Observable) -> Observable {
    Observable { observer in
      do {
        try make().connect(observer)
      } catch {
        observer.end(.failed(error))
      }
    }
  }

  /// Returns a stream from a closure that delivers events to the observer and returns a disposable that ends the work.
  ///
  /// Events after the end or the disposal are dropped.
  public static func create(_ subscribe: @escaping @MainActor (Observer<Element>) -> any Disposable) -> Observable {
    Observable { observer in
      observer.lifetime.insert(subscribe(observer))
    }
  }
}
