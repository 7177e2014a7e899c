import ReactorCore

/// A list of facets, with the number of items for each value, in which the user checks values and selects ranges.
///
/// A wide list shows facets side by side, each scrolling independently. A narrow list shows them below each other. A
/// click on a value checks it. A click on a column of a range selects the column, or the whole range again if it is
/// already selected. Dragging selects all columns up to the mouse.
///
/// The cursor stays on its value when ``facets`` is replaced, so that counts can change at any time.
///
/// ```swift
/// let list = FacetList()
/// show(\.facets, in: list, \.facets)
/// show(\.selection, in: list, \.selection)
/// send(list.selectionChanged) { .select($0) }
/// send(list.applied) { .apply($0) }
/// ```
public final class FacetList: View {
  /// The commands that this list adds to those of all lists.
  nonisolated public static let commands = Commands<FacetList>("Facets") {
    Command(
      "facets.previous", .left, "h", title: "Previous facet", help: "Shows the values of the previous field.",
      isHidden: true
    ) { $0.view.go(by: -1) }
    .enabled { $0.view.facets.count > 1 }
    Command(
      "facets.next", .right, "l", title: "Next facet", help: "Shows the values of the next field.", isHidden: true
    ) { $0.view.go(by: 1) }
    .enabled { $0.view.facets.count > 1 }
    Command("facets.clear", "x", .delete, title: "Clear", help: "Removes the filter on this field.") { $0.view.clear() }
      .enabled { $0.view.isFiltering }
    Command(lowerStart, "[", title: "Lower minimum", help: "Lowers the start of the range.", isHidden: true) {
      $0.view.moveRange(start: -1)
    }
    .enabled { $0.view.currentBuckets != nil }
    .shown { $0.view.hasRanges }
    Command(raiseStart, "]", title: "Raise minimum", help: "Raises the start of the range.") {
      $0.view.moveRange(start: 1)
    }
    .enabled { $0.view.currentBuckets != nil }
    .shown { $0.view.hasRanges }
    Command(lowerEnd, "{", title: "Lower maximum", help: "Lowers the end of the range.") { $0.view.moveRange(end: -1) }
      .enabled { $0.view.currentBuckets != nil }
      .shown { $0.view.hasRanges }
    Command(raiseEnd, "}", title: "Raise maximum", help: "Raises the end of the range.", isHidden: true) {
      $0.view.moveRange(end: 1)
    }
    .enabled { $0.view.currentBuckets != nil }
    .shown { $0.view.hasRanges }
  }
  /// The command that lowers the lower bound of a range.
  nonisolated public static let lowerStart: CommandID = "facets.lowerStart"
  /// The command that raises the lower bound of a range.
  nonisolated public static let raiseStart: CommandID = "facets.raiseStart"
  /// The command that lowers the upper bound of a range.
  nonisolated public static let lowerEnd: CommandID = "facets.lowerEnd"
  /// The command that raises the upper bound of a range.
  nonisolated public static let raiseEnd: CommandID = "facets.raiseEnd"

  /// The facets, in their order.
  public var facets: [Facet] {
    didSet { if facets != oldValue { facetsReplaced(from: oldValue) } }
  }
  /// The checked values and the selected ranges. Setting it does not trigger ``selectionChanged``.
  public var selection = FacetSelection() {
    didSet { if selection != oldValue { setNeedsDisplay() } }
  }
  /// The minimum average width of facets that are side by side. Each facet is as wide as its contents need.
  public var facetWidth = 26 {
    didSet { if facetWidth != oldValue { setNeedsLayout() } }
  }

  /// The title of Enter's action on the selection.
  public var applyTitle = "Apply" {
    didSet { command(ListCommands.open)?.title = applyTitle }
  }

  /// A relay that emits the selection when the user changes it.
  public let selectionChanged = Relay<FacetSelection>()
  /// A relay that emits the selection when the user presses Enter.
  public let applied = Relay<FacetSelection>()

  var layout = FacetLayout()
  /// The facet and the item that the cursor is on.
  private(set) var cursor = FacetLayout.Place(facet: 0, item: 0)

  /// The facet and the buckets where the mouse button was pressed and from which dragging selects.
  private var pressed: (facet: Facet.ID, buckets: ClosedRange<Int>)?

