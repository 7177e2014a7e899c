import ReactorCore

/// A dot of a ``ScatterPlot``.
public struct PlotDot: Sendable, Hashable {
  /// The number on the horizontal axis.
  public var x: Double
  /// The number on the vertical axis.
  public var y: Double

  /// Creates a dot. A dot with a number that is infinite or NaN is left out.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  var isFinite: Bool { x.isFinite && y.isFinite }
}

/// An axis of a ``ScatterPlot``.
@MainActor
public struct PlotAxis {
  /// The name of the quantity shown, with its unit.
  public var title: String
  /// A closure that returns the text of a number at an end of the axis, which can be any finite number.
  public var format: @MainActor (Double) -> String

  /// Creates an axis.
  ///
  /// - Parameters:
  ///   - title: The name of the quantity shown, with its unit.
  ///   - format: A closure that returns the text of a number at an end of the axis. By default, the number is rounded.
  public init(_ title: String = "", format: @escaping @MainActor (Double) -> String = Self.rounded) {
    self.title = title
    self.format = format
  }

  /// Returns the text of a number without decimals.
  public static func rounded(_ value: Double) -> String { Int(exactly: value.rounded()).map(String.init) ?? "\(value)" }
}

/// A scatter plot in which the user moves from dot to dot.
///
/// The scales extend from the lowest to the highest numbers of the dots. The arrow keys select the nearest cell with
/// dots in their direction, and `n` and `N` move through the dots of a cell. A click selects the dot nearest to the
/// center of the cell, and dragging selects from cell to cell. Enter or a double click opens the selected dot.
///
/// ```swift
/// let plot = ScatterPlot(cars.map { PlotDot(x: $0.power, y: $0.price) }, x: PlotAxis("hp"), y: PlotAxis("$"))
/// send(plot.selectionChanged) { .select(cars[$0].id) }
/// ```
public final class ScatterPlot: View {
  /// The commands of a scatter plot.
  nonisolated public static let commands = Commands<ScatterPlot>("Scatter plot") {
    Command("scatter.open", .enter, title: "Open", help: "Opens the selected dot.") { $0.view.open() }
      .enabled { $0.view.selectedIndex != nil }
    Command("scatter.left", .left, "h", title: "Left", help: "Selects the nearest dot to the left.", isHidden: true) {
      $0.view.move(x: -1, y: 0)
    }
    Command("scatter.right", .right, "l", title: "Right", help: "Selects the nearest dot to the right.", isHidden: true)
    {
      $0.view.move(x: 1, y: 0)
    }
    Command("scatter.up", .up, "k", title: "Up", help: "Selects the nearest dot above.", isHidden: true) {
      $0.view.move(x: 0, y: -1)
    }
    Command("scatter.down", .down, "j", title: "Down", help: "Selects the nearest dot below.", isHidden: true) {
      $0.view.move(x: 0, y: 1)
    }
    Command("scatter.next", "n", title: "Next dot", help: "Selects the next dot in the same cell.") {
      $0.view.cycle(by: 1)
    }
    .enabled { ($0.view.placeInCell?.count ?? 0) > 1 }
    Command(
      "scatter.previous", "N", title: "Previous dot", help: "Selects the previous dot in the same cell.",
      isHidden: true
    ) { $0.view.cycle(by: -1) }
    .enabled { ($0.view.placeInCell?.count ?? 0) > 1 }
  }

  /// The dots. The selected index is kept if its dot is still shown.
  public var dots: [PlotDot] {
    didSet {
      plotChanged()
      let index = selectedIndex
      selectedIndex = index
    }
  }
  /// The horizontal axis.
  public var xAxis: PlotAxis {
    didSet { plotChanged() }
  }
  /// The vertical axis.
  public var yAxis: PlotAxis {
    didSet { plotChanged() }
  }
  /// The index of the selected dot; `nil` for none. A dot that is left out cannot be selected. Setting the index does
  /// not trigger ``selectionChanged``.
  public var selectedIndex: Int? {
    didSet {
      if let index = selectedIndex, !(dots.indices.contains(index) && dots[index].isFinite) { selectedIndex = nil }
      guard selectedIndex != oldValue else { return }
      for index in [oldValue, selectedIndex] { setNeedsDisplay(area(of: index)) }
    }
  }

