import ReactorCore
import ShowroomCatalog
import ShowroomFormatting

/// An event of a running refresh.
package enum RefreshEvent: Sendable, Hashable {
  /// The progress so far. If several reports are pending, only the latest is delivered.
  case progress(RefreshProgress)
  /// The outcome. No event follows it.
  case finished(RefreshOutcome)
}

extension LiveCatalog {
  /// Returns a stream that refreshes the catalog from its source, or fails with a ``CatalogError``.
  ///
  /// The refresh starts when the stream is subscribed to. Disposing of the subscription cancels it, and leaves the
  /// catalog unchanged unless the refresh is already committed. Only one refresh runs at a time: a second one ends
  /// immediately without an event. ``index`` is updated separately, when the database reports the change.
  package func refresh() -> Observable<RefreshEvent> {
    refresh { ($0.runRefresh, $0.sourceDescription) }
  }

  /// Cancels the running refresh. Its stream fails with `CatalogError.canceled` or, if the refresh is already
  /// committed, emits the outcome.
  package func cancelRefresh() { runningRefresh?.cancel() }

  /// Returns a stream that refreshes the catalog once from a different source.
  package func refresh(from source: CatalogSource) -> Observable<RefreshEvent> {
    refresh { ($0.refreshing(from: source), source.name) }
  }

  private func refresh(
    _ refresh: @escaping @MainActor (LiveCatalog) -> (Refresh, name: String)
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
      self.startedRefreshes += 1
      let previous = (source: self.currentSource, choice: self.store.chosenSource.source)
      let approvals = Approvals()
      let approval: RefreshApproval = { [weak self] loss in
        await self?.ask(RefreshQuestion(loss: loss, source: name), approvals) ?? false
      }
      let (reports, reporter) = AsyncStream.makeStream(of: RefreshProgress.self, bufferingPolicy: .bufferingNewest(1))
      let work = Task(executorPreference: EffectExecutor.current) {
        try await Self.outcome(of: refresh, approval, reporter)
      }
      self.runningRefresh = work
      let events = Observable<RefreshEvent>.run { emit in
        for await report in reports { emit(.progress(report)) }
        emit(.finished(try await work.value))
      }
      let release = ActionDisposable { [weak self] in
        self?.answerRefresh(false)
        self?.refreshProgress.accept(nil)
      }
      let subscription = events.subscribe(
        Observer(
          next: { [weak self] event in
            switch event {
            case .progress(let progress):
              self?.refreshProgress.accept(progress)
              observer.next(event)
            case .finished(let outcome):
              if !outcome.isDeclined { self?.changedSource.accept(nil) }
              self?.refreshOutcomes.send(outcome)
              // The screen may close here and dispose of the subscription, which then does not end.
              observer.next(event)
              release.dispose()
              if case .applied(let counts) = outcome, approvals.isGiven {
                self?.previousSource = previous.source
                self?.previousChoice = previous.choice
                self?.approvedRefreshes.send(counts)
              }
              if outcome.hasChanges { self?.reportViewChanges() }
            }
          },
          end: { completion in
            release.dispose()
            if case .failed(let error) = completion, error as? CatalogError != .canceled {
              logger.warning("refresh failed", metadata: ["error": "\(error)"])
            }
            observer.end(completion)
          }))
      return ActionDisposable {
        work.cancel()
        subscription.dispose()
        release.dispose()
      }
    }
  }

  /// Reports the saved views in which the latest refresh has changed something. If they cannot be read, nothing is
  /// reported, because the page of changes shows the reason.
  private func reportViewChanges() {
    readingViewChanges?.cancel()
    readingViewChanges = Task.immediate(executorPreference: EffectExecutor.current) {
      [weak self, store, marked = marks.value] in
      let changes = try? await Self.perform(
        { store throws(CatalogError) -> [ViewChanges] in
          try store.viewChanges(marked: marked, isCanceled: { Task.isCancelled })
        }, in: store)
      guard let changes, !changes.isEmpty, !Task.isCancelled else { return }
      self?.viewChanges.send(changes)
    }
  }

  private nonisolated static func outcome(
    of refresh: Refresh, _ approval: @escaping RefreshApproval,
    _ reporter: AsyncStream<RefreshProgress>.Continuation
  ) async throws -> RefreshOutcome {
    defer { reporter.finish() }
    do {
      return try await refresh(approval) { reporter.yield($0) }
    } catch is CancellationError {
      throw CatalogError.canceled
    }
  }
}