  /// Creates a list.
  public init(_ facets: [Facet] = []) {
    self.facets = facets
    super.init()
    for command in ListCommands.allCases { addCommand(command).bind { [weak self] in self?.perform(command) } }
    rename(.open, applyTitle, help: "Applies the checked values, or the selected one if none is checked.")
    rename(.mark, "Check", help: "Checks the selected value, or unchecks it.")
    Self.commands.install(in: self)
    updateCommands()
  }

  public override var canBecomeFocused: Bool { true }
  public override var focusCell: Point { layout.cell(of: cursor, in: facets) ?? .zero }

  /// The facet that the cursor is in, or `nil` if there are no facets.
  public var currentFacet: Facet? { facets.indices.contains(cursor.facet) ? facets[cursor.facet] : nil }

  /// The value that the cursor is on, or `nil` if it is on a range.
  public var currentValue: Facet.Value? {
    guard case .values(let values) = currentFacet?.content, values.indices.contains(cursor.item) else { return nil }
    return values[cursor.item]
  }

  private var currentBuckets: [Facet.Bucket]? {
    if case .range(let buckets) = currentFacet?.content, !buckets.isEmpty { buckets } else { nil }
  }

  private var hasRanges: Bool {
    facets.contains { if case .range = $0.content { true } else { false } }
  }

  // MARK: The cursor

  private func facetsReplaced(from old: [Facet]) {
    let former = old.indices.contains(cursor.facet) ? old[cursor.facet] : nil
    var place = cursor
    if let former, let index = facets.firstIndex(where: { $0.id == former.id }) {
      place.facet = index
      if case .values(let values) = former.content, values.indices.contains(cursor.item),
        case .values(let next) = facets[index].content
      {
        place.item = next.firstIndex { $0.id == values[cursor.item].id } ?? cursor.item
      }
    }
    move(to: place)
    setNeedsLayout()
    setNeedsDisplay()
  }

  /// Moves the cursor to the nearest valid place, and scrolls no further than necessary.
  func move(to place: FacetLayout.Place) {
    cursor.facet = min(max(0, place.facet), max(0, facets.count - 1))
    cursor.item = min(max(0, place.item), max(0, (currentFacet?.itemCount ?? 0) - 1))
    layout.reveal(cursor, in: facets)
    updateCommands()
    setNeedsDisplay()
  }

  private func updateCommands() {
    command(ListCommands.mark)?.isApplicable = currentValue != nil
  }

  private func perform(_ command: ListCommands) {
    switch command {
    case .open: applied.send(selection)
    case .mark: toggle()
    default:
      let items = layout.isStacked ? facets.map(\.itemCount) : [currentFacet?.itemCount ?? 0]
      let first = layout.isStacked ? 0 : cursor.facet
      let count = items.reduce(0, +)
      let index = items.prefix(cursor.facet - first).reduce(0, +) + cursor.item
      guard count > 0, let target = command.target(from: index, page: max(1, bounds.height - 2), count: count - 1)
      else { return }
      var rest = min(max(0, target), count - 1)
      var facet = 0
      while rest >= items[facet] {
        rest -= items[facet]
        facet += 1
      }
      move(to: FacetLayout.Place(facet: first + facet, item: rest))
    }
  }

  /// Goes to another facet, to the item at the same height on screen.
  private func go(by step: Int) {
    let next = cursor.facet + step
    guard facets.indices.contains(next) else { return }
    let line = cursor.item - layout.top(of: cursor.facet, in: facets)
    move(to: FacetLayout.Place(facet: next, item: layout.isStacked ? 0 : layout.top(of: next, in: facets) + line))
  }

  // MARK: The selection

  /// Whether anything is selected in the current facet.
  private var isFiltering: Bool {
    currentFacet.map { selection.values[$0.id] != nil || selection.ranges[$0.id] != nil } ?? false
  }

  private func clear() {
    if let facet = currentFacet { change { $0.clear(facet.id) } }
  }

  private func change(_ body: (inout FacetSelection) -> Void) {
    let old = selection
    body(&selection)
    if selection != old { selectionChanged.send(selection) }
  }

