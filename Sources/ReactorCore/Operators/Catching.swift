extension Observable {
  /// Goes on with the stream that `handler` returns when this one fails. Elements delivered before the failure stand.
  public func `catch`(_ handler: @escaping @MainActor (any Error) -> Observable) -> Observable {
    Observable { observer in
      let current = SerialDisposable()
      var hasFailed = false
      let subscription = self.subscribe(
        observer.upstream(
          next: { if !current.isDisposed { observer.next($0) } },
          end: { completion in
            guard !current.isDisposed else { return }
            guard case .failed(let error) = completion else {
              // Lets go of what has ended: its observer holds `current`, and `current` would hold it.
              current.dispose()
              return observer.end(completion)
            }
            hasFailed = true
            current.set(handler(error).subscribe(observer))
          }))
      if !hasFailed { current.set(subscription) }
      return current
    }
  }

  /// Goes on with one element when this stream fails.
  public func catchAndReturn(_ element: Element) -> Observable {
    self.catch { _ in .just(element) }
  }
}
