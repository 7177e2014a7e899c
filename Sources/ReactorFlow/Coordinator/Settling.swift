/// Follows a step and everything that it sets off, and tells when all of it has been dealt with.
@MainActor
final class Settling {
  /// Whether a flow has been given the step.
  var wasDelivered = false
  /// Whether a flow has navigated to it, or to what an `adapt` put in its place.
  var wasHandled = false
  private var open = 0
  private var settled: (@MainActor (Settling) -> Void)?

  /// - Parameter settled: told once.
  init(_ settled: @escaping @MainActor (Settling) -> Void) {
    self.settled = settled
  }

  func begin() {
    open += 1
  }

  func end() {
    open -= 1
    guard open == 0, let settled else { return }
    self.settled = nil
    settled(self)
  }
}
