import ReactorCore

/// The mutation that a test expects next.
@MainActor
enum ExpectedMutation<Mutation> {
  case mutation(Mutation)
  case condition(@MainActor (Mutation) -> Bool)

  func isMet(by mutation: Mutation) -> Bool {
    switch self {
    case .mutation(let expected): ValueEquality.areEqual(expected, mutation)
    case .condition(let condition): condition(mutation)
    }
  }

  /// The subject of the sentence that reports its absence.
  var name: String {
    switch self {
    case .mutation(let mutation): ValueTree(mutation).summary
    case .condition: "A mutation that satisfies the condition"
    }
  }
}
