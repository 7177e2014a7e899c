/// Follows a step and everything that it sets off, and tells when all of it has been dealt with.
@MainActor
@usableFromInline
final class Settling {
  /// Whether a flow has been given the step.
  @usableFromInline var wasDelivered = false
  /// Whether a flow has navigated to it, or to what an `adapt` put in its place.
  @usableFromInline var wasHandled = false
  private var open = 0
  private var settled: (@MainActor (Settling) -> Void)?

  /// - Parameter settled: told once.
  @usableFromInline
  init(_ settled: @escaping @MainActor (Settling) -> Void) {
    self.settled = settled
  }

  @usableFromInline
  func begin() {
    open += 1
  }

  @usableFromInline
  func end() {
    open -= 1
    guard open == 0, let settled else { return }
    self.settled = nil
    settled(self)
  }
}