  /// A relay that emits the index of the new dot when the user selects another one.
  public let selectionChanged = Relay<Int>()
  /// A relay that emits the index of the selected dot when the user opens it with Enter or a double click.
  public let opened = Relay<Int>()

  private var known: Plot?

  /// Creates a scatter plot.
  public init(_ dots: [PlotDot] = [], x: PlotAxis = PlotAxis(), y: PlotAxis = PlotAxis()) {
    self.dots = dots
    xAxis = x
    yAxis = y
    super.init()
    Self.commands.install(in: self)
  }

  public override var canBecomeFocused: Bool { true }
  public override var focusCell: Point { area(of: selectedIndex).origin }

  /// The position of the selected dot among the dots of its cell, starting at 1, and their number; `nil` if no dot is
  /// selected or there is no space for any. It depends on the size of the view.
  public var placeInCell: (place: Int, count: Int)? {
    guard let selectedIndex, let cell = plot?.grid.cell(of: selectedIndex), let dots = plot?.grid.dots(at: cell),
      let place = dots.firstIndex(of: selectedIndex)
    else { return nil }
    return (place + 1, dots.count)
  }

  private func plotChanged() {
    known = nil
    setNeedsDisplay()
  }

  private func select(_ index: Int) {
    let old = selectedIndex
    selectedIndex = index
    if let selectedIndex, selectedIndex != old { selectionChanged.send(selectedIndex) }
  }

  private func open() {
    if let selectedIndex { opened.send(selectedIndex) }
  }

  private func move(x: Int, y: Int) {
    guard let grid = plot?.grid else { return }
    var next = dots.firstIndex(where: \.isFinite)
    if let selectedIndex, let cell = grid.cell(of: selectedIndex) {
      next = grid.cell(from: cell, toward: Point(x: x, y: y)).flatMap { grid.dots(at: $0).first }
    }
    if let next { select(next) }
  }

  private func cycle(by steps: Int) {
    guard let selectedIndex, let grid = plot?.grid, let cell = grid.cell(of: selectedIndex) else { return }
    let dots = grid.dots(at: cell)
    guard let place = dots.firstIndex(of: selectedIndex) else { return }
    select(dots[(place + steps + dots.count) % dots.count])
  }

  // MARK: Layout

  /// The placed dots, their area, and the texts around it.
  private struct Plot {
    var bounds: Size
    var area: Rect
    var grid: ScatterGrid
    /// The texts at the low and high end of each axis, or a single text if both numbers are equal.
    var x: [String]
    var y: [String]
  }

  /// The minimum heights for a line for the horizontal axis, for the title of the vertical axis, and for the frame.
  private static let (scaleFrom, titleFrom, frameFrom) = (3, 6, 9)
  /// The minimum width of the area of dots next to the labels of the vertical axis.
  private static let leastWidth = 8

  /// The plot in the current size; `nil` if there is nothing to show.
  private var plot: Plot? {
    if let known, known.bounds == bounds.size { return known }
    known = makePlot()
    return known
  }

  private func makePlot() -> Plot? {
    guard let scales = PlotScales(dots) else { return nil }
    let height = bounds.height
    let below = (height >= Self.scaleFrom ? 1 : 0) + (height >= Self.frameFrom ? 1 : 0)
    var area = bounds.inset(top: height >= Self.titleFrom ? 1 : 0, bottom: below)
    func labels(_ axis: PlotAxis, _ scale: PlotScale) -> [String] {
      (scale.low == scale.high ? [scale.low] : [scale.low, scale.high]).map(axis.format)
    }
    let y = labels(yAxis, scales.y)
    let margin = (y.map { displayWidth(of: $0) }.max() ?? 0) + 1
    if margin + Self.leastWidth <= bounds.width { area = area.inset(left: margin) }
    guard !area.isEmpty else { return nil }
    let grid = ScatterGrid(dots, on: scales, in: area.size)
    return Plot(bounds: bounds.size, area: area, grid: grid, x: labels(xAxis, scales.x), y: y)
  }

