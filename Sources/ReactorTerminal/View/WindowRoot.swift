/// The view at the bottom of a window: the content, over it the overlays, over them the dialogs.
public final class WindowRoot: View {
  /// What fills the window; usually a navigation stack.
  public var content: View? {
    didSet {
      guard content !== oldValue else { return }
      oldValue?.removeFromSuperview()
      if let content { restack(content) }
      window?.needsFocusRepair = true
    }
  }
  /// Names of the commands of this view that also work when the window is too small to show anything: those that quit.
  public var worksWhenTooSmall: Set<String> = []
  /// Names of the commands of this view that also work under a dialog, which otherwise takes all keys.
  public var worksInDialogs: Set<String> = []
  private var overlays: [View] = []
  private var dialogs: [ModalView] = []

  private func restack(_ content: View) {
    addSubview(content)
    for view in overlays + dialogs { addSubview(view) }
  }

  /// Puts a view over the content that does not take the keyboard; it lays itself out in the window's bounds.
  public func addOverlay(_ view: View) {
    overlays.append(view)
    addSubview(view)
    for dialog in dialogs { addSubview(dialog) }
  }

  /// The overlays that answer keys now, the front one first.
  var keyOverlays: [View] { overlays.reversed().filter { !$0.isHidden && ($0 as? OverlayView)?.takesKeys == true } }

  func addModal(_ modal: ModalView) {
    dialogs.removeAll { $0.superview !== self }
    dialogs.append(modal)
    addSubview(modal)
  }

  /// The content fills everything; overlays and dialogs take the size they ask for.
  public override func layoutSubviews() {
    content?.frame = bounds
    for view in overlays where view.superview === self {
      view.frame = (view as? OverlayView)?.frame(in: bounds) ?? bounds
    }
    for dialog in dialogs where dialog.superview === self { dialog.frame = dialog.frame(in: bounds) }
  }
}

/// A view over the content that does not take the keyboard.
open class OverlayView: View {
  /// Where it wants to be in the window.
  open func frame(in bounds: Rect) -> Rect { bounds }
  /// Whether its commands come before those of the screen.
  open var takesKeys: Bool { false }
}

/// A dialog: it takes every key until it is dismissed.
open class ModalView: View {
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

  /// Takes it away.
  public final func dismiss() { window?.dismiss(self) }
}
