/// A flow in the tree, for those who do not know its type of step.
@MainActor
@usableFromInline
protocol CoordinatedFlow: AnyObject {
  /// Whether its first step, and those of the children that came of it, have been handled.
  var isReady: Bool { get }
  /// Told once: when it is ready, or has ended before that.
  var onSettled: (@MainActor () -> Void)? { get set }
  /// Takes a step of a deep link if it is one of its own, then hands it to its children.
  func visit(_ step: any Step)
  /// Ends its children, its steppers and its presentables.
  func end()
}