  /// Returns the cell of a dot in the coordinates of the view, or an empty rectangle if the dot is not shown.
  private func area(of index: Int?) -> Rect {
    guard let index, let plot, let cell = plot.grid.cell(of: index) else { return .zero }
    return Rect(origin: cell.offset(by: plot.area.origin), size: Size(width: 1, height: 1))
  }

  // MARK: Drawing

  public override func draw(in canvas: Canvas) {
    guard let plot else { return }
    drawAxes(of: plot, in: canvas)
    let style = canvas.theme[.barFilled]
    for row in 0..<plot.area.height where canvas.clip.rows.contains(plot.area.y + row) {
      let text = plot.grid.text(ofRow: row, densities: canvas.glyphs.densities)
      canvas.write(text, at: Point(x: plot.area.x, y: plot.area.y + row), style: style)
    }
    canvas.setStyle(canvas.theme[isFocused ? .selection : .selectionInactive], in: area(of: selectedIndex))
  }

  private func drawAxes(of plot: Plot, in canvas: Canvas) {
    let (area, style, line) = (plot.area, canvas.theme[.secondary], canvas.theme[.border])
    if area.y > 0 { canvas.write(yAxis.title, at: .zero, style: style, truncation: .ellipsis) }
    let box = canvas.glyphs.box
    if area.x > 0 {
      canvas.fill(Rect(x: area.x - 1, y: area.y, width: 1, height: area.height), style: line, character: box.vertical)
      func write(_ text: String, _ row: Int) {
        canvas.write(text, at: Point(x: area.x - 1 - displayWidth(of: text), y: row), style: style)
      }
      switch plot.y.count {
      case 1: write(plot.y[0], area.y + area.height / 2)
      default:
        if area.height > 1 { write(plot.y[0], area.maxY - 1) }
        write(plot.y[1], area.y)
      }
    }
    if bounds.height >= Self.frameFrom {
      let start = max(0, area.x - 1)
      canvas.fill(
        Rect(x: start, y: area.maxY, width: bounds.width - start, height: 1), style: line, character: box.horizontal)
      if area.x > 0 { canvas.write(String(box.bottomLeft), at: Point(x: start, y: area.maxY), style: line) }
    }
    guard bounds.height > area.maxY else { return }
    drawScale(plot.x, in: Rect(x: area.x, y: bounds.height - 1, width: area.width, height: 1), canvas, style)
  }

  /// Draws the labels and the title of the horizontal axis. A text that does not fit is omitted, because a truncated
  /// label could be misread.
  private func drawScale(_ labels: [String], in line: Rect, _ canvas: Canvas, _ style: Style) {
    let widths = labels.map { displayWidth(of: $0) }
    if labels.count == 1 {
      let title = xAxis.title.isEmpty ? labels[0] : "\(xAxis.title) \(labels[0])"
      return write(title, .center, in: line, canvas, style)
    }
    guard widths[0] + widths[1] < line.width else { return write(xAxis.title, .center, in: line, canvas, style) }
    canvas.write(labels[0], at: line.origin, style: style)
    canvas.write(labels[1], at: Point(x: line.maxX - widths[1], y: line.y), style: style)
    write(xAxis.title, .center, in: line.inset(left: widths[0] + 2, right: widths[1] + 2), canvas, style)
  }

  private func write(
    _ text: String, _ alignment: TextAlignment, in line: Rect, _ canvas: Canvas, _ style: Style
  ) {
    let width = displayWidth(of: text)
    guard width <= line.width else { return }
    canvas.write(text, at: Point(x: line.x + alignment.offset(of: width, in: line.width), y: line.y), style: style)
  }

  // MARK: The mouse

  /// Selects a dot on a click, and while the mouse is dragged. A double click opens it.
  public override func handle(mouse: MouseEvent) -> Bool {
    guard mouse.kind == .press || mouse.kind == .drag, mouse.button == .left, let plot else { return false }
    let position = mouse.position
    let cell = Point(x: position.x - plot.area.x, y: position.y - plot.area.y)
    guard let dot = plot.grid.middleDot(at: cell, of: dots) else { return false }
    // If the cell is unchanged, its selected dot is kept, because the user may have chosen it with a key.
    if selectedIndex.flatMap(plot.grid.cell(of:)) != cell { select(dot) }
    if mouse.kind == .press, mouse.clickCount == 2 { open() }
    return true
  }
}
