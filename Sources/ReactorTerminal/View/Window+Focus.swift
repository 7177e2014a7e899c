extension Window {
  /// The view that keys are limited to: the docked view if it has the keyboard focus, the top dialog or, without one, the
  /// content.
  var activeRoot: View {
    if let dock = root.dock, isDockFocused { return dock }
    return modals.last ?? root.content ?? root
  }

  /// Whether keys go to the docked view: it has the keyboard focus, or the view inside it that had the focus is gone.
  public var isDockFocused: Bool {
    guard let dock = root.dock else { return false }
    return focusedView.map { $0.isDescendant(of: dock) } ?? wasDockFocused
  }

  /// Moves the keyboard focus from the docked view to the view that had it before or, if that is gone, to where it would
  /// be without a dock.
  public func leaveDock() {
    guard isDockFocused else { return }
    let before = focusBeforeDock.value
    focus(nil)
    wasDockFocused = false
    if let before, before.isDescendant(of: activeRoot), before.isOnScreen { focus(before) }
    repairFocus()
  }

  /// Whether typed text goes to a field that does not show it.
  package var isTypingSecret: Bool { focusedView?.takesSecrets == true }

  /// Moves the keyboard focus to `view`.
  public func focus(_ view: View?) {
    guard view !== focusedView else { return }
    let old = focusedView
    let isInDock = root.dock.map { view?.isDescendant(of: $0) == true } ?? false
    if isInDock, !isDockFocused { focusBeforeDock = Weak(old) }
    focusedView = view
    wasDockFocused = isInDock
    pendingCount = nil
    let before = focusPath.compactMap(\.value)
    let path = view.map { Array(sequence(first: $0) { $0.superview }.dropFirst()) } ?? []
    if view != nil { focusPath = path.map(Weak.init) }
    // What the view reveals when it is told of the focus is more important than all of it.
    view?.reveal()
    old?.focusChanged()
    view?.focusChanged()
    for superview in path + before.filter({ known in !path.contains { $0 === known } }) {
      if let old, old.isDescendant(of: superview) { superview.focusLeft(old) }
      superview.focusMoved(from: old, to: view)
    }
    chromeChanged()
    // The caret may be the only change.
    (view ?? old)?.setNeedsDisplay()
  }

  /// The view that the hardware cursor belongs to: the one with the keyboard focus or, without one, the one that receives
  /// the keys.
  package var cursorView: View { focusedView ?? activeRoot.keyTarget }

  /// The hardware cursor: at the caret or, invisibly, at what is selected in the view with the keyboard focus. Without
  /// that, it is at the view that receives the keys, and if superviews or the edge of the screen clip the cell, at the
  /// nearest one.
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

  /// Returns the part of a view that is visible, or of the innermost superview of which a part is if the view is clipped
  /// completely, and the origin of the view in the window.
  private func visiblePart(of view: View) -> (part: Rect, origin: Point, isClipped: Bool) {
    let outer = view.superview.map(visiblePart) ?? (Rect(origin: .zero, size: size), .zero, false)
    let origin = outer.origin.offset(by: view.frame.origin)
    let part = outer.part.intersection(Rect(origin: origin, size: view.bounds.size))
    return outer.isClipped || part.isEmpty ? (outer.part, origin, true) : (part, origin, false)
  }

  func keepsFocus(_ view: View) -> Bool {
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

  /// Whether another view than `view` could have the keyboard focus now.
  func hasOtherFocusableView(than view: View) -> Bool {
    focusableViews(in: activeRoot).contains { $0 !== view }
  }

  func focusableViews(in view: View) -> [View] {
    guard !view.isHidden else { return [] }
    return (view.canBecomeFocused ? [view] : []) + view.subviews.flatMap(focusableViews)
  }

  /// Returns the view that gets the keyboard focus when `view` is to have it: `view`, or a view inside it.
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

  /// Moves the keyboard focus to another view if the view that had it is gone or hidden: as close to that view as
  /// possible.
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
    // A container may show the view again, and knows better which view inside had the focus.
    focusPath.removeAll { $0.value === view }
    if mouseTarget === view { mouseTarget = nil }
    ticker.remove(view)
  }
}

extension View {
  /// Whether the view with the keyboard focus is this one or inside it.
  public final var containsFocus: Bool { window?.focusedView?.isDescendant(of: self) ?? false }

  /// Whether a view with a mark for the keyboard focus shows it: if it has the focus, and another view could have it.
  final var marksFocus: Bool { isFocused && window?.hasOtherFocusableView(than: self) == true }

  /// Moves the keyboard focus to this view or, if it does not accept it, to the view inside that prefers it or that
  /// accepts it first. Has no effect if there is none.
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
