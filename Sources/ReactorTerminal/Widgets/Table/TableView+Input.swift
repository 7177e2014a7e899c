extension TableView {
  func installCommands() {
    for command in ListCommands.allCases {
      addCommand(command).bind { [weak self] in self?.perform(command) }
    }
    command(ListCommands.mark)?.isEnabled = false
    updateCommands()
    command(ListCommands.mark)?.binding.isHidden = true
  }

  /// Offers Enter if the selected row can be opened, and Space if it can be marked.
  func updateCommands() {
    let row = selectedRow
    update(.open, isApplicable: viewport.selected.map(canOpen) ?? false, opening, row)
    update(.mark, isApplicable: row != nil, marking, row)
  }

  private func update(
    _ name: ListCommands, isApplicable: Bool, _ describe: (@MainActor (Row?) -> RowCommand?)?, _ row: Row?
  ) {
    guard let command = commands.first(where: { $0.binding.id == name.id }) else { return }
    let words = describe?(row)
    command.reason = words?.isEnabled == false ? words?.reason : nil
    guard describe != nil else { return command.isApplicable = isApplicable }
    command.isApplicable = isApplicable && words?.isEnabled == true
    let standard = name.binding
    var binding = command.binding
    binding.title = words?.title ?? standard.title
    binding.help =
      words.map { $0.title == standard.title && $0.help.isEmpty ? standard.help : $0.help } ?? standard.help
    command.binding = binding
  }

  /// Updates the titles and availability of Enter and Space before each key and each frame, if they depend on the row.
  func rowCommandsChanged() {
    for (name, describe) in [(ListCommands.open, opening), (.mark, marking)] {
      let command = commands.first { $0.binding.id == name.id }
      if describe != nil {
        command?.update = { [weak self] in self?.updateCommands() }
      } else if let command, command.update != nil {
        command.update = nil
        (command.title, command.binding.help) = (name.binding.title, name.binding.help)
      }
    }
    updateCommands()
  }

  private func canOpen(_ index: Int) -> Bool {
    if let opening, opening(rows[index])?.isEnabled != true { return false }
    return canOpenRow?(rows[index]) ?? true
  }

  private func perform(_ command: ListCommands) {
    switch command {
    case .open: open()
    case .mark: toggleMark()
    case .up: moveUp()
    case .down: moveDown()
    case .top: change { $0.select(0) }
    case .bottom: change { $0.select($0.count - 1) }
    case .pageUp: page(by: -1)
    case .pageDown: page(by: 1)
    case .halfPageUp: change { $0.page(by: -max(1, $0.visible.count / 2)) }
    case .halfPageDown: change { $0.page(by: max(1, $0.visible.count / 2)) }
    }
  }

  /// Selects the previous row. In the first row, pulls the list down instead if there is a ``refreshControl``.
  public func moveUp() {
    if viewport.selected == 0 || rows.isEmpty {
      refreshControl?.pull()
    } else {
      if viewport.selected == 1 { refreshControl?.topReached() }
      change { $0.move(by: -1) }
    }
  }

  /// Selects the next row.
  public func moveDown() { change { $0.move(by: 1) } }

  /// Scrolls by a number of pages. The selection keeps its screen line.
  public func page(by pages: Int) {
    let count = min(max(pages, -rows.count), rows.count)
    change { $0.page(by: count * $0.rowsOfPage(forward: pages > 0)) }
  }

  /// Moves the selection by a number of rows, wrapping around at the ends, so that a command for the next match never
  /// stops.
  public func cycleSelection(by rows: Int) { change { $0.cycle(by: rows) } }

  /// Sends ``rowOpened`` for the selected row, as Enter does, if it can be opened.
  public func open() {
    if let selected = viewport.selected, canOpen(selected) { rowOpened.send(rows.id(at: selected)) }
  }

  private func toggleMark() {
    guard let id = selectedID else { return }
    markToggled.send(id)
    if movesOnAfterMarking { moveDown() }
  }

  // MARK: The mouse

  func handleMouse(_ mouse: MouseEvent) -> Bool {
    switch mouse.kind {
    case .wheelUp: wheel(by: -viewport.rowsOfWheel * mouse.steps)
    case .wheelDown: wheel(by: viewport.rowsOfWheel * mouse.steps)
    case .press: return press(mouse)
    case .drag:
      guard isDraggingScrollbar else { return false }
      dragScrollbar(to: mouse.position.y)
    case .release: isDraggingScrollbar = false
    }
    return true
  }

  private func wheel(by rows: Int) {
    if rows < 0, viewport.top == 0 {
      refreshControl?.pullByWheel()
    } else {
      change { $0.scroll(by: rows) }
    }
  }

  private func press(_ mouse: MouseEvent) -> Bool {
    guard mouse.button == .left else { return false }
    let position = mouse.position
    let body = bodyRect
    if headerRect.contains(position) { return clickHeader(at: position.x) }
    guard body.contains(position) else { return false }
    if position.x == bounds.width - 1, viewport.lastTop > 0 {
      isDraggingScrollbar = true
      dragScrollbar(to: position.y)
      return true
    }
    guard let index = viewport.row(at: position.y - body.y) else { return true }
    let id = rows.id(at: index)
    let isOpened = mouse.clickCount == 2 && canOpen(index)
    change { $0.select(index) }
    if mouse.clickCount == 1 { rowPressed?(id, position.x) }
    if isOpened { rowOpened.send(id) }
    // A double click that opens nothing selects a word.
    return mouse.clickCount != 2 || isOpened && rowOpened.observerCount > 0
  }

  private func clickHeader(at x: Int) -> Bool {
    let place = currentLayout().columns.last { $0.x <= x }
    guard let place, columns[place.index].isSortable else { return false }
    headerClicked.send(columns[place.index].id)
    return true
  }

  private func dragScrollbar(to y: Int) {
    let body = bodyRect
    let visible = rows.count - viewport.lastTop
    let top = ScrollThumb.top(at: y - body.y, count: rows.count, visible: visible, track: body.height)
    change { $0.scroll(by: top - $0.top) }
  }
}
