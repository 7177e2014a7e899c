import ReactorCore
import ShowroomCatalog

extension LiveCatalog {
  /// Replaces the user's assumptions about costs.
  ///
  /// All cars have their new costs within a few milliseconds, before the assumptions are written. If writing fails, the
  /// assumptions stay in effect until the cars are reloaded. While a key is held down, only the last value is written.
  /// Canceling the caller has no effect on the write.
  ///
  /// - Throws: ``CatalogError`` if writing fails.
  package func setCosts(_ own: [CostFactor: Double]) async throws(CatalogError) {
    let old = wantedCosts.own
    let latest = undoStack.latest
    let number = undoStack.push("change to the cost assumptions", topic: "costs") { [weak self] in
      guard let self else { return }
      guard wantedCosts.own == ownCosts else { throw ChangedSinceError() }
      try await writeCosts(old)
    }
    do throws(CatalogError) {
      try await writeCosts(own)
    } catch {
      // A change that is still being written shares the entry.
      if number != latest, costWrites == 0 { undoStack.remove(number) }
      throw error
    }
  }

  private func writeCosts(_ own: [CostFactor: Double]) async throws(CatalogError) {
    let assumptions = CostAssumptions(own: own, sourcePrices: costs.value.sourcePrices)
    wantedCosts = assumptions
    ownCosts = assumptions.own
    costWrites += 1
    let previous = lastWrite
    let store = store
    let task = Task.immediate(executorPreference: EffectExecutor.current) { () -> Result<Void, CatalogError> in
      defer { self.costWrites -= 1 }
      await self.follow(assumptions)
      await previous?.value
      guard self.wantedCosts == assumptions else { return .success(()) }
      do throws(CatalogError) {
        try await Self.perform(
          { store throws(CatalogError) in try store.setCostAssumptions(assumptions.own) }, in: store)
        self.costsWritten.send(())
        return .success(())
      } catch {
        self.logger.error("could not write the cost assumptions", metadata: ["error": "\(error)"])
        return .failure(error)
      }
    }
    lastWrite = Task.immediate(executorPreference: EffectExecutor.current) { _ = await task.value }
    try await task.value.get()
  }

  /// Adopts assumptions that another program has written. If the user changed the assumptions before the notification
  /// arrived, it is ignored, because the values now stored are newer.
  func followStored() async {
    guard costWrites == 0,
      let stored = try? await Self.perform(
        { store throws(CatalogError) in
          try store.costAssumptions()
        }, in: store), costWrites == 0, stored != costs.value
    else { return }
    wantedCosts = stored
    await follow(stored)
    costsWritten.send(())
  }

  /// Computes the costs of all cars from the assumptions, unless different ones are requested in the meantime.
  func follow(_ assumptions: CostAssumptions) async {
    while wantedCosts == assumptions, let index = index.value, index.assumptions != assumptions {
      guard let next = try? await Self.applying(assumptions, to: index, store) else { break }
      // The user data or the cars may have changed since.
      guard self.index.value === index else { continue }
      if wantedCosts == assumptions { self.index.accept(next) }
    }
    if wantedCosts == assumptions { costs.accept(assumptions) }
  }

  @concurrent
  private static func applying(
    _ assumptions: CostAssumptions, to index: CatalogIndex, _ store: CatalogStore
  ) async throws(CatalogError) -> CatalogIndex {
    try index.applying(assumptions, in: store)
  }
}