  /// Checks or unchecks the value that the cursor is on.
  func toggle() {
    guard let facet = currentFacet, let value = currentValue else { return }
    change { $0.toggle(value.id, in: facet.id) }
  }

  /// Moves the bounds of the range that the cursor is on. A range of all buckets counts as no selection.
  private func moveRange(start: Int = 0, end: Int = 0) {
    guard let facet = currentFacet, let last = currentBuckets.map({ $0.count - 1 }) else { return }
    let range = (selection.ranges[facet.id] ?? 0...last).clamped(to: 0...last)
    let lower = min(max(0, range.lowerBound + start), range.upperBound)
    let upper = max(min(last, range.upperBound + end), lower)
    select(lower...upper, of: last + 1, in: facet.id)
  }

  private func select(_ range: ClosedRange<Int>, of count: Int, in facet: Facet.ID) {
    change { $0.select(range == 0...count - 1 ? nil : range, in: facet) }
  }

  // MARK: Layout, drawing and the mouse

  public override func layoutSubviews() {
    let boxWidth = displayWidth(of: Theme.dark.glyphs(ascii: window?.isASCII ?? false).boxUnchecked)
    guard layout.resize(to: bounds.size, facetWidth: facetWidth, facets: facets, boxWidth: boxWidth) else { return }
    layout.reveal(cursor, in: facets)
    setNeedsDisplay()
  }

  public override func draw(in canvas: Canvas) {
    let pen = FacetPen(canvas, selection: selection, cursor: cursor, isFocused: isFocused)
    layout.forEachFacet(in: facets) { index, frame, firstLine in
      pen.draw(
        facets[index], index, in: frame, spare: layout.spare(of: index, in: frame), from: firstLine,
        chartHeight: layout.chartHeight)
    }
    for bar in layout.scrollbars(of: facets) {
      canvas.scrollbar(in: bar.track, count: bar.count, visible: bar.visible, top: bar.top)
    }
  }

  /// Checks or unchecks a value on a click, selects a range by dragging, and scrolls with the wheel.
  public override func handle(mouse: MouseEvent) -> Bool {
    switch mouse.kind {
    case .wheelUp, .wheelDown:
      layout.scroll(at: mouse.position, by: (mouse.kind == .wheelUp ? -3 : 3) * mouse.steps, in: facets)
      setNeedsDisplay()
    case .press:
      guard mouse.button == .left, let place = layout.place(at: mouse.position, in: facets) else { return false }
      let chart = chart(of: place.facet)
      let buckets = chart?.area.contains(mouse.position) == true ? chart?.buckets(mouse.position) : nil
      move(to: place)
      if place == cursor { press(buckets) }
    case .drag: drag(to: mouse.position)
    case .release: pressed = nil
    }
    return true
  }

  /// Returns the area of a range's chart, and a closure that returns the buckets at a position.
  private func chart(of facet: Int) -> (area: Rect, buckets: (Point) -> ClosedRange<Int>?)? {
    guard let area = layout.chart(of: facet, in: facets), case .range(let buckets) = facets[facet].content else {
      return nil
    }
    let histogram = Histogram(buckets, selection: selection.ranges[facets[facet].id])
    return (area, { histogram.buckets(at: $0.x - area.x, in: area.size) })
  }

  /// Checks the value under the mouse, or selects the buckets. If the buckets are already selected, selects all of them
  /// again.
  private func press(_ buckets: ClosedRange<Int>?) {
    guard let facet = currentFacet, let count = currentBuckets?.count else { return toggle() }
    pressed = buckets.map { (facet.id, $0) }
    guard let buckets else { return }
    select(selection.ranges[facet.id] == buckets ? 0...count - 1 : buckets, of: count, in: facet.id)
  }

  private func drag(to position: Point) {
    guard let pressed, let index = facets.firstIndex(where: { $0.id == pressed.facet }),
      let end = chart(of: index)?.buckets(position), case .range(let buckets) = facets[index].content
    else { return }
    let range = min(pressed.buckets.lowerBound, end.lowerBound)...max(pressed.buckets.upperBound, end.upperBound)
    select(range, of: buckets.count, in: pressed.facet)
  }
}
