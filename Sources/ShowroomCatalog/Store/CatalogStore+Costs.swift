import GRDB

extension CatalogStore {
  /// Returns the assumptions from which costs are computed.
  package func costAssumptions() throws(CatalogError) -> CostAssumptions { try read { try CostAssumptions.fetch($0) } }

  /// Replaces the user's assumptions. Other programs that have the database open adopt them.
  package func setCostAssumptions(_ own: [CostFactor: Double]) throws(CatalogError) {
    try changeCostAssumptions { assumptions in
      assumptions.reset()
      for (factor, value) in own { assumptions[factor] = value }
    }
  }

  /// Changes the user's assumptions in one transaction.
  package func changeCostAssumptions(_ change: (inout CostAssumptions) -> Void) throws(CatalogError) {
    try write { db in
      var assumptions = try CostAssumptions.fetch(db)
      change(&assumptions)
      try db.execute(
        sql: "DELETE FROM costAssumption; UPDATE catalogState SET costRevision = costRevision + 1")
      for (factor, value) in assumptions.own {
        try db.execute(
          sql: "INSERT INTO costAssumption (name, value) VALUES (?, ?)", arguments: [factor.id, value])
      }
    }
  }
}

extension CatalogIndex {
  /// Returns the catalog with the costs that result from other assumptions. It shares everything else with this index.
  /// Takes a few milliseconds for 50,000 cars; the first call takes as long as reading the cars.
  ///
  /// - Parameter store: The database from which the index was loaded.
  package func applying(
    _ assumptions: CostAssumptions, in store: CatalogStore, isCanceled: () -> Bool = { false }
  ) throws(CatalogError) -> CatalogIndex {
    if let costTable { return applying(assumptions, costTable) }
    return applying(assumptions, try store.read { try CostTable($0, of: columns, isCanceled: isCanceled) })
  }
}
