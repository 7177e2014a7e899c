extension TableView {
  var headerHeight: Int { showsHeader ? min(1, bounds.height) : 0 }

  var headerRect: Rect { Rect(x: 0, y: 0, width: bounds.width, height: headerHeight) }

  /// The area of the rows and the scrollbar.
  var bodyRect: Rect {
    let top = headerHeight + (refreshControl?.lineCount ?? 0)
    return Rect(x: 0, y: top, width: bounds.width, height: bounds.height - top)
  }

  /// Returns the area of a visible row.
  func rect(ofRow index: Int) -> Rect {
    guard let place = viewport.place(of: index) else { return .zero }
    let body = bodyRect
    return Rect(x: 0, y: body.y + place.line, width: bounds.width, height: place.height).intersection(body)
  }

  func rowsReplaced(from old: TableRows<Row>) {
    let oldTop = viewport.count > 0 ? viewport.top : 0
    var next = viewport
    next.lines = lines
    switch pendingSelection {
    case .same: keepSelection(in: &next, from: old)
    case .first: next.replace(count: rows.count, selected: 0, top: 0)
    case .sameLine: next.replace(count: rows.count, selected: viewport.selected ?? 0, top: viewport.top)
    case .restored(let anchor):
      let index = rows.index(of: anchor.id)
      next.replace(count: rows.count, selected: index ?? 0, top: index.map { $0 - anchor.line } ?? 0)
    }
    viewport = next
    if next.top == 0, oldTop > 0 { refreshControl?.topReached() }
    placeholder?.isHidden = !rows.isEmpty
    setNeedsDisplay(bodyRect)
    announce()
    if pendingSelection != .same { wantedID = announced.id }
    announceVisibleRows()
  }

  /// The heights of the rows and their headings.
  private var lines: TableLines {
    var lines = TableLines()
    lines.sections = rows.sections
    lines.pinsHeadings = pinsSectionHeadings
    switch rowHeight {
    case .fixed(let height): lines.fixed = height
    case .varying(let height): lines.varying = { [rows] in height(rows[$0]) }
    }
    return lines
  }

  func linesChanged() {
    viewport.lines = lines
    change(isChosen: false) { $0.resize(height: $0.height) }
    setNeedsDisplay(bodyRect)
    announceVisibleRows()
  }

  private func keepSelection(in viewport: inout TableViewport, from old: TableRows<Row>) {
    let topID = viewport.count > 0 && viewport.top > 0 ? old.id(at: viewport.top) : nil
    let wanted = wantedID ?? announced.id
    let found = wanted.flatMap { rows.index(of: $0) }
    let line = (viewport.selected ?? 0) - viewport.top
    viewport.replace(
      count: rows.count, selected: found ?? viewport.selected ?? 0,
      top: topID.flatMap { rows.index(of: $0) } ?? found.map { $0 - line } ?? viewport.top)
  }

  /// Changes the selection or the visible rows, and redraws only what looks different.
  ///
  /// - Parameters:
  ///   - isChosen: Whether the user or the program chose the selection, so that it must be restored if it disappears.
  ///   - body: The change.
  func change(isChosen: Bool = true, _ body: (inout TableViewport) -> Void) {
    var next = viewport
    body(&next)
    guard next != viewport else { return }
    let old = viewport
    viewport = next
    if next.top == 0, old.top > 0 { refreshControl?.topReached() }
    let isScrolled = next.top != old.top || next.height != old.height
    if isScrolled {
      setNeedsDisplay(moved: bodyRect)
    } else {
      if let row = old.selected { setNeedsDisplay(moved: rect(ofRow: row)) }
      if let row = next.selected { setNeedsDisplay(moved: rect(ofRow: row)) }
    }
    if next.selected != old.selected {
      // Set before the announcement, because a subscriber may replace the rows in response.
      if isChosen { wantedID = next.selected.map { rows.id(at: $0) } }
      announce()
    }
    if isScrolled { announceVisibleRows() }
  }

  /// Announces a change of the visible rows, and the last row if it became visible.
  private func announceVisibleRows() {
    let visible = viewport.visible
    var end: (count: Int, id: Row.ID)?
    if !visible.isEmpty, visible.upperBound == rows.count { end = (rows.count, rows.id(at: rows.count - 1)) }
    let isEndNew = end.map { $0.count != announcedEnd?.count || $0.id != announcedEnd?.id } ?? false
    announcedEnd = end
    if visible != announcedVisible {
      announcedVisible = visible
      visibleRowsChanged.send(visible)
    }
    // An observer of the visible rows may have appended rows.
    if isEndNew, viewport.visible.upperBound == rows.count { endReached.send(()) }
  }

  private func announce() {
    let id = viewport.selected.map { rows.id(at: $0) }
    let old = announced
    announced = (id, viewport.selected, rows.count)
    // Without `canOpenRow`, the commands depend only on whether there is a row.
    if canOpenRow != nil || (old.index == nil) != (announced.index == nil) { updateCommands() }
    if let id, id != old.id { selectionChanged.send(id) }
    guard announced.index != old.index || announced.count != old.count else { return }
    window?.titlesChanged()
  }

  func columnsChanged() {
    layout = nil
    setNeedsDisplay()
  }

  func placeholderChanged(from old: View?) {
    old?.removeFromSuperview()
    guard let placeholder else { return }
    placeholder.isHidden = !rows.isEmpty
    addSubview(placeholder)
  }

  func refreshControlChanged(from old: RefreshControl?) {
    old?.removeFromSuperview()
    old?.lineCountChanged = nil
    old?.spinnerChanged = nil
    if let refreshControl {
      addSubview(refreshControl)
      refreshControl.lineCountChanged = { [weak self] in
        self?.setNeedsLayout()
        self?.setNeedsDisplay()
      }
      refreshControl.spinnerChanged = { [weak self] in
        self?.setNeedsDisplay(Rect(x: 0, y: 0, width: 1, height: 1))
      }
    }
    setNeedsLayout()
  }
}
