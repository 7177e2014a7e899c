extension Observable {
  /// Returns the elements that satisfy the predicate.
  public func filter(_ isIncluded: @escaping @MainActor (Element) -> Bool) -> Observable {
    Observable { observer in
      self.connect(observer.upstream(next: { if isIncluded($0) { observer.next($0) } }))
    }
  }

  /// Returns the elements that differ from the previous one, as determined by `areEqual`.
  @inlinable
  public func distinctUntilChanged(_ areEqual: @escaping @MainActor (Element, Element) -> Bool) -> Observable {
    Observable { observer in
      var last: Element?
      self.connect(
        observer.upstream(next: { element in
          if let last, areEqual(last, element) { return }
          last = element
          observer.next(element)
        }))
    }
  }

  /// Returns the elements that differ from the previous one.
  @inlinable
  public func distinctUntilChanged() -> Observable where Element: Equatable {
    distinctUntilChanged { $0 == $1 }
  }

  /// Returns all but the first `count` elements.
  public func skip(_ count: Int) -> Observable {
    Observable { observer in
      var left = count
      self.connect(
        observer.upstream(next: { element in
          if left > 0 {
            left -= 1
          } else {
            observer.next(element)
          }
        }))
    }
  }

  /// Returns the first `count` elements, and then finishes.
  public func take(_ count: Int) -> Observable {
    guard count > 0 else { return .empty }
    return Observable { observer in
      var left = count
      self.connect(
        observer.upstream(next: { element in
          // Counted first, because the element may cause the next one.
          guard left > 0 else { return }
          left -= 1
          let isLast = left == 0
          observer.next(element)
          if isLast { observer.end(.finished) }
        }))
    }
  }

  /// Returns the elements until `trigger` emits one, and then finishes. If the trigger fails, the stream fails; if it
  /// finishes, it never fires.
  public func takeUntil<Trigger: Sendable>(_ trigger: Observable<Trigger>) -> Observable {
    Observable { observer in
      trigger.connect(
        observer.child(
          next: { _ in observer.end(.finished) }, end: { if case .failed = $0 { observer.end($0) } }))
      self.connect(observer)
    }
  }
}
