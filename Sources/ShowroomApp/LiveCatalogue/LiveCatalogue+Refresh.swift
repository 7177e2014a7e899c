import Catalogue
import ReactorCore

extension LiveCatalogue {
  /// Brings the catalogue up to date with its source; fails with a ``CatalogueError``.
  ///
  /// Starts when subscribed to; ending the subscription cancels it and leaves everything as it was. Only one runs at a
  /// time: another that is subscribed to meanwhile ends at once, without an event. The index follows on its own.
  public func refresh() -> Observable<RefreshEvent> {
    refresh { $0.runRefresh }
  }

  /// Fills the catalogue from a source, once; otherwise as ``refresh()``.
  public func refresh(from source: CatalogueSource) -> Observable<RefreshEvent> {
    refresh { Self.refreshing($0.store, from: source) }
  }

  private func refresh(
    _ refresh: @escaping @MainActor (LiveCatalogue) -> Refresh
  ) -> Observable<RefreshEvent> {
    .deferred { [weak self] in
      guard let self, refreshProgress.value == nil else { return .empty }
      return running(refresh(self))
    }
  }

  private func running(_ refresh: @escaping Refresh) -> Observable<RefreshEvent> {
    Observable.create { [logger] observer in
      self.refreshProgress.accept(RefreshProgress(phase: .connecting))
      let events = Observable<RefreshEvent>.run { emit in
        let (reports, reporter) = AsyncStream.makeStream(of: RefreshProgress.self, bufferingPolicy: .bufferingNewest(1))
        async let outcome = Self.outcome(of: refresh, reporter)
        for await report in reports { emit(.progress(report)) }
        emit(.finished(try await outcome))
      }
      let release = ActionDisposable { [weak self] in self?.refreshProgress.accept(nil) }
      let subscription = events.subscribe(
        Observer(
          next: { [weak self] event in
            if case .progress(let progress) = event { self?.refreshProgress.accept(progress) }
            observer.next(event)
          },
          end: { completion in
            release.dispose()
            if case .failed(let error) = completion {
              logger.warning("refreshing failed", metadata: ["error": "\(error)"])
            }
            observer.end(completion)
          }))
      return ActionDisposable {
        subscription.dispose()
        release.dispose()
      }
    }
  }

  private nonisolated static func outcome(
    of refresh: Refresh, _ reporter: AsyncStream<RefreshProgress>.Continuation
  ) async throws -> RefreshOutcome {
    defer { reporter.finish() }
    return try await refresh { reporter.yield($0) }
  }
}
