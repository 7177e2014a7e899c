extension Window {
  /// The view to which keys are limited: the docked view if it has the keyboard focus, otherwise the top dialog or,
  /// without a dialog, the content.
  var activeRoot: View {
    if let dock = root.dock, isDockFocused { return dock }
    return programRoot
  }

  /// The view to which keys are limited outside the docked view.
  private var programRoot: View { modals.last ?? root.content ?? root }

  /// Whether keys go to the docked view: it has the keyboard focus, or the view inside it that had the focus has been
  /// removed.
  public var isDockFocused: Bool {
    guard let dock = root.dock else { return false }
    return focusedView.map { $0.isDescendant(of: dock) } ?? wasDockFocused
  }

  /// Moves the keyboard focus from the docked view back to the view that had it before. If that view has been removed,
  /// moves it to where it would be without a dock.
  public func leaveDock() {
    guard isDockFocused else { return }
    let before = viewBeforeDock
    focus(nil)
    wasDockFocused = false
    if let before { focus(before) }
    repairFocus()
  }

  /// The view that had the keyboard focus before the docked view; `nil` if it cannot get it back.
  private var viewBeforeDock: View? {
    focusBeforeDock.value.flatMap { $0.isDescendant(of: programRoot) && $0.isOnScreen ? $0 : nil }
  }

  /// Returns the result of a closure for which the keyboard focus is outside the docked view.
  func outsideDock<Result>(_ body: () -> Result) -> Result {
    let (view, isDocked) = (focusedView, wasDockFocused)
    (focusedView, wasDockFocused) = (viewBeforeDock, false)
    defer { (focusedView, wasDockFocused) = (view, isDocked) }
    return body()
  }

  /// Whether typed text goes to a field that hides it.
  package var isTypingSecret: Bool { focusedView?.takesSecrets == true }

  /// Moves the keyboard focus to `view`.
  public func focus(_ view: View?) {
    guard view !== focusedView else { return }
    let old = focusedView
    let isInDock = root.dock.map { view?.isDescendant(of: $0) == true } ?? false
    // If a dialog over the docked view has been closed, the program still has the view from before.
    if isInDock, !isDockFocused, let old { focusBeforeDock = Weak(old) }
    focusedView = view
    wasDockFocused = isInDock
    pendingCount = nil
    let before = focusPath.compactMap(\.value)
    let path = view.map { Array(sequence(first: $0) { $0.superview }.dropFirst()) } ?? []
    if view != nil { focusPath = path.map(Weak.init) }
    // The whole view is revealed first, because an area that the view reveals when it gets the focus is more important.
    view?.reveal()
    old?.focusChanged()
    view?.focusChanged()
    for superview in path + before.filter({ known in !path.contains { $0 === known } }) {
      if let old, old.isDescendant(of: superview) { superview.focusLeft(old) }
      superview.focusMoved(from: old, to: view)
    }
    chromeChanged()
    // The caret may be all that changes.
    (view ?? old)?.setNeedsDisplay()
  }

  /// The view that the hardware cursor belongs to: the focused view or, if there is none, the view that receives the
  /// keys.
  package var cursorView: View { focusedView ?? activeRoot.keyTarget }

  /// The hardware cursor: at the caret or, invisibly, at the selection of the focused view. Without a focused view, it
  /// is at the view that receives the keys. If superviews or the edge of the screen clip the cell, it is at the nearest
  /// visible one.
  var cursorOnScreen: Cursor? {
    guard !isTooSmall, !size.isEmpty else { return nil }
    let view = cursorView
    let caret = focusedView?.caret
    let (visible, origin, isClipped) = visiblePart(of: view)
    let cell = origin.offset(by: caret ?? view.focusCell)
    let nearest = Point(
      x: min(max(cell.x, visible.x), visible.maxX - 1), y: min(max(cell.y, visible.y), visible.maxY - 1))
    return Cursor(nearest, isVisible: caret != nil && !isClipped && nearest == cell)
  }

  /// Returns the visible part of a view and the origin of the view in the window. If the view is clipped completely,
  /// returns the visible part of its innermost superview that has one.
  private func visiblePart(of view: View) -> (part: Rect, origin: Point, isClipped: Bool) {
    let outer = view.superview.map(visiblePart) ?? (Rect(origin: .zero, size: size), .zero, false)
    let origin = outer.origin.offset(by: view.frame.origin)
    let part = outer.part.intersection(Rect(origin: origin, size: view.bounds.size))
    return outer.isClipped || part.isEmpty ? (outer.part, origin, true) : (part, origin, false)
  }

  package func keepsFocus(_ view: View) -> Bool {
    focusedView === view || focusBeforeModal.contains { $0.value === view }
  }

  /// Moves the keyboard focus to the next view that accepts it, or to the previous one.
  public func moveFocus(forward: Bool) {
    let candidates = focusableViews(in: activeRoot)
    guard !candidates.isEmpty else { return }
    let index = candidates.firstIndex { $0 === focusedView }
    let next = index.map { ($0 + (forward ? 1 : candidates.count - 1)) % candidates.count }
    focus(candidates[next ?? (forward ? 0 : candidates.count - 1)])
  }

  /// Whether any view other than `view` could currently have the keyboard focus.
  func hasOtherFocusableView(than view: View) -> Bool {
    focusableViews(in: activeRoot).contains { $0 !== view }
  }

  package func focusableViews(in view: View) -> [View] {
    guard !view.isHidden else { return [] }
    return (view.canBecomeFocused ? [view] : []) + view.subviews.flatMap(focusableViews)
  }

  /// Returns the view that gets the keyboard focus when `view` is focused: `view` itself or a view inside it.
  func focusTarget(in view: View) -> View? {
    guard !view.isHidden else { return nil }
    if let preferred = view.preferredFocus, preferred !== view, preferred.isShown(in: view),
      let target = focusTarget(in: preferred)
    {
      return target
    }
    if view.canBecomeFocused { return view }
    for subview in view.subviews {
      if let target = focusTarget(in: subview) { return target }
    }
    return nil
  }

  /// Moves the keyboard focus to another view if the focused view was removed or hidden. The new view is as close to
  /// the old one as possible.
  func repairFocus() {
    needsFocusRepair = false
    let active = activeRoot
    if let view = focusedView, view.isDescendant(of: active), view.isOnScreen { return }
    let around = focusPath.lazy.compactMap(\.value).filter { $0.isDescendant(of: active) && $0.isOnScreen }
    focus(around.compactMap { self.focusTarget(in: $0) }.first ?? focusTarget(in: active))
  }

  func willDetach(_ view: View) {
    if focusedView === view {
      focusedView = nil
      needsFocusRepair = true
      chromeChanged()
    }
    // A container may show the view again and remembers which view inside it had the focus.
    focusPath.removeAll { $0.value === view }
    if mouseTarget === view { mouseTarget = nil }
    ticker.remove(view)
  }
}

extension View {
  /// Whether the focused view is this one or inside it.
  public final var containsFocus: Bool { window?.focusedView?.isDescendant(of: self) ?? false }

  /// Whether this view shows its mark for the keyboard focus: it has the focus, and another view could have it.
  package final var marksFocus: Bool { isFocused && window?.hasOtherFocusableView(than: self) == true }

  /// Moves the keyboard focus to this view or, if it does not accept it, to the preferred view inside it or the first
  /// one that accepts it. Has no effect if there is none.
  public final func focus() {
    if let window, let target = window.focusTarget(in: self) { window.focus(target) }
  }

  /// Returns whether the view is inside `view`, and no view between them is hidden.
  final func isShown(in view: View) -> Bool {
    var candidate: View? = self
    while let current = candidate, current !== view {
      if current.isHidden { return false }
      candidate = current.superview
    }
    return candidate === view
  }
}

/// A weak reference.
struct Weak<Object: AnyObject> {
  weak var value: Object?

  init(_ value: Object?) { self.value = value }
}
