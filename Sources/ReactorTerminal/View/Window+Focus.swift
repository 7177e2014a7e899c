extension Window {
  /// The view that keys are limited to: the top dialog or, without one, the content.
  public var activeRoot: View { modals.last ?? root.content ?? root }

  /// Moves the keyboard focus to `view`.
  public func focus(_ view: View?) {
    guard view !== focusedView else { return }
    let old = focusedView
    focusedView = view
    old?.focusChanged()
    view?.focusChanged()
    chromeChanged()
    // The caret may be the only change.
    (view ?? old)?.setNeedsDisplay()
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

  func focusableViews(in view: View) -> [View] {
    guard !view.isHidden else { return [] }
    return (view.canBecomeFocused ? [view] : []) + view.subviews.flatMap(focusableViews)
  }

  /// Moves the keyboard focus to another view if the view that had it is gone or hidden.
  func repairFocus() {
    needsFocusRepair = false
    let active = activeRoot
    if let view = focusedView, view.isDescendant(of: active), isShown(view) { return }
    let wanted = active.focusCandidate.flatMap { $0.isDescendant(of: active) && isShown($0) ? $0 : nil }
    focus(wanted ?? focusableViews(in: active).first)
  }

  private func isShown(_ view: View) -> Bool {
    var candidate: View? = view
    while let current = candidate {
      if current.isHidden { return false }
      candidate = current.superview
    }
    return true
  }

  func willDetach(_ view: View) {
    if focusedView === view {
      focusedView = nil
      needsFocusRepair = true
      chromeChanged()
    }
    if mouseTarget === view { mouseTarget = nil }
    ticker.remove(view)
  }
}

/// A weak reference.
struct Weak<Object: AnyObject> {
  weak var value: Object?

  init(_ value: Object?) { self.value = value }
}
