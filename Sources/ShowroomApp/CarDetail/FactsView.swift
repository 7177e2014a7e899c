import ReactorTerminal

/// The facts about a car as labels and values, in two columns if there is enough space. Long values wrap.
final class FactsView: View {
  /// A label and its value.
  struct Fact: Hashable {
    var label: String
    var value: String
  }

  /// The facts in their order.
  var facts: [Fact] = [] {
    didSet {
      guard facts != oldValue else { return }
      layout = nil
      setNeedsDisplay()
      preferredSizeChanged()
    }
  }

  /// The minimum width at which the facts are shown in two columns.
  private static let twoColumnsFrom = 64
  private static let gap = 3
  private var layout: (width: Int, columns: [[(fact: Fact, lines: [String])]])?

  private var labelWidth: Int { (facts.map { displayWidth(of: $0.label) }.max() ?? 0) + 2 }

  override func sizeThatFits(_ proposal: Size) -> Size {
    let rows = columns(width: proposal.width).map { $0.reduce(0) { $0 + $1.lines.count } }.max() ?? 0
    return Size(width: proposal.width, height: min(rows, proposal.height))
  }

  override func draw(in canvas: Canvas) {
    let columns = columns(width: bounds.width)
    let (width, labelWidth) = (columnWidth(in: bounds.width), labelWidth)
    for (index, column) in columns.enumerated() {
      let x = index * (width + Self.gap)
      var y = 0
      for (fact, lines) in column {
        canvas.write(
          fact.label, at: Point(x: x, y: y), style: canvas.theme[.secondary], maxWidth: min(width, labelWidth - 1),
          truncation: .ellipsis)
        for line in lines {
          canvas.write(line, at: Point(x: x + labelWidth, y: y), maxWidth: width - labelWidth)
          y += 1
        }
      }
    }
  }

  private func columnWidth(in width: Int) -> Int {
    width >= Self.twoColumnsFrom ? (width - Self.gap) / 2 : width
  }

  private func columns(width: Int) -> [[(fact: Fact, lines: [String])]] {
    if let layout, layout.width == width { return layout.columns }
    let room = max(1, columnWidth(in: width) - labelWidth)
    let items = facts.map { (fact: $0, lines: wrapped($0.value, width: room)) }
    let columns = width >= Self.twoColumnsFrom ? halves(of: items) : [items]
    layout = (width, columns)
    return columns
  }

  /// Splits the facts into two columns of about the same height. The left one may be taller.
  private func halves(
    of items: [(fact: Fact, lines: [String])]
  ) -> [[(fact: Fact, lines: [String])]] {
    let total = items.reduce(0) { $0 + $1.lines.count }
    var rows = 0
    let split = items.firstIndex { item in
      defer { rows += item.lines.count }
      return rows * 2 >= total
    }
    guard let split else { return [items] }
    return [Array(items[..<split]), Array(items[split...])]
  }
}
