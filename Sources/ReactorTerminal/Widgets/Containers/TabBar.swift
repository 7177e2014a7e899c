/// The line with the titles of tabs. If they do not all fit, it shows those around the selected one, with arrows at the
/// ends where there are more.
final class TabBar: View {
  /// A title with an optional badge.
  struct Item: Equatable {
    var title: String
    var badge: String

    var width: Int { displayWidth(of: title) + (badge.isEmpty ? 2 : 3 + displayWidth(of: badge)) }
  }

  var items: [Item] = [] {
    didSet { if items != oldValue { setNeedsDisplay() } }
  }
  var selected = 0 {
    didSet { if selected != oldValue { setNeedsDisplay() } }
  }
  /// A closure called when the user selects an item.
  var pressed: @MainActor (Int) -> Void = { _ in }

  private struct Places {
    var shown: [(index: Int, columns: Range<Int>)] = []
    var hasEarlier = false
    var hasLater = false
  }

  /// The first item shown.
  private var first = 0

  /// Returns the positions of the items. Scrolls no further than necessary to show the selected one.
  private func places() -> Places {
    let widths = items.map(\.width)
    guard widths.reduce(0, +) > bounds.width, items.indices.contains(selected) else {
      first = 0
      return places(widths, from: 0, in: 0..<bounds.width)
    }
    // Reserves an arrow at each end, if there is space for more than arrows.
    let columns = bounds.width >= 5 ? 1..<bounds.width - 1 : 0..<bounds.width
    first = min(first, selected)
    while first < selected, widths[first...selected].reduce(0, +) > columns.count { first += 1 }
    while first > 0, widths[(first - 1)...].reduce(0, +) <= columns.count { first -= 1 }
    var places = places(widths, from: first, in: columns)
    if columns.lowerBound > 0 {
      places.hasEarlier = first > 0
      places.hasLater = (places.shown.last?.index ?? 0) < items.count - 1
    }
    return places
  }

  private func places(_ widths: [Int], from first: Int, in columns: Range<Int>) -> Places {
    var places = Places()
    var x = columns.lowerBound
    for index in widths.indices[first...] {
      // Only the selected item is shown if it does not fit completely.
      let width = index == selected ? min(widths[index], columns.upperBound - x) : widths[index]
      guard x + width <= columns.upperBound else { break }
      places.shown.append((index, x..<x + width))
      x += width
    }
    return places
  }

  /// Draws the selected title in brackets, so that it is distinguishable without color.
  override func draw(in canvas: Canvas) {
    let places = places()
    let arrow = canvas.theme[.hint]
    if places.hasEarlier { canvas.write(String(canvas.glyphs.left), at: .zero, style: arrow) }
    if places.hasLater {
      canvas.write(String(canvas.glyphs.right), at: Point(x: bounds.width - 1, y: 0), style: arrow)
    }
    for (index, columns) in places.shown {
      let item = items[index]
      let isSelected = index == selected
      let style = canvas.theme[isSelected ? .title : .secondary]
      let end = columns.upperBound - 1
      if isSelected {
        canvas.write("[", at: Point(x: columns.lowerBound, y: 0), style: style)
        canvas.write("]", at: Point(x: end, y: 0), style: style)
      }
      let start = columns.lowerBound + 1
      let used = canvas.write(
        item.title, at: Point(x: start, y: 0), style: style, maxWidth: end - start, truncation: .ellipsis)
      canvas.write(
        item.badge, at: Point(x: start + used + 1, y: 0), style: canvas.theme[.accent],
        maxWidth: end - start - used - 1, truncation: .ellipsis)
    }
  }

  /// Selects the clicked item or, on a click on an arrow, the next item beyond it. The wheel selects the previous or
  /// next item.
  override func handle(mouse: MouseEvent) -> Bool {
    switch mouse.kind {
    case .wheelUp: press(selected - 1)
    case .wheelDown: press(selected + 1)
    case .press:
      guard mouse.button == .left else { return false }
      let places = places()
      if let hit = places.shown.first(where: { $0.columns.contains(mouse.position.x) }) {
        press(hit.index)
      } else if places.hasEarlier, mouse.position.x == 0 {
        press(first - 1)
      } else if places.hasLater, mouse.position.x == bounds.width - 1 {
        press((places.shown.last?.index ?? 0) + 1)
      }
    case .drag, .release: return false
    }
    return true
  }

  private func press(_ index: Int) {
    if items.indices.contains(index), index != selected { pressed(index) }
  }
}
