extension TableView {
  var headerHeight: Int { showsHeader ? min(1, bounds.height) : 0 }

  var headerRect: Rect { Rect(x: 0, y: 0, width: bounds.width, height: headerHeight) }

  /// Where the rows stand, with the scrollbar.
  var bodyRect: Rect {
    let top = headerHeight + (refreshControl?.lines ?? 0)
    return Rect(x: 0, y: top, width: bounds.width, height: bounds.height - top)
  }

  func rect(ofRow index: Int) -> Rect {
    Rect(x: 0, y: bodyRect.y + index - viewport.top, width: max(0, bounds.width - 1), height: 1).intersection(bodyRect)
  }

  func rowsReplaced(from old: TableRows<Row>) {
    let topID = viewport.count > 0 && viewport.top > 0 ? old[viewport.top].id : nil
    let wanted = wantedID ?? announced.id
    let found = wanted.flatMap { rows.index(of: $0) }
    var next = viewport
    next.replace(
      count: rows.count, selected: found ?? viewport.selected ?? 0, top: topID.flatMap { rows.index(of: $0) },
      survives: found != nil)
    viewport = next
    placeholder?.isHidden = !rows.isEmpty
    setNeedsDisplay(bodyRect)
    announce()
  }

  /// Changes what is on the screen and marks no more than what looks different for it.
  func change(announces: Bool = true, _ body: (inout TableViewport) -> Void) {
    var next = viewport
    body(&next)
    guard next != viewport else { return }
    let old = viewport
    viewport = next
    if next.top != old.top || next.height != old.height {
      setNeedsDisplay(bodyRect)
    } else {
      if let row = old.selected { setNeedsDisplay(rect(ofRow: row)) }
      if let row = next.selected { setNeedsDisplay(rect(ofRow: row)) }
    }
    if announces, next.selected != old.selected {
      wantedID = next.selected.map { rows[$0].id }
    }
    announce()
  }

  private func announce() {
    let id = selectedID
    let position = viewport.selected.map { "\(grouped($0 + 1))/\(grouped(rows.count))" } ?? ""
    let old = announced
    announced = (id, position)
    if let id, id != old.id { selectionChanged.send(id) }
    if position != old.position { positionChanged.send(position) }
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
    old?.linesChanged = nil
    old?.signChanged = nil
    if let refreshControl {
      addSubview(refreshControl)
      refreshControl.linesChanged = { [weak self] in
        self?.setNeedsLayout()
        self?.setNeedsDisplay()
      }
      refreshControl.signChanged = { [weak self] in
        self?.setNeedsDisplay(Rect(x: 0, y: 0, width: 1, height: 1))
      }
    }
    setNeedsLayout()
  }
}

/// `number` with a comma between groups of three digits.
func grouped(_ number: Int) -> String {
  let digits = String(abs(number))
  guard digits.count > 3 else { return String(number) }
  var text = number < 0 ? "-" : ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
    text.append(digit)
  }
  return text
}
