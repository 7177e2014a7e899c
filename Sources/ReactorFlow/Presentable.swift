import ReactorCore

/// Something that can be presented: a screen, a dialog, or a stack of screens.
///
/// Its visibility and dismissal determine when the coordinator delivers the steps of the stepper contributed with it.
@MainActor
public protocol Presentable: AnyObject, Sendable {
  /// Whether it is visible: the current value, then each change. The stream does not end.
  ///
  /// Nothing inside a container that is covered or hidden is visible.
  var visibility: Observable<Bool> { get }

  /// A stream that emits one element and finishes when this presentable, or its container, is removed for good;
  /// immediately if that has already happened.
  ///
  /// Leaving the window is not a dismissal, because a covered screen returns.
  var dismissal: Observable<Void> { get }

  /// Notifies the root of the topmost flow that a flow below it began or ended waiting for the answer to a step, so that
  /// what the user types meanwhile can wait for the next screen. The default implementation does nothing.
  func navigationWaits(_ isWaiting: Bool)
}

extension Presentable {
  /// Does nothing.
  public func navigationWaits(_ isWaiting: Bool) {}
}
