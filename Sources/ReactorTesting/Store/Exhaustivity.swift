/// The strictness of a ``TestStore``.
public enum Exhaustivity: Sendable {
  /// The test states every mutation, every change of the state, every unhandled error, and waits for every effect.
  case on
  /// The test states only what it is about. Mutations that it does not state are skipped, and so are errors and effects
  /// that are still running at its end. A change of the state assigns the values that are expected afterward, such as
  /// `$0.count = 2`, and properties that it does not assign may have any value.
  ///
  /// ```swift
  /// let store = TestStore(CarReactor(), exhaustivity: .off)
  /// store.send(.load)
  /// await store.receive(where: \.isLoaded) { $0.title = "Kia K5" }
  /// ```
  case off
}
