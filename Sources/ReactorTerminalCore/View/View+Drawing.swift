import ReactorCore

/// Drawing and layout.
extension View {
  /// Marks a part of the view to be drawn in the next frame.
  ///
  /// - Parameters:
  ///   - rect: The part; `nil` for the whole view.
  ///   - reason: The reason, for a debugger. By default, the property or function that calls this method.
  public func setNeedsDisplay(_ rect: Rect? = nil, because reason: StaticString = #function) {
    invalidate(rect ?? bounds, as: .changed, reason)
  }

  /// Marks a part of the view whose contents have only moved and have been kept by the view.
  package func setNeedsDisplay(moved rect: Rect, because reason: StaticString = #function) {
    invalidate(rect, as: .moved, reason)
  }

  private func invalidate(_ rect: Rect, as mark: DirtyRows.Mark, _ reason: StaticString) {
    guard let window, !isHidden else { return }
    var area = rect.intersection(bounds)
    var view = self
    while let superview = view.superview {
      guard !superview.isHidden else { return }
      area = area.offset(by: view.frame.origin).intersection(superview.bounds)
      view = superview
    }
    window.invalidate(area.offset(by: view.frame.origin), as: mark)
    if Instrumentation.isObserved, !area.isEmpty {
      Instrumentation.emit(.redraw("\(reason)"), from: ProgramEvent.Source(self))
    }
  }

  /// Marks the view to be laid out before the next frame.
  public func setNeedsLayout() {
    needsLayout = true
    window?.setNeedsLayout()
  }

  /// Marks the titles to be updated before the next frame, which calls ``Screen/titlesWillShow()``.
  ///
  /// Call it when something changes that a screen shows in its title or status, such as a position inside a custom
  /// view. A `TableView` and the properties ``Screen/title`` and ``Screen/status`` do this automatically.
  public func setNeedsTitles() {
    window?.titlesChanged()
  }

  /// Marks the views that contain this one to be laid out before the next frame.
  ///
  /// Call it when the result of ``sizeThatFits(_:)`` changes.
  public func preferredSizeChanged() {
    var view = superview
    while let current = view {
      current.needsLayout = true
      view = current.superview
    }
    window?.setNeedsLayout()
  }

  /// Scrolls the views that contain this one, before the next frame and no further than necessary, so that an area of
  /// this view is visible.
  ///
  /// - Parameter area: The area in the coordinates of this view; `nil` for the whole view and, above all, its
  ///   ``caret``.
  public func reveal(_ area: Rect? = nil) {
    window?.reveal(area, of: self)
  }

  package func layoutIfNeeded() {
    if needsLayout {
      needsLayout = false
      layoutSubviews()
    }
    for view in subviews where !view.isHidden { view.layoutIfNeeded() }
  }

  func setNeedsLayoutOfAll() {
    needsLayout = true
    for view in subviews { view.setNeedsLayoutOfAll() }
  }

  func drawTree(in canvas: Canvas) {
    guard !isHidden else { return }
    let inner = canvas.translated(to: frame)
    guard !inner.clip.isEmpty else { return }
    draw(in: inner)
    for view in subviews { view.drawTree(in: inner) }
  }
}
