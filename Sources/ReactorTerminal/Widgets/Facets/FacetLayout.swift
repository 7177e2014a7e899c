/// The positions of facets: either side by side, each scrolling independently, or below each other, scrolling together.
struct FacetLayout {
  /// An item of a facet.
  struct Place: Equatable {
    var facet: Int
    var item: Int
  }

  /// A scrollbar.
  struct Bar: Equatable {
    var track: Rect
    var count: Int
    var visible: Int
    var top: Int
  }

  private var size = Size.zero
  /// The columns that the lines of each facet need.
  private var needs: [Int] = []
  /// The number of facets side by side; 1 if they are below each other.
  private(set) var columns = 1
  /// The first facet on screen, if they are side by side.
  private var first = 0
  /// The first visible line of each facet under its heading, by ID. The empty ID stands for all facets together.
  private var tops: [Facet.ID: Int] = [:]

  /// Whether the facets are below each other.
  var isStacked: Bool { columns == 1 }

  /// The number of lines of the chart of a range.
  var chartHeight: Int { isStacked || size.height < 8 ? 1 : 5 }

  /// The number of columns between facets that are side by side, with a scrollbar in the middle.
  private static let gap = 3

  /// Adapts to a size and to the widths of the contents. Returns whether these widths or the facets side by side have
  /// changed.
  mutating func resize(to size: Size, facetWidth: Int, facets: [Facet], boxWidth: Int) -> Bool {
    let before = (self.size, columns, first, needs)
    self.size = size
    columns = max(1, min(facets.count, size.width / max(1, facetWidth)))
    first = max(0, min(first, facets.count - columns))
    needs = facets.map { $0.width(boxWidth: boxWidth) }
    return before != (size, columns, first, needs)
  }

  /// Returns the frames of the facets that are side by side, by index. No facet is truncated while another one has
  /// unneeded columns.
  private func columnFrames(of facets: [Facet]) -> [(index: Int, frame: Rect)] {
    let indices = first..<max(first, min(facets.count, first + columns, needs.count))
    var widths: [Int: Int] = [:]
    var rest = size.width
    // Narrow facets come first, so that the space that they do not need is left to wider ones.
    for (place, index) in indices.sorted(by: { (needs[$0], $0) < (needs[$1], $1) }).enumerated() {
      widths[index] = min(needs[index] + Self.gap, rest / (indices.count - place))
      rest -= widths[index] ?? 0
    }
    var x = 0
    return indices.enumerated().map { place, index in
      let width = (widths[index] ?? 0) + (rest * (place + 1) / indices.count - rest * place / indices.count)
      defer { x += width }
      return (index, Rect(x: x, y: 0, width: max(0, width - Self.gap), height: size.height))
    }
  }

  /// Returns the number of lines under the heading of a facet.
  private func lineCount(of facet: Facet) -> Int {
    if case .range = facet.content { facet.itemCount * (chartHeight + 1) } else { facet.itemCount }
  }

  /// Returns the number of columns of a facet that its lines do not need.
  func spare(of facet: Int, in frame: Rect) -> Int {
    needs.indices.contains(facet) ? frame.width - needs[facet] : 0
  }

  private func clamped(_ top: Int, lines: Int, visible: Int) -> Int { max(0, min(top, lines - visible)) }

  /// Returns the first visible line of a facet under its heading.
  func top(of facet: Int, in facets: [Facet]) -> Int {
    guard facets.indices.contains(facet), !isStacked else { return 0 }
    return clamped(tops[facets[facet].id] ?? 0, lines: lineCount(of: facets[facet]), visible: size.height - 1)
  }

  /// The first visible line of facets that are below each other.
  private func stackedTop(_ facets: [Facet]) -> Int {
    clamped(tops[""] ?? 0, lines: facets.reduce(0) { $0 + lineCount(of: $1) + 1 }, visible: size.height)
  }

  /// Scrolls no further than necessary to show an item.
  mutating func reveal(_ place: Place, in facets: [Facet]) {
    guard facets.indices.contains(place.facet) else { return }
    let facet = facets[place.facet]
    var (line, last) = (place.item, place.item)
    if case .range = facet.content { (line, last) = (0, chartHeight) }
    if isStacked {
      let start = facets.prefix(place.facet).reduce(0) { $0 + lineCount(of: $1) + 1 }
      // The first item is shown together with its heading.
      let lines = (line == 0 ? start : start + 1 + line)...(start + 1 + last)
      tops[""] = Self.top(stackedTop(facets), showing: lines, visible: size.height)
    } else {
      if place.facet < first { first = place.facet }
      if place.facet >= first + columns { first = place.facet - columns + 1 }
      tops[facet.id] = Self.top(top(of: place.facet, in: facets), showing: line...last, visible: size.height - 1)
    }
  }

