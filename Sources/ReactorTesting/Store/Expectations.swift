import Testing

/// What `send` hands to its closure to state the mutations of the action's synchronous part, each with what it changes:
///
/// ```swift
/// store.send(.increase) { expect in
///   expect(.setLoading(true)) { $0.isLoading = true }
///   expect(.add(1)) { $0.value = 1 }
/// }
/// ```
@MainActor
public struct Expectations<State, Mutation> {
  let verify: @MainActor (Mutation, SourceLocation, (inout State) -> Void) -> Void

  /// Expects `mutation` next, and that it changes the state as `change` does.
  public func callAsFunction(
    _ mutation: Mutation, sourceLocation: SourceLocation = #_sourceLocation, _ change: (inout State) -> Void = { _ in }
  ) {
    verify(mutation, sourceLocation, change)
  }
}
