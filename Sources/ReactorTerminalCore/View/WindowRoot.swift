import ReactorCore
import ReactorFlow

/// The root view of a window: the content, the overlays above it, and the dialogs above the overlays.
///
/// It can be the root of a flow that replaces the whole content, for example a sign-in with the main screen:
///
/// ```swift
/// final class AppFlow: Flow {
///   let root: WindowRoot
///   init(_ window: Window) { root = window.root }
///   // navigate(to:): root.replaceContent(with: MainScreen())
/// }
/// ```
public final class WindowRoot: View {
  /// The view that fills the window, usually a ``NavigationStack``. Setting it permanently removes the previous view
  /// but leaves the dialogs; ``replaceContent(with:)`` also dismisses the dialogs.
  public var content: View? {
    didSet { if content !== oldValue { contentChanged(from: oldValue) } }
  }
  /// The hint line at the bottom, which is initially hidden. Show it if nothing in the content has a hint line, for
  /// example for a `TabView` or `SplitView` without a ``NavigationStack``:
  ///
  /// ```swift
  /// window.root.content = tabs
  /// window.root.hintLine.isHidden = false
  /// ```
  public let hintLine = HintLine()
  /// The commands of this view that also work when the window is too small to show anything, namely those that quit.
  public var commandsBelowMinimumSize: Set<CommandID> = []
  /// The commands of this view that also work under a dialog, which otherwise receives all keys.
  public var commandsUnderDialogs: Set<CommandID> = []

  /// A view beside or below everything else, including dialogs, such as a debugger; see ``setDock(_:_:)``.
  public private(set) var dock: View?
  private var dockPlacement: @MainActor (Size) -> DockPlacement = { _ in DockPlacement(edge: .bottom, length: 0) }

  // Computed from the subviews, because a stored array would keep a dismissed dialog alive.
  private var dialogs: [ModalView] { subviews.compactMap { $0 as? ModalView } }
  private var overlays: [View] {
    subviews.filter { $0 !== content && $0 !== dock && $0 !== hintLine && !($0 is ModalView) }
  }

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

  /// Dismisses all dialogs and replaces the content. The previous content and the screens inside it are dismissed once
  /// the new content is on screen.
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
    window?.screenChanged()
    window?.chromeChanged()
    old?.presenceChanged()
    content?.presenceChanged()
    // An observer may have added the view again.
    if let old, old.superview == nil { old.wasRemoved() }
  }

  /// Adds a view above the content and below the dialogs.
  public func addOverlay(_ view: View) {
    let above = dialogs
    addSubview(view)
    for dialog in above { bringToFront(dialog) }
  }

  /// Shows a view beside or below the program, which gets the rest of the window. The dock stays when the content
  /// changes. While it has the keyboard focus, its keys work even under a dialog; ``Window/leaveDock()`` moves the
  /// focus back.
  ///
  /// - Parameters:
  ///   - view: The view; `nil` to remove the current one.
  ///   - placement: The edge and the length of the dock.
  public func setDock(_ view: View?, _ placement: DockPlacement = DockPlacement(edge: .bottom, length: 0)) {
    setDock(view) { _ in placement }
  }

  /// Shows a view beside or below the program, with a placement that depends on the size of the window.
  ///
  /// - Parameters:
  ///   - view: The view; `nil` to remove the current one.
  ///   - placement: A closure that returns the edge and the length for the window's size. It is called for every layout
  ///     of the window.
  public func setDock(_ view: View?, placement: @escaping @MainActor (Size) -> DockPlacement) {
    dockPlacement = placement
    if view !== dock {
      window?.leaveDock()
      let old = dock
      dock = view
      old?.removeFromSuperview()
      if let view { addSubview(view) }
    }
    setNeedsLayout()
    setNeedsDisplay()
  }

  func addModal(_ modal: ModalView) { addSubview(modal) }

  /// Whether any overlay is shown.
  var hasVisibleOverlay: Bool { overlays.contains { !$0.isHidden } }

  /// The overlays that currently receive keys, front one first.
  var keyOverlays: [View] {
    subviews.reversed().filter { !$0.isHidden && ($0 as? OverlayView)?.takesKeys == true }
  }

  /// Makes the content fill the window above the hint line, and gives overlays and dialogs their preferred frames.
  public override func layoutSubviews() {
    let (area, docked) = dock == nil ? (bounds, .zero) : dockPlacement(bounds.size).split(bounds)
    dock?.frame = docked
    let hints = hintLine.isHidden ? 0 : min(1, area.height)
    content?.frame = area.inset(bottom: hints)
    hintLine.frame = Rect(x: 0, y: area.height - hints, width: area.width, height: hints)
    for view in overlays { view.frame = (view as? OverlayView)?.frame(in: area) ?? area }
    for dialog in dialogs { dialog.frame = dialog.frame(in: area) }
  }
}

/// The placement of a docked view; see ``WindowRoot/setDock(_:_:)``.
public struct DockPlacement: Sendable, Hashable {
  /// An edge of the window.
  public enum Edge: Sendable, Hashable {
    /// Beside the program.
    case trailing
    /// Below the program.
    case bottom
  }

  /// The edge at which the view is placed.
  public var edge: Edge
  /// The number of columns or rows of the view.
  public var length: Int

  /// Creates a placement.
  public init(edge: Edge, length: Int) {
    self.edge = edge
    self.length = length
  }

  /// Returns the rectangles of the program and of the docked view.
  func split(_ bounds: Rect) -> (program: Rect, dock: Rect) {
    switch edge {
    case .trailing:
      let width = min(max(0, length), bounds.width)
      return (
        Rect(x: 0, y: 0, width: bounds.width - width, height: bounds.height),
        Rect(x: bounds.width - width, y: 0, width: width, height: bounds.height)
      )
    case .bottom:
      let height = min(max(0, length), bounds.height)
      return (
        Rect(x: 0, y: 0, width: bounds.width, height: bounds.height - height),
        Rect(x: 0, y: bounds.height - height, width: bounds.width, height: height)
      )
    }
  }
}

extension WindowRoot: Presentable {
  /// A stream of whether the root is visible: always `true`.
  public var visibility: Observable<Bool> { state.visibility }
  /// A stream that never emits, because the root of a window is never removed.
  public var dismissal: Observable<Void> { state.dismissal }
}
