import ReactorTerminal
import ShowroomCatalog

/// The names of the compared cars, with the selected car marked, and the visible range if not all cars fit.
final class CompareHeaderView: View {
  /// The compared cars.
  var columns: [CompareReactor.Column] = [] {
    didSet { if columns != oldValue { setNeedsDisplay() } }
  }
  /// The position of the selected car.
  var selected = 0 {
    didSet { if selected != oldValue { setNeedsDisplay() } }
  }
  /// Whether the model years differ.
  var yearsDiffer = false {
    didSet { if yearsDiffer != oldValue { setNeedsDisplay() } }
  }
  /// The layout of the columns.
  var layout = CompareLayout(room: 0, count: 0, selected: 0, first: 0) {
    didSet { if layout != oldValue { setNeedsDisplay() } }
  }
  /// A closure called when a car is clicked, with the number of consecutive clicks.
  var pressed: @MainActor (_ place: Int, _ clicks: Int) -> Void = { _, _ in }

  /// The number of lines for the names: two if any name does not fit on one line.
  private var nameLines: Int { min(2, columns.map { names(of: $0).count }.max() ?? 1) }

  /// The height: the names, a line for the year, and a line for the rule.
  var height: Int { nameLines + 2 }

  /// The area of the cars' names.
  override var headingAreas: [Rect] { [bounds] }

  private func names(of column: CompareReactor.Column) -> [String] {
    wrapped(column.name ?? "?", width: max(1, layout.room))
  }

  /// Returns the lines of a name. If those of another visible name are the same, the second line begins with the first
  /// word that differs, such as that of the model.
  private func shownName(of column: CompareReactor.Column, ellipsis: Character) -> [String] {
    let lines = shortName(of: column, ellipsis: ellipsis)
    let words = words(of: column)
    let same = columns[layout.shown].filter {
      $0.name != column.name && shortName(of: $0, ellipsis: ellipsis) == lines
    }
    guard let place = same.map({ shared(words, self.words(of: $0)) }).min(), words.indices.contains(place) else {
      return lines
    }
    return [lines[0], "\(ellipsis) \(words[place])\(lines[1].dropFirst())"]
  }

  private func words(of column: CompareReactor.Column) -> [Substring] { column.name?.split(separator: " ") ?? [] }

  /// Returns the number of words with which both names begin.
  private func shared(_ words: [Substring], _ others: [Substring]) -> Int {
    zip(words, others).prefix { $0 == $1 }.count
  }

  /// Returns the lines of a name: the first one, and the rest of the name. If the rest is too long, it begins with the
  /// word that distinguishes the name from the most similar other one, because variants often differ only at the end.
  private func shortName(of column: CompareReactor.Column, ellipsis: Character) -> [String] {
    let lines = names(of: column)
    guard lines.count > 1 else { return lines }
    let rest = lines.dropFirst().joined(separator: " ")
    if displayWidth(of: rest) <= layout.room { return [lines[0], rest] }
    let words = words(of: column)
    let counts = columns.map { shared(words, self.words(of: $0)) }
    let end = words.dropFirst(counts.filter { $0 < words.count }.max() ?? 0).joined(separator: " ")
    return [lines[0], end.count < rest.count ? "\(ellipsis) \(end)" : rest]
  }

  override func draw(in canvas: Canvas) {
    let glyphs = canvas.glyphs
    if layout.shown.count < columns.count {
      let before = layout.shown.lowerBound > 0 ? "\(glyphs.left) " : ""
      let after = layout.shown.upperBound < columns.count ? " \(glyphs.right)" : ""
      canvas.write(
        "\(before)\(layout.shown.lowerBound + 1)-\(layout.shown.upperBound) of \(columns.count)\(after)",
        at: Point(x: CompareLayout.gutter, y: 0), style: canvas.theme[.secondary], maxWidth: layout.labels - 2)
    }
    if yearsDiffer {
      canvas.write(
        canvas.capabilities.isASCII ? "!" : "≠", at: Point(x: 0, y: nameLines), style: canvas.theme[.different])
    }
    canvas.write(
      "Year", at: Point(x: CompareLayout.gutter, y: nameLines), style: canvas.theme[.secondary],
      maxWidth: layout.labels - CompareLayout.gutter - 1)
    for place in layout.shown { draw(columns[place], at: place, in: canvas) }
    canvas.horizontalLine(at: Point(x: 0, y: height - 1), length: bounds.width, style: canvas.theme[.border])
  }

  private func draw(_ column: CompareReactor.Column, at place: Int, in canvas: Canvas) {
    let x = layout.x(of: place)
    let room = layout.room
    let below = nameLines
    let style = canvas.theme[place == selected ? .selection : .header]
    if place == selected {
      canvas.write(String(canvas.glyphs.pointer), at: Point(x: x, y: 0), style: canvas.theme[.accent])
    }
    for (y, line) in shownName(of: column, ellipsis: canvas.glyphs.ellipsis).enumerated() {
      canvas.write(line, at: Point(x: x + 2, y: y), style: style, maxWidth: room, truncation: .ellipsis)
    }
    let year = column.lastKnown.map { String($0.year) } ?? ""
    let used = canvas.write(year, at: Point(x: x + 2, y: below), style: canvas.theme[.accent])
    if column.isGone {
      canvas.write(
        "gone", at: Point(x: x + 3 + used, y: below), style: canvas.theme[.warning],
        maxWidth: max(0, room - used - 1))
    } else if column.isFavorite {
      canvas.write(String(canvas.glyphs.starFilled), at: Point(x: x + 3 + used, y: below), style: canvas.theme[.mark])
    }
  }

  override func handle(mouse: MouseEvent) -> Bool {
    guard mouse.kind == .press, let place = layout.place(at: mouse.position.x) else { return false }
    pressed(place, mouse.clickCount)
    return true
  }
}
