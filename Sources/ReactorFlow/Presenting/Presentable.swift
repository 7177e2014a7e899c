import ReactorCore

/// Something that is shown: a screen, a dialog, or a stack of screens.
///
/// The coordinator asks it when to listen to the stepper that was contributed with it.
@MainActor
public protocol Presentable: AnyObject, Sendable {
  /// Whether it is shown, which nothing is that is inside something covered or hidden: the value now, then every change.
  /// Never ends.
  var visibility: Observable<Bool> { get }
  /// One element when it was taken away for good, alone or with what holds it, then the end. Told at once where that has
  /// happened already. Leaving the window is no dismissal: what is covered comes back.
  var dismissal: Observable<Void> { get }
}
