extension Observable {
  /// Goes on with the stream that `handler` returns when this one fails. Elements delivered before the failure stand.
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

  /// Goes on with one element when this stream fails.
  public func catchAndReturn(_ element: Element) -> Observable {
    self.catch { _ in .just(element) }
  }
}
