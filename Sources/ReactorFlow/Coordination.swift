import ReactorCore

/// A flow in the tree, without the type of its steps.
@MainActor
protocol CoordinatedFlow: AnyObject {
  /// Whether the flow's first step, and those of the children that the step created, have been handled.
  var isReady: Bool { get }
  /// A closure called once, when the flow is ready or ends before that.
  var onReadyOrEnd: (@MainActor () -> Void)? { get set }
  /// Handles a step of a deep link if its type matches, and then passes it to the children.
  func visit(_ step: any Step)
  /// The steps that lead to what the flow presents, except for its initial step.
  var path: [any Step] { get }
  /// A description of the flow, its screens, and its children.
  var lines: [String] { get }
  /// Ends the flow, its children, its steppers, and its presentables.
  func end()
}

/// The state shared by all flows of one tree.
@MainActor
final class Coordination {
  let queue = StepQueue()
  let registry = Flows.registry
  let willNavigate = Relay<NavigationEvent>()
  let didNavigate = Relay<NavigationEvent>()
  /// A closure that is notified when any flow begins or ends waiting for an `adapt`.
  var waitingChanged: (@MainActor (Bool) -> Void)?
  /// The number of flows whose `adapt` is suspended.
  private var waitingCount = 0

  func beginWaiting() {
    waitingCount += 1
    if waitingCount == 1 { waitingChanged?(true) }
  }

  func endWaiting() {
    waitingCount -= 1
    if waitingCount == 0 { waitingChanged?(false) }
  }
}

/// A first-in, first-out queue of the work of one tree of flows.
///
/// Work that is added while the queue runs waits, so a step emitted during navigation causes no recursion. Work added
/// at any other time has been performed, with everything that it caused, when `add` returns.
@MainActor
final class StepQueue {
  private struct Work {
    let cause: StepCompletion?
    let perform: @MainActor () -> Void
  }

  private var waiting = WorkQueue<Work>()
  private var isRunning = false
  /// The step to which the current work belongs. Work that it adds belongs to the same step.
  private(set) var cause: StepCompletion?

  func add(_ perform: @escaping @MainActor () -> Void) {
    add(for: cause, perform)
  }

  func add(for cause: StepCompletion?, _ perform: @escaping @MainActor () -> Void) {
    cause?.begin()
    waiting.append(Work(cause: cause, perform: perform))
    if !isRunning { run() }
  }

  /// Runs `body` immediately, as part of the work that `cause` began.
  func attribute(to cause: StepCompletion?, _ body: () -> Void) {
    let outer = self.cause
    self.cause = cause
    body()
    self.cause = outer
  }

  private func run() {
    isRunning = true
    while let work = waiting.popFirst() {
      attribute(to: work.cause, work.perform)
      work.cause?.end()
    }
    isRunning = false
  }
}

/// A tracker of a step and all work that it causes. Calls a closure when that work is complete.
@MainActor
final class StepCompletion {
  /// Whether a flow received the step.
  var wasDelivered = false
  /// Whether a flow navigated to the step, or to the step that an `adapt` returned in its place.
  var wasHandled = false
  private var openCount = 0
  private var completion: (@MainActor (StepCompletion) -> Void)?

  init(_ completion: @escaping @MainActor (StepCompletion) -> Void) {
    self.completion = completion
  }

  func begin() {
    openCount += 1
  }

  func end() {
    openCount -= 1
    guard openCount == 0, let completion else { return }
    self.completion = nil
    completion(self)
  }
}
