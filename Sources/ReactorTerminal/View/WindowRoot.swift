import ReactorCore
import ReactorFlow

/// The root view of a window: the content, the overlays above it, and the dialogs above these.
///
/// It is the root of a flow that replaces the whole content, for example a sign-in by the main screen:
///
/// ```swift
/// final class AppFlow: Flow {
///   let root: WindowRoot
///   init(_ window: Window) { root = window.root }
///   // navigate(to:): root.replaceContent(with: MainScreen())
/// }
/// ```
public final class WindowRoot: View {
  /// The view that fills the window, usually a ``NavigationStack``. Setting it removes the previous one for good, and
  /// leaves the dialogs; ``replaceContent(with:)`` dismisses them.
  public var content: View? {
    didSet { if content !== oldValue { contentChanged(from: oldValue) } }
  }
  /// The hints in the last line, which is hidden at first. Show it if nothing in the content has a hint line, for
  /// example a ``TabView`` or ``SplitView`` without a ``NavigationStack``:
  ///
  /// ```swift
  /// window.root.content = tabs
  /// window.root.hintLine.isHidden = false
  /// ```
  public let hintLine = HintLine()
  /// The commands of this view that also work when the window is too small to show anything: those that quit.
  public var commandsBelowMinimumSize: Set<CommandID> = []
  /// The commands of this view that also work under a dialog, which otherwise receives all keys.
  public var commandsUnderDialogs: Set<CommandID> = []

  // Computed from the subviews, because a stored array would keep a dismissed dialog alive.
  private var dialogs: [ModalView] { subviews.compactMap { $0 as? ModalView } }
  private var overlays: [View] { subviews.filter { $0 !== content && $0 !== hintLine && !($0 is ModalView) } }

  private let state: Presence = {
    let state = Presence()
    state.appeared()
    return state
  }()

  /// Creates an empty root.
  public override init() {
    super.init()
    hintLine.isHidden = true
    addSubview(hintLine)
  }

  /// Dismisses all dialogs and replaces the content. The previous content and the screens inside it are dismissed when
  /// the new content is on the screen.
  public func replaceContent(with view: View) {
    if let dialog = window?.modals.first { window?.dismiss(dialog) }
    content = view
  }

  private func contentChanged(from old: View?) {
    if let old { old.container?.disown(old) }
    old?.detach()
    window?.needsFocusRepair = true
    if let content {
      let above = subviews
      insert(content)
      for view in above { bringToFront(view) }
    }
    window?.chromeChanged()
    old?.presenceChanged()
    content?.presenceChanged()
    // An observer may have added the view again.
    if let old, old.superview == nil { old.wasRemoved() }
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

  /// Lets the content fill the window above the hint line, and gives overlays and dialogs their preferred frames.
  public override func layoutSubviews() {
    let hints = hintLine.isHidden ? 0 : min(1, bounds.height)
    content?.frame = bounds.inset(bottom: hints)
    hintLine.frame = Rect(x: 0, y: bounds.height - hints, width: bounds.width, height: hints)
    for view in overlays { view.frame = (view as? OverlayView)?.frame(in: bounds) ?? bounds }
    for dialog in dialogs { dialog.frame = dialog.frame(in: bounds) }
  }
}

extension WindowRoot: Presentable {
  /// Always `true`.
  public var visibility: Observable<Bool> { state.visibility }
  /// Never emits: the root of a window is not removed.
  public var dismissal: Observable<Void> { state.dismissal }
}
