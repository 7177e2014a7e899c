import ReactorCore
import Testing

/// The expected mutations, each with its change of the state, and outputs of the synchronous part of an action.
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

  /// Expects `mutation` next, and that it changes the state as `change` does.
  public func callAsFunction(
    _ mutation: R.Mutation, sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout R.State) -> Void = { _ in }
  ) {
    verify(.mutation(mutation), sourceLocation, change)
  }

  /// Expects `output` next.
  public func callAsFunction(output: R.Base.Output, sourceLocation: SourceLocation = #_sourceLocation) {
    verify(.output(output), sourceLocation) { _ in }
  }
}
