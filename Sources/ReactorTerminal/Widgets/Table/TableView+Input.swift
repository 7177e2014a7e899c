extension TableView {
  func installCommands() {
    let section = "List"
    keys(.enter, id: "list.open", title: "Open", section: section).bind { [weak self] in self?.open() }
    keys(.space, id: "list.mark", title: "Mark", section: section).bind { [weak self] in self?.toggleMark() }
    command("list.mark")?.isEnabled = false
    keys(.up, "k", id: "list.up", title: "Up", section: section, isHidden: true).bind { [weak self] in self?.moveUp() }
    keys(.down, "j", id: "list.down", title: "Down", section: section, isHidden: true).bind { [weak self] in
      self?.change { $0.move(by: 1) }
    }
    keys("g", .home, id: "list.top", title: "First", section: section, isHidden: true).bind { [weak self] in
      self?.change { $0.select(0) }
    }
    keys("G", .end, id: "list.bottom", title: "Last", section: section, isHidden: true).bind { [weak self] in
      self?.change { $0.select($0.count - 1) }
    }
    let moves: [(String, String, [Key], Int, Int)] = [
      ("list.pageUp", "Page up", [.pageUp, .control("b")], -1, 1),
      ("list.pageDown", "Page down", [.pageDown, .control("f")], 1, 1),
      ("list.halfPageUp", "Half a page up", [.control("u")], -1, 2),
      ("list.halfPageDown", "Half a page down", [.control("d")], 1, 2),
    ]
    for (id, title, keys, sign, part) in moves {
      command(KeyBinding(id: id, keys: keys, title: title, section: section, isHidden: true)).bind { [weak self] in
        self?.change { $0.page(by: sign * max(1, $0.height / part)) }
      }
    }
  }

  /// Selects the row above; at the very top it pulls the list down instead.
  public func moveUp() {
    if viewport.selected == 0 || rows.isEmpty {
      refreshControl?.pull()
    } else {
      if viewport.selected == 1 { refreshControl?.arrived() }
      change { $0.move(by: -1) }
    }
  }

  /// Selects the row below.
  public func moveDown() { change { $0.move(by: 1) } }

  /// Moves by so many pages; the selection keeps its line.
  public func page(by pages: Int) { change { $0.page(by: pages * max(1, $0.height)) } }

  /// Tells that the selected row was opened, as Enter does.
  public func open() {
    if let id = selectedID { itemSelected.send(id) }
  }

  private func toggleMark() {
    if let id = selectedID { markToggled.send(id) }
  }

  // MARK: The mouse

  func handleMouse(_ mouse: MouseEvent) -> Bool {
    switch mouse.kind {
    case .wheelUp: wheel(by: -3 * mouse.steps)
    case .wheelDown: wheel(by: 3 * mouse.steps)
    case .press: return press(mouse)
    case .drag: if isDraggingScrollbar { dragScrollbar(to: mouse.position.y) }
    case .release: isDraggingScrollbar = false
    }
    return true
  }

  private func wheel(by rows: Int) {
    if rows < 0, viewport.top == 0 {
      refreshControl?.pullByWheel()
      return
    }
    if rows < 0, viewport.top + rows <= 0 { refreshControl?.arrived() }
    change { $0.scroll(by: rows) }
  }

  private func press(_ mouse: MouseEvent) -> Bool {
    guard mouse.button == .left else { return false }
    let position = mouse.position
    let body = bodyRect
    if headerRect.contains(position) { return clickHeader(at: position.x) }
    guard body.contains(position) else { return false }
    if position.x == bounds.width - 1, rows.count > viewport.height {
      isDraggingScrollbar = true
      dragScrollbar(to: position.y)
      return true
    }
    let index = viewport.top + position.y - body.y
    guard index < rows.count else { return true }
    let id = rows.id(at: index)
    change { $0.select(index) }
    if mouse.clickCount == 2 { itemSelected.send(id) }
    return true
  }

  private func clickHeader(at x: Int) -> Bool {
    let place = currentLayout().columns.last { $0.x <= x }
    guard let place, columns[place.index].isSortable else { return false }
    headerClicked.send(columns[place.index].id)
    return true
  }

  private func dragScrollbar(to y: Int) {
    let body = bodyRect
    let top = ScrollThumb.top(at: y - body.y, count: rows.count, visible: viewport.height, track: body.height)
    change { $0.scroll(by: top - $0.top) }
  }
}
