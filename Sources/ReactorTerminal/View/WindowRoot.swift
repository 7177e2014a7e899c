/// The view at the bottom of a window: the content, over it the overlays, over them the dialogs.
public final class WindowRoot: View {
  /// What fills the window; usually a navigation stack.
  public var content: View? {
    didSet { if content !== oldValue { contentChanged(from: oldValue) } }
  }
  /// Names of the commands of this view that also work when the window is too small to show anything: those that quit.
  public var worksWhenTooSmall: Set<String> = []
  /// Names of the commands of this view that also work under a dialog, which otherwise takes all keys.
  public var worksInDialogs: Set<String> = []

  // Asked of the subviews each time: a list of its own would keep a dismissed dialog alive.
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

  /// Puts a view over the content that does not take the keyboard; it lays itself out in the window's bounds.
  public func addOverlay(_ view: View) {
    let above = dialogs
    addSubview(view)
    for dialog in above { bringToFront(dialog) }
  }

  func addModal(_ modal: ModalView) { addSubview(modal) }

  /// The overlays that answer keys now, the front one first.
  var keyOverlays: [View] {
    subviews.reversed().filter { !$0.isHidden && ($0 as? OverlayView)?.takesKeys == true }
  }

  /// The content fills everything; overlays and dialogs take the size they ask for.
  public override func layoutSubviews() {
    content?.frame = bounds
    for view in overlays { view.frame = (view as? OverlayView)?.frame(in: bounds) ?? bounds }
    for dialog in dialogs { dialog.frame = dialog.frame(in: bounds) }
  }
}
