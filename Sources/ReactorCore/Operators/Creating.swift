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
    Observable { _ in EmptyDisposable.instance }
  }

  /// The elements in order, then the end; finite, because all are delivered before `subscribe` returns.
  public static func from(_ elements: some Sequence<Element> & Sendable) -> Observable {
    Observable { observer in
      for element in elements { observer.next(element) }
      observer.end(.finished)
      return EmptyDisposable.instance
    }
  }

  /// Fails at once.
  public static func error(_ error: any Error) -> Observable {
    Observable { observer in
      observer.end(.failed(error))
      return EmptyDisposable.instance
    }
  }

  /// The stream that `make` returns, made anew for each subscription. What `make` throws fails the stream.
  public static func deferred(_ make: @escaping @MainActor () throws -> Observable) -> Observable {
    Observable { observer in
      do {
        return try make().subscribe(observer)
      } catch {
        observer.end(.failed(error))
        return EmptyDisposable.instance
      }
    }
  }

  /// A stream made by hand: `subscribe` tells the observer and returns what ends the work.
  ///
  /// The grammar is enforced: whatever the closure tells after the end or after disposal is dropped.
  public static func create(_ subscribe: @escaping @MainActor (Observer<Element>) -> any Disposable) -> Observable {
    Observable { observer in
      let gate = Gate(observer)
      gate.upstream.set(subscribe(observer.upstream(next: { gate.next($0) }, end: { gate.end($0) })))
      return gate
    }
  }
}

/// Lets events through until the first end or the disposal, whichever comes first.
@MainActor
final class Gate<Element: Sendable>: Disposable {
  let upstream = SerialDisposable()
  private var observer: Observer<Element>?

  init(_ observer: Observer<Element>) {
    self.observer = observer
  }

  var isOpen: Bool { observer != nil }

  func next(_ element: Element) {
    observer?.next(element)
  }

  func end(_ completion: Completion) {
    guard let observer else { return }
    self.observer = nil
    // First: what is subscribed next may ask whether an effect of the same id is still running.
    upstream.dispose()
    observer.end(completion)
  }

  func dispose() {
    observer = nil
    upstream.dispose()
  }
}
