import ReactorCore
import ReactorTerminal

/// A list with a heading on a car's page, which scrolls as a whole. Tab moves the focus to the list, ↑ and ↓ select a
/// row, and Enter opens it.
class PageListView<Row: Identifiable & Equatable & Sendable>: View where Row.ID: Sendable {
  /// The rows, from top to bottom.
  var rows: [Row] = [] {
    didSet {
      guard rows != oldValue else { return }
      keepSelection(among: oldValue)
      setNeedsDisplay()
      preferredSizeChanged()
    }
  }
  /// The row that is initially selected; `nil` for the first one.
  var initialID: Row.ID?
  /// A relay that emits the selected row when the user opens it.
  let opened = Relay<Row>()

  private var selectedID: Row.ID?

  /// Creates an empty list.
  ///
  /// - Parameter name: The word for a row in the titles of commands, in lowercase.
  init(of name: String) {
    super.init()
    addCommand(ListCommands.down, title: "Next \(name)").bind { [weak self] in self?.move(by: 1) }
    addCommand(ListCommands.up, title: "Previous \(name)").bind { [weak self] in self?.move(by: -1) }
    addCommand(ListCommands.open).bind { [weak self] in self?.open() }
  }

  // MARK: To override

  /// The text of the heading, and the text that follows it.
  var heading: (title: String, summary: String) { ("", "") }

  /// Draws a row, starting in the third column.
  ///
  /// - Parameter style: A closure that returns the style of a role in the row.
  func draw(_ row: Row, at y: Int, in canvas: Canvas, style: (Role) -> Style) {}

  // MARK: Selection

  override var canBecomeFocused: Bool { !rows.isEmpty }
  override var focusCell: Point { Point(x: 0, y: selectedIndex.map { $0 + 1 } ?? 0) }

  var selected: Row? { selectedIndex.map { rows[$0] } }

  private var selectedIndex: Int? {
    let id = selectedID ?? initialID
    return rows.firstIndex { $0.id == id } ?? (rows.isEmpty ? nil : 0)
  }

  /// Selects the next row if the selected one has been removed, and the initial row if the list is a different one.
  private func keepSelection(among old: [Row]) {
    guard let selectedID, !rows.contains(where: { $0.id == selectedID }) else { return }
    let isOther = !rows.contains { row in old.contains { $0.id == row.id } }
    let place = old.firstIndex { $0.id == selectedID } ?? 0
    self.selectedID = rows.isEmpty || isOther ? nil : rows[min(place, rows.count - 1)].id
  }

  private func move(by step: Int) {
    guard let index = selectedIndex else { return }
    select(max(0, min(index + step, rows.count - 1)))
  }

  private func select(_ index: Int) {
    selectedID = rows[index].id
    setNeedsDisplay()
    reveal(index)
  }

  private func open() {
    if let selected { opened.send(selected) }
  }

  /// Scrolls to a row, which is placed below the heading.
  private func reveal(_ index: Int) {
    reveal(Rect(x: 0, y: index + 1, width: bounds.width, height: 1))
  }

  /// Scrolls to the selected row if the list has the keyboard focus.
  func revealFocus() {
    if isFocused, let selectedIndex { reveal(selectedIndex) }
  }

  override func focusChanged() {
    setNeedsDisplay()
    revealFocus()
  }

  override func handle(mouse: MouseEvent) -> Bool {
    let index = mouse.position.y - 1
    guard mouse.kind == .press, mouse.button == .left, rows.indices.contains(index) else { return false }
    select(index)
    if mouse.clickCount == 2 { open() }
    return true
  }

  // MARK: Drawing

  override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: proposal.width, height: min(rows.count + 1, proposal.height))
  }

  override func draw(in canvas: Canvas) {
    let heading = heading
    let used = canvas.write(heading.title, at: .zero, style: canvas.theme[.header])
    canvas.write(heading.summary, at: Point(x: used + 2, y: 0), style: canvas.theme[.secondary], truncation: .ellipsis)
    for (index, row) in rows.enumerated() {
      let y = index + 1
      guard index == selectedIndex else {
        draw(row, at: y, in: canvas) { canvas.theme[$0] }
        continue
      }
      let selection = canvas.theme[isFocused ? .selection : .selectionInactive]
      canvas.fill(Rect(x: 0, y: y, width: bounds.width, height: 1), style: selection)
      canvas.write(String(canvas.glyphs.pointer), at: Point(x: 0, y: y), style: selection)
      draw(row, at: y, in: canvas) { selection.merging(over: canvas.theme[$0]) }
    }
  }
}
