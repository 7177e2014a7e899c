import ReactorCore
import ReactorFlow

/// A view over the content that does not take the keyboard focus.
open class OverlayView: View {
  /// Returns the frame in a window with `bounds`. By default, it fills the window.
  open func frame(in bounds: Rect) -> Rect { bounds }
  /// Whether the commands of the view take precedence over those of the screen.
  open var takesKeys: Bool { false }
}

/// A dialog, which receives all keys until it is dismissed.
open class ModalView: View {
  /// The presentation state, which the window updates, because a dialog is visible as soon as its focus is set.
  let presentation = Presence()

  /// The dialog's title in the help sheet and the hints.
  open var title: String { "" }

  /// Returns the frame in a window with `bounds`. By default, it is centered and as large as the contents.
  open func frame(in bounds: Rect) -> Rect {
    let size = sizeThatFits(Size(width: max(0, bounds.width - 4), height: max(0, bounds.height - 2)))
    return Rect(
      x: (bounds.width - size.width) / 2, y: (bounds.height - size.height) / 2, width: size.width, height: size.height)
  }

  /// Called after the dialog has been dismissed.
  open func didDismiss() {}

  override func wasRemoved() {
    super.wasRemoved()
    presentation.dismissed()
  }

  /// Dismisses the dialog.
  ///
  /// - Parameter answer: A closure that delivers the dialog's result. It runs after the dialog is gone and before
  ///   ``dismissal`` emits, so that a flow receives the result before the dialog ends.
  public final func dismiss(then answer: @MainActor () -> Void = {}) {
    guard let window else { return answer() }
    window.dismiss(self, then: answer)
  }
}

extension ModalView: Presentable {
  /// A stream of whether the dialog is presented.
  public final var visibility: Observable<Bool> { presentation.visibility }
  /// A stream that emits once, after `didDismiss()`, when the keyboard focus is back where it was.
  public final var dismissal: Observable<Void> { presentation.dismissal }
}
