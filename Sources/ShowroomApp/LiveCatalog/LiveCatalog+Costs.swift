import ReactorCore
import ShowroomCatalog

extension LiveCatalog {
  /// Replaces the user's assumptions about costs.
  ///
  /// All cars have their new costs within a few milliseconds, before the assumptions are written. If the write fails, the
  /// assumptions stay until the cars are loaded again. While a key is held down, only the last value is written. Canceling
  /// the caller cancels nothing.
  ///
  /// - Throws: ``CatalogError`` if the write fails.
  package func setCosts(_ own: [CostFactor: Double]) async throws(CatalogError) {
    let old = wantedCosts.own
    undoStack.push("assumptions about costs", topic: "costs") { [weak self] in try await self?.writeCosts(old) }
    try await writeCosts(own)
  }

  private func writeCosts(_ own: [CostFactor: Double]) async throws(CatalogError) {
    let assumptions = CostAssumptions(own: own, sourcePrices: costs.value.sourcePrices)
    wantedCosts = assumptions
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
        self.logger.error("could not write the assumptions about costs", metadata: ["error": "\(error)"])
        return .failure(error)
      }
    }
    lastWrite = Task.immediate(executorPreference: EffectExecutor.current) { _ = await task.value }
    try await task.value.get()
  }

  /// Follows assumptions that another program has written. A report that was on its way while the user changed them is
  /// ignored, because what is stored now decides.
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

  /// Gives all cars the costs of assumptions, unless others are wanted meanwhile.
  func follow(_ assumptions: CostAssumptions) async {
    while wantedCosts == assumptions, let index = index.value, index.assumptions != assumptions {
      guard let next = try? await Self.applying(assumptions, to: index, store) else { break }
      // User data may have changed meanwhile, or the cars.
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
