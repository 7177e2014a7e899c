import ReactorCore

/// Performs the work of one tree of flows, a piece at a time, first in, first out.
///
/// What is added while a piece is performed waits, so that a step emitted while navigating never recurses; what is added
/// at any other time is performed, with all that it sets off, before `add` returns.
@MainActor
@usableFromInline
final class StepQueue {
  private struct Work {
    let cause: Settling?
    let perform: @MainActor () -> Void
  }

  private var waiting = WorkQueue<Work>()
  private var isPerforming = false
  /// What the piece that is being performed belongs to; what it adds belongs to the same.
  @usableFromInline private(set) var cause: Settling?

  @usableFromInline
  func add(_ perform: @escaping @MainActor () -> Void) {
    add(for: cause, perform)
  }

  @usableFromInline
  func add(for cause: Settling?, _ perform: @escaping @MainActor () -> Void) {
    cause?.begin()
    waiting.append(Work(cause: cause, perform: perform))
    if !isPerforming { drain() }
  }

  /// Performs `body` at once, as part of what `cause` set off.
  @usableFromInline
  func attribute(to cause: Settling?, _ body: () -> Void) {
    let outer = self.cause
    self.cause = cause
    body()
    self.cause = outer
  }

  private func drain() {
    isPerforming = true
    while let work = waiting.popFirst() {
      attribute(to: work.cause, work.perform)
      work.cause?.end()
    }
    isPerforming = false
  }
}
