import Catalogue
import ReactorTerminal

/// The names of the compared cars, the selected one marked, and where one is when not all fit.
final class CompareHeaderView: View {
  /// The cars.
  var columns: [CompareReactor.Column] = [] {
    didSet { if columns != oldValue { setNeedsDisplay() } }
  }
  /// The place of the selected one.
  var selected = 0 {
    didSet { if selected != oldValue { setNeedsDisplay() } }
  }
  /// Where the columns are.
  var layout = CompareLayout(room: 0, count: 0, selected: 0, first: 0) {
    didSet { if layout != oldValue { setNeedsDisplay() } }
  }
  /// A car was clicked, so many times in a row.
  var pressed: @MainActor (_ place: Int, _ clicks: Int) -> Void = { _, _ in }

  /// Two lines for the name, one for the year, a rule.
  static let height = 4

  override func draw(in canvas: Canvas) {
    let glyphs = canvas.glyphs
    if layout.shown.count < columns.count {
      let before = layout.shown.lowerBound > 0 ? "\(glyphs.left) " : ""
      let after = layout.shown.upperBound < columns.count ? " \(glyphs.right)" : ""
      canvas.write(
        "\(before)\(layout.shown.lowerBound + 1)-\(layout.shown.upperBound) of \(columns.count)\(after)",
        at: Point(x: CompareLayout.gutter, y: 0), style: canvas.theme[.secondary], maxWidth: layout.labels - 2)
    }
    for place in layout.shown { draw(columns[place], at: place, in: canvas) }
    canvas.horizontalLine(at: Point(x: 0, y: 3), length: bounds.width, style: canvas.theme[.border])
  }

  private func draw(_ column: CompareReactor.Column, at place: Int, in canvas: Canvas) {
    let x = layout.x(of: place)
    let room = layout.width - 3
    let style = canvas.theme[place == selected ? .selection : .header]
    if place == selected {
      canvas.write(String(canvas.glyphs.pointer), at: Point(x: x, y: 0), style: canvas.theme[.accent])
    }
    let car = column.lastKnown
    let lines = wrapped(car.map { "\($0.make) \($0.model)" } ?? "?", width: max(1, room))
    for (y, line) in lines.prefix(2).enumerated() {
      let isCut = y == 1 && lines.count > 2
      canvas.write(
        isCut ? line + String(repeating: " ", count: room) : line, at: Point(x: x + 2, y: y), style: style,
        maxWidth: room, truncation: .ellipsis)
    }
    let year = car.map { String($0.year) } ?? ""
    let used = canvas.write(year, at: Point(x: x + 2, y: 2), style: canvas.theme[.accent])
    if column.isGone {
      canvas.write(
        "gone", at: Point(x: x + 3 + used, y: 2), style: canvas.theme[.warning], maxWidth: max(0, room - used - 1))
    } else if column.isFavourite {
      canvas.write(String(canvas.glyphs.starFilled), at: Point(x: x + 3 + used, y: 2), style: canvas.theme[.mark])
    }
  }

  override func handle(mouse: MouseEvent) -> Bool {
    guard mouse.kind == .press, let place = layout.place(at: mouse.position.x) else { return false }
    pressed(place, mouse.clickCount)
    return true
  }
}
