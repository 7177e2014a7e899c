import Testing

/// The expected mutations of the synchronous part of an action, each with its change of the state.
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
