extension Observable {
  /// Continues with the stream that `handler` returns if this stream fails, after the elements delivered so far.
  public func `catch`(_ handler: @escaping @MainActor (any Error) -> Observable) -> Observable {
    Observable { observer in
      self.connect(
        observer.child(
          next: { observer.next($0) },
          end: { completion in
            if case .failed(let error) = completion {
              handler(error).connect(observer)
            } else {
              observer.end(completion)
            }
          }))
    }
  }

  /// Continues with one element if this stream fails.
  public func catchAndReturn(_ element: Element) -> Observable {
    self.catch { _ in .just(element) }
  }
}
