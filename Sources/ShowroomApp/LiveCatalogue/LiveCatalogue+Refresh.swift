import Catalogue
import ReactorCore

extension LiveCatalogue {
  /// Brings the catalogue up to date with its source; fails with a ``CatalogueError``.
  ///
  /// Starts when subscribed to; ending the subscription cancels it and leaves everything as it was. Only one runs at a
  /// time: another that is subscribed to meanwhile ends at once, without an event. The index follows on its own.
  public func refresh() -> Observable<RefreshEvent> {
    refresh { ($0.runRefresh, $0.presentSource?.name ?? $0.sourceDescription) }
  }

  /// Fills the catalogue from a source, once; otherwise as ``refresh()``.
  public func refresh(from source: CatalogueSource) -> Observable<RefreshEvent> {
    refresh { (Self.refreshing($0.store) { source }, source.name) }
  }

  private func refresh(
    _ refresh: @escaping @MainActor (LiveCatalogue) -> (Refresh, name: String)
  ) -> Observable<RefreshEvent> {
    .deferred { [weak self] in
      guard let self, refreshProgress.value == nil else { return .empty }
      let (refresh, name) = refresh(self)
      return running(refresh, of: name)
    }
  }

  private func running(_ refresh: @escaping Refresh, of name: String) -> Observable<RefreshEvent> {
    Observable.create { [logger] observer in
      self.refreshProgress.accept(RefreshProgress(phase: .connecting))
      self.sourceBefore = self.presentSource
      let approvals = Approvals()
      let approval: RefreshApproval = { [weak self] loss in
        await self?.ask(RefreshQuestion(loss: loss, source: name), approvals) ?? false
      }
      let events = Observable<RefreshEvent>.run { emit in
        let (reports, reporter) = AsyncStream.makeStream(of: RefreshProgress.self, bufferingPolicy: .bufferingNewest(1))
        async let outcome = Self.outcome(of: refresh, approval, reporter)
        for await report in reports { emit(.progress(report)) }
        emit(.finished(try await outcome))
      }
      let release = ActionDisposable { [weak self] in
        self?.answerRefresh(false)
        self?.refreshProgress.accept(nil)
      }
      var counts: RefreshCounts?
      let subscription = events.subscribe(
        Observer(
          next: { [weak self] event in
            switch event {
            case .progress(let progress): self?.refreshProgress.accept(progress)
            case .finished(.applied(let applied)) where approvals.isGiven: counts = applied
            case .finished: break
            }
            observer.next(event)
          },
          end: { [weak self] completion in
            release.dispose()
            if let counts { self?.approvedRefreshes.send(counts) }
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
    of refresh: Refresh, _ approval: @escaping RefreshApproval,
    _ reporter: AsyncStream<RefreshProgress>.Continuation
  ) async throws -> RefreshOutcome {
    defer { reporter.finish() }
    return try await refresh(approval) { reporter.yield($0) }
  }
}
