extension Observable {
  /// The elements that satisfy the predicate.
  @inlinable
  public func filter(_ isIncluded: @escaping @MainActor (Element) -> Bool) -> Observable {
    Observable { observer in
      self.subscribe(observer.upstream(next: { if isIncluded($0) { observer.next($0) } }))
    }
  }

  /// The elements that differ from the one before, by `areEqual`.
  @inlinable
  public func distinctUntilChanged(_ areEqual: @escaping @MainActor (Element, Element) -> Bool) -> Observable {
    Observable { observer in
      var last: Element?
      return self.subscribe(
        observer.upstream(next: { element in
          if let last, areEqual(last, element) { return }
          last = element
          observer.next(element)
        }))
    }
  }

  /// The elements that differ from the one before.
  @inlinable
  public func distinctUntilChanged() -> Observable where Element: Equatable {
    distinctUntilChanged { $0 == $1 }
  }

  /// All but the first `count` elements.
  public func skip(_ count: Int) -> Observable {
    Observable { observer in
      var left = count
      return self.subscribe(
        observer.upstream(next: { element in
          if left > 0 {
            left -= 1
          } else {
            observer.next(element)
          }
        }))
    }
  }

  /// The first `count` elements, then the end.
  public func take(_ count: Int) -> Observable {
    guard count > 0 else { return .empty }
    return Observable { observer in
      let gate = Gate(observer)
      var left = count
      gate.upstream.set(
        self.subscribe(
          observer.upstream(
            next: { element in
              guard left > 0 else { return }
              left -= 1
              gate.next(element)
              if left == 0 { gate.end(.finished) }
            }, end: { gate.end($0) })))
      return gate
    }
  }

  /// The elements until `trigger` delivers one, then the end. A trigger that fails fails the whole; one that finishes
  /// never fires.
  public func takeUntil<Trigger: Sendable>(_ trigger: Observable<Trigger>) -> Observable {
    Observable { observer in
      let gate = Gate(observer)
      let triggered = trigger.subscribe(
        observer.upstream(
          next: { _ in gate.end(.finished) },
          end: { if case .failed = $0 { gate.end($0) } }))
      guard gate.isOpen else {
        triggered.dispose()
        return EmptyDisposable.instance
      }
      let elements = self.subscribe(observer.upstream(next: { gate.next($0) }, end: { gate.end($0) }))
      gate.upstream.set(
        ActionDisposable {
          triggered.dispose()
          elements.dispose()
        })
      return gate
    }
  }
}
