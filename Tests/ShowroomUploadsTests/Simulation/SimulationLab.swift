import Testing

@testable import ShowroomUploads

/// Carries out plans and reports those that show a defect, as simple as possible.
struct SimulationLab {
  let folder: SimulationFolder

  /// The number of failures to report of one test, each of which is simplified first.
  private static let mostReports = 3
  /// The largest number of runs to simplify a plan.
  private static let mostReductions = 150

  /// Returns a plan for each operation of a plan without faults and each fault that it may have.
  func plans(_ plan: SimulationPlan, with faults: [SimulationPlan.Fault]) async throws -> [SimulationPlan] {
    let base = try await SimulationRun.run(plan, in: folder)
    try #require(base.problems == [], "\(plan)\n\(Self.text(of: base))")
    return base.operations.enumerated().flatMap { number, operation in
      operation.possibleFaults.filter(faults.contains).map { fault in
        var plan = plan
        plan.faults[number + 1] = fault
        return plan
      }
    }
  }

  /// Carries out plans, and records an issue for each that shows a defect.
  /// - Returns: the number of plans in which a fault happened.
  @discardableResult
  func check(_ plans: some Sequence<SimulationPlan>) async throws -> Int {
    var (reports, faulty) = (0, 0)
    for plan in plans {
      let result = try await SimulationRun.run(plan, in: folder)
      if result.operations.contains(where: { $0.fault != nil }) { faulty += 1 }
      guard result.problems != [] else { continue }
      let (simple, reason) = try await simplified(plan, result)
      Issue.record("\(simple)\n\(Self.text(of: reason))\nfound as \(plan)")
      reports += 1
      if reports == Self.mostReports { break }
    }
    return faulty
  }

  /// Simplifies a plan step by step as long as it shows a defect.
  private func simplified(
    _ plan: SimulationPlan, _ result: SimulationRun.Result
  ) async throws -> (SimulationPlan, SimulationRun.Result) {
    var (plan, result, runs) = (plan, result, 0)
    var isSimpler = true
    while isSimpler {
      isSimpler = false
      for reduction in plan.reductions where runs < Self.mostReductions {
        runs += 1
        let found = try await SimulationRun.run(reduction, in: folder)
        guard found.problems != [] else { continue }
        (plan, result, isSimpler) = (reduction, found, true)
        break
      }
    }
    return (plan, result)
  }

  private static func text(of result: SimulationRun.Result) -> String {
    let operations = result.operations.enumerated().map { number, operation in
      "  \(number + 1): \(operation.text)" + (operation.fault.map { " – \($0.rawValue)" } ?? "")
    }
    return (result.problems + operations).joined(separator: "\n")
  }
}
