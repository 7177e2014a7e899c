import ReactorCore

/// The values of traces, which are the same in every run.
@MainActor
struct TraceValues {
  private let detail: ValueTree.Detail

  init(of log: InspectorLog) { detail = .repeatable(replacing: log.replacements) }

  /// Returns the structure of a value.
  func tree(_ value: Any) -> ValueTree { ValueTree(value, detail: detail) }

  /// Returns the lines of the difference between two states.
  func change(from before: Any, to after: Any) -> [String] {
    let fired = PulseStamps(of: after, detail: detail).fired(since: PulseStamps(of: before, detail: detail))
    return ValueDifference(
      expected: tree(before), actual: ValueTree(after, firedPulses: fired, detail: detail)
    ).lines
  }
}
