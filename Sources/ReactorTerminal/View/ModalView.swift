import ReactorFlow

/// A view over the content that does not take the keyboard.
open class OverlayView: View {
  /// Where it wants to be in the window.
  open func frame(in bounds: Rect) -> Rect { bounds }
  /// Whether its commands come before those of the screen.
  open var takesKeys: Bool { false }
}

/// A dialog: it takes every key until it is dismissed.
open class ModalView: View {
  let presence = Presence()

  /// The view that gets the keyboard when it is presented.
  open var preferredFocus: View? { nil }
  /// What the help and the hints call it.
  open var title: String { "" }

  final override var focusCandidate: View? { preferredFocus }

  /// Where it wants to be in the window. Default: the size it fits, in the middle.
  open func frame(in bounds: Rect) -> Rect {
    let size = sizeThatFits(Size(width: max(0, bounds.width - 4), height: max(0, bounds.height - 2)))
    return Rect(
      x: (bounds.width - size.width) / 2, y: (bounds.height - size.height) / 2, width: size.width, height: size.height)
  }

  /// It was taken away.
  open func didDismiss() {}

  override func wasRemoved() {
    super.wasRemoved()
    presence.dismissed()
  }

  /// Takes it away.
  ///
  /// - Parameter answer: what it has to tell, once it is gone: a flow still hears it as a word of this dialog.
  public final func dismiss(then answer: @MainActor () -> Void = {}) {
    guard let window else { return answer() }
    window.dismiss(self, then: answer)
  }
}
