import Catalogue
import ReactorCore

extension LiveCatalogue {
  /// Brings the catalogue up to date with its source; fails with a ``CatalogueError``.
  ///
  /// Starts when subscribed to; ending the subscription cancels it and leaves everything as it was. Only one runs at a
  /// time: another that is subscribed to meanwhile ends at once, without an event. The index follows on its own.
  ///
  /// - Parameter shrinking: what happens when the source lacks much of what is there. Refused, it fails with
  ///   `CatalogueError.shrinks`, and a person can be asked.
  public func refresh(shrinking: ShrinkPolicy = .refused) -> Observable<RefreshEvent> {
    refresh(shrinking) { $0.runRefresh }
  }

  /// Fills the catalogue from a source, once; otherwise as ``refresh(shrinking:)``.
  public func refresh(
    from source: CatalogueSource, shrinking: ShrinkPolicy = .refused
  ) -> Observable<RefreshEvent> {
    refresh(shrinking) { Self.refreshing($0.store, from: source) }
  }

  /// Brings back the cars from before a refresh that was ``ShrinkPolicy/undoable``; the index follows on its own.
  /// - Returns: false when it is too late.
  public func undoRefresh() async throws(CatalogueError) -> Bool {
    try await store.undoRefresh()
  }

  /// Forgets the cars from before a refresh: nobody can ask for them any more.
  public func forgetUndo() async throws(CatalogueError) {
    try await store.forgetUndo()
  }

  private func refresh(
    _ shrinking: ShrinkPolicy, _ refresh: @escaping @MainActor (LiveCatalogue) -> Refresh
  ) -> Observable<RefreshEvent> {
    .deferred { [weak self] in
      guard let self, refreshProgress.value == nil else { return .empty }
      let refresh = refresh(self)
      return running { try await refresh(shrinking, $0) }
    }
  }

  private typealias Run = @Sendable (@escaping @Sendable (RefreshProgress) -> Void) async throws -> RefreshOutcome

  private func running(_ refresh: @escaping Run) -> Observable<RefreshEvent> {
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
    of refresh: Run, _ reporter: AsyncStream<RefreshProgress>.Continuation
  ) async throws -> RefreshOutcome {
    defer { reporter.finish() }
    return try await refresh { reporter.yield($0) }
  }
}
