import Testing

/// Runs plans and reports those that reveal a defect, simplified as far as possible.
struct SimulationLab {
  let folder: SimulationFolder

  /// The maximum number of failures of one test to report. Each is simplified first.
  private static let mostReports = 3
  /// The maximum number of runs used to simplify a plan.
  private static let mostReductions = 150

  /// Returns a plan for each possible fault of each operation of a plan, which must not reveal a defect itself.
  /// - Parameter isFirst: whether an operation is the first to receive a fault. At least one must be.
  func plans(
    _ plan: SimulationPlan, with faults: [SimulationPlan.Fault],
    since isFirst: (SimulationWorld.Operation) -> Bool = { _ in true }
  ) async throws -> [SimulationPlan] {
    let base = try await SimulationRun.run(plan, in: folder)
    try #require(base.problems == [], "\(plan)\n\(base)")
    let found = base.operations.firstIndex(where: isFirst)
    let first = try #require(found, "\(plan)\n\(base)")
    return base.operations.enumerated().dropFirst(first).flatMap { number, operation in
      operation.possibleFaults.filter(faults.contains).map { fault in
        var plan = plan
        plan.faults[number + 1] = fault
        return plan
      }
    }
  }

  /// Runs plans, and records an issue for each that reveals a defect.
  /// - Returns: the number of plans in which a fault occurred.
  @discardableResult
  func check(_ plans: some Sequence<SimulationPlan>) async throws -> Int {
    var (reports, faulty) = (0, 0)
    for plan in plans where reports < Self.mostReports {
      var result = try await SimulationRun.run(plan, in: folder)
      if result.operations.contains(where: { $0.fault != nil }) { faulty += 1 }
      guard result.problems != [] else { continue }
      reports += 1
      let simple = try await Self.simplified(plan) { plan in
        let found = try await SimulationRun.run(plan, in: folder)
        if found.problems != [] { result = found }
        return found.problems != []
      }
      Issue.record("\(simple)\n\(result)\nfound as \(plan)")
    }
    return faulty
  }

  /// Runs plans in which the program also ends at the operation right after the last fault.
  func checkCrashes(after plans: some Sequence<SimulationPlan>) async throws {
    for once in plans {
      let twice = try await self.plans(once, with: [.crashBefore])
      try await check(twice.filter { $0.faults.keys.max() == (once.faults.keys.max() ?? 0) + 1 })
    }
  }

  /// Simplifies a plan step by step as long as it reveals a defect.
  static func simplified(
    _ plan: SimulationPlan, where hasDefect: (SimulationPlan) async throws -> Bool
  ) async throws -> SimulationPlan {
    var (plan, runs) = (plan, 0)
    var isSimpler = true
    while isSimpler {
      isSimpler = false
      for reduction in plan.reductions where runs < mostReductions {
        runs += 1
        guard try await hasDefect(reduction) else { continue }
        (plan, isSimpler) = (reduction, true)
        break
      }
    }
    return plan
  }
}

extension SimulationRun.Result: CustomStringConvertible {
  /// The problems and the operations, one per line.
  var description: String {
    let operations = operations.enumerated().map { number, operation in
      "  \(number + 1): \(operation.text)" + (operation.fault.map { " – \($0.rawValue)" } ?? "")
    }
    return (problems + operations).joined(separator: "\n")
  }
}