  private static func top(_ top: Int, showing lines: ClosedRange<Int>, visible: Int) -> Int {
    max(0, min(max(top, lines.upperBound - max(1, visible) + 1), lines.lowerBound))
  }

  /// Scrolls the facet at a position, or all of them if they are below each other.
  mutating func scroll(at position: Point, by lines: Int, in facets: [Facet]) {
    if isStacked {
      tops[""] = stackedTop(facets) + lines
    } else {
      let facet = columnFrames(of: facets).first { position.x < $0.frame.maxX + Self.gap }?.index
      if let facet { tops[facets[facet].id] = top(of: facet, in: facets) + lines }
    }
  }

  /// Calls `body` with the facets on screen: the index, the frame with the heading in the first line, and the number of
  /// lines scrolled out of it. If the facets are below each other, the heading scrolls with the lines.
  func forEachFacet(in facets: [Facet], _ body: (Int, Rect, Int) -> Void) {
    if isStacked {
      var y = -stackedTop(facets)
      for (index, facet) in facets.enumerated() where y < size.height {
        let height = lineCount(of: facet) + 1
        if y + height > 0 { body(index, Rect(x: 0, y: y, width: max(0, size.width - 2), height: height), 0) }
        y += height
      }
    } else {
      for (index, frame) in columnFrames(of: facets) { body(index, frame, top(of: index, in: facets)) }
    }
  }

  /// Returns the item at a position; `nil` for headings and empty lines.
  func place(at position: Point, in facets: [Facet]) -> Place? {
    var found: Place?
    forEachFacet(in: facets) { index, frame, firstLine in
      guard position.y > frame.y, frame.contains(position) else { return }
      let line = position.y - frame.y - 1 + firstLine
      guard line < lineCount(of: facets[index]) else { return }
      if case .range = facets[index].content {
        found = Place(facet: index, item: 0)
      } else {
        found = Place(facet: index, item: line)
      }
    }
    return found
  }

  /// Returns the first cell of an item, or `nil` if its facet is not on screen.
  func cell(of place: Place, in facets: [Facet]) -> Point? {
    var found: Point?
    forEachFacet(in: facets) { index, frame, firstLine in
      guard index == place.facet else { return }
      var line = place.item
      // The bounds of a range are shown below its chart.
      if case .range = facets[index].content { line = chartHeight }
      found = Point(x: frame.x, y: frame.y + 1 + line - firstLine)
    }
    return found
  }

  /// Returns the area of a range's chart under its heading, inside the facet's frame.
  static func chart(in frame: Rect, from firstLine: Int, height: Int) -> Rect {
    Rect(x: frame.x + 2, y: frame.y + 1 - firstLine, width: max(0, frame.width - 2), height: height)
  }

  /// Returns the area of a facet's chart, or `nil` if the facet is not a range or is not on screen.
  func chart(of facet: Int, in facets: [Facet]) -> Rect? {
    var found: Rect?
    forEachFacet(in: facets) { index, frame, firstLine in
      guard index == facet, case .range = facets[index].content else { return }
      found = Self.chart(in: frame, from: firstLine, height: chartHeight)
    }
    return found
  }

  /// The scrollbars, at the right of each facet or at the right of all facets.
  func scrollbars(of facets: [Facet]) -> [Bar] {
    guard size.width > 0, size.height > 1 else { return [] }
    if isStacked {
      return [
        Bar(
          track: Rect(x: size.width - 1, y: 0, width: 1, height: size.height),
          count: facets.reduce(0) { $0 + lineCount(of: $1) + 1 }, visible: size.height, top: stackedTop(facets))
      ]
    }
    return columnFrames(of: facets).map { index, frame in
      Bar(
        track: Rect(x: frame.maxX + 1, y: 1, width: 1, height: size.height - 1),
        count: lineCount(of: facets[index]), visible: size.height - 1, top: top(of: index, in: facets))
    }
  }
}

extension Facet {
  /// The number of columns in a range's chart, if there is enough space.
  private static let chartColumns = 18

  /// Returns the number of columns that the heading and the lines need in order not to be truncated.
  func width(boxWidth: Int) -> Int {
    let heading = 2 + displayWidth(of: title)
    switch content {
    case .values(let values):
      let digits = values.reduce(0) { max($0, grouped(max(0, $1.count)).utf8.count) }
      let label = values.reduce(0) { max($0, displayWidth(of: $1.label)) }
      return max(heading, 1 + boxWidth + 1 + label + 1 + digits)
    case .range(let buckets):
      let bounds = displayWidth(of: "[\(buckets.first?.from ?? "") - \(buckets.last?.to ?? "")]")
      return max(heading, 2 + max(bounds, min(buckets.count, Self.chartColumns)))
    }
  }
}
