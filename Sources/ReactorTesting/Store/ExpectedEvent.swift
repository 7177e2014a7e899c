import ReactorCore
import Testing

/// A mutation or an output of a reactor, which a test must state.
@MainActor
enum StoreEvent<R: Reactor> {
  case mutation(R.Mutation)
  case output(R.Base.Output)

  /// The mutation or the output.
  var value: any Sendable {
    switch self {
    case .mutation(let mutation): mutation
    case .output(let output): output
    }
  }

  /// The name of the kind in failures.
  var kind: String {
    switch self {
    case .mutation: "mutation"
    case .output: "output"
    }
  }

  var tree: ValueTree { ValueTree(value) }

  func isEqual(to other: StoreEvent) -> Bool {
    switch (self, other) {
    case (.mutation(let one), .mutation(let other)): ValueEquality.areEqual(one, other)
    case (.output(let one), .output(let other)): ValueEquality.areEqual(one, other)
    default: false
    }
  }
}

/// The event that a test expects next.
@MainActor
enum ExpectedEvent<R: Reactor> {
  case event(StoreEvent<R>)
  case condition(@MainActor (R.Mutation) -> Bool)

  func isMet(by event: StoreEvent<R>) -> Bool {
    switch (self, event) {
    case (.event(let expected), _): expected.isEqual(to: event)
    case (.condition(let condition), .mutation(let mutation)): condition(mutation)
    case (.condition, .output): false
    }
  }

  /// The name of the kind in failures.
  var kind: String {
    switch self {
    case .event(let event): event.kind
    case .condition: "mutation"
    }
  }

  /// The subject of the message that reports its absence.
  var name: String {
    switch self {
    case .event(.mutation(let mutation)): ValueTree(mutation).summary
    case .event(.output(let output)): "The output \(ValueTree(output).summary)"
    case .condition: "A mutation that satisfies the condition"
    }
  }
}

/// The mutations, each with its state change, and the outputs that are expected from the synchronous part of an action.
///
/// ```swift
/// store.send(.increase) { expect in
///   expect(.setLoading(true)) { $0.isLoading = true }
///   expect(.add(1)) { $0.value = 1 }
///   expect(output: .limitReached)
/// }
/// ```
@MainActor
public struct Expectations<R: Reactor> {
  let verify: @MainActor (StoreEvent<R>, SourceLocation, (inout R.State) -> Void) -> Void

  /// Expects `mutation` to follow, and to change the state as `change` does.
  public func callAsFunction(
    _ mutation: R.Mutation, sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout R.State) -> Void = { _ in }
  ) {
    verify(.mutation(mutation), sourceLocation, change)
  }

  /// Expects `output` to follow.
  public func callAsFunction(output: R.Base.Output, sourceLocation: SourceLocation = #_sourceLocation) {
    verify(.output(output), sourceLocation) { _ in }
  }
}
