/// The root view of a window: the content, the overlays above it, and the dialogs above these.
public final class WindowRoot: View {
  /// The view that fills the window, usually a ``NavigationStack``.
  public var content: View? {
    didSet { if content !== oldValue { contentChanged(from: oldValue) } }
  }
  /// The commands of this view that also work when the window is too small to show anything: those that quit.
  public var commandsBelowMinimumSize: Set<CommandID> = []
  /// The commands of this view that also work under a dialog, which otherwise receives all keys.
  public var commandsUnderDialogs: Set<CommandID> = []

  // Computed from the subviews, because a stored array would keep a dismissed dialog alive.
  private var dialogs: [ModalView] { subviews.compactMap { $0 as? ModalView } }
  private var overlays: [View] { subviews.filter { $0 !== content && !($0 is ModalView) } }

  private func contentChanged(from old: View?) {
    old?.removeFromSuperview()
    window?.needsFocusRepair = true
    guard let content else { return }
    let above = subviews
    addSubview(content)
    for view in above { bringToFront(view) }
  }

  /// Adds a view over the content and under the dialogs.
  public func addOverlay(_ view: View) {
    let above = dialogs
    addSubview(view)
    for dialog in above { bringToFront(dialog) }
  }

  func addModal(_ modal: ModalView) { addSubview(modal) }

  /// The overlays that receive keys now, the front one first.
  var keyOverlays: [View] {
    subviews.reversed().filter { !$0.isHidden && ($0 as? OverlayView)?.takesKeys == true }
  }

  /// Lets the content fill the window, and gives overlays and dialogs their preferred frames.
  public override func layoutSubviews() {
    content?.frame = bounds
    for view in overlays { view.frame = (view as? OverlayView)?.frame(in: bounds) ?? bounds }
    for dialog in dialogs { dialog.frame = dialog.frame(in: bounds) }
  }
}
