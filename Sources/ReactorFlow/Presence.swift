import ReactorCore

/// The presentation state of a ``Presentable``: whether it is visible, and whether it was dismissed.
///
/// ```swift
/// final class Panel: Presentable {
///   private let presence = Presence()
///   var visibility: Observable<Bool> { presence.visibility }
///   var dismissal: Observable<Void> { presence.dismissal }
/// }
/// ```
@MainActor
public final class Presence {
  private let isVisible = StateRelay(false)
  private var isDismissed = false
  private let dismissals = Relay<Void>()

  /// Creates the state of a presentable that has not been shown.
  public init() {}

  /// A stream of whether the presentable is visible: the current value, then each change.
  public var visibility: Observable<Bool> { isVisible.asObservable() }

  /// A stream that emits one element and finishes on dismissal, or immediately if the presentable has been dismissed
  /// and not shown again.
  public var dismissal: Observable<Void> {
    .deferred { [self] in isDismissed ? .just(()) : dismissals.asObservable().take(1) }
  }

  /// Records that the presentable became visible, for the first time or again.
  public func appeared() {
    isDismissed = false
    if !isVisible.value { isVisible.accept(true) }
  }

  /// Records that the presentable, or its container, was covered or hidden and may return.
  public func disappeared() {
    if isVisible.value { isVisible.accept(false) }
  }

  /// Records that the presentable was permanently removed.
  public func dismissed() {
    disappeared()
    isDismissed = true
    dismissals.send(())
  }
}

/// Something that can be presented: a screen, a dialog, or a stack of screens.
///
/// Its visibility and dismissal determine when the coordinator delivers the steps of the stepper contributed with it.
@MainActor
public protocol Presentable: AnyObject, Sendable {
  /// A stream of whether the presentable is visible: the current value, then each change. The stream does not end.
  ///
  /// Nothing inside a container that is covered or hidden is visible.
  var visibility: Observable<Bool> { get }

  /// A stream that emits one element and finishes when this presentable, or its container, is permanently removed, or
  /// immediately if that has already happened.
  ///
  /// Leaving the window is not a dismissal, because a covered screen returns.
  var dismissal: Observable<Void> { get }

  /// Notifies the root of the topmost flow that a flow below it began or ended waiting for the result of an `adapt`, so
  /// that keys typed during that time can be kept for the next screen. The default implementation does nothing.
  func navigationWaits(_ isWaiting: Bool)
}

extension Presentable {
  /// Does nothing.
  public func navigationWaits(_ isWaiting: Bool) {}
}
