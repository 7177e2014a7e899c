/// The positions and widths of the columns of a table.
struct TableLayout: Equatable {
  /// The properties of a column that determine its width.
  struct Request {
    var width: TableColumnWidth
    var priority: Int
    var tableWidths = 0...Int.max
  }

  /// A visible column.
  struct Column: Equatable {
    /// The index of the request.
    var index: Int
    var x: Int
    var width: Int
  }

  /// The columns that fit, from left to right.
  private(set) var columns: [Column] = []

  /// Divides the width of a table among its columns.
  ///
  /// - Parameters:
  ///   - requests: The columns, from left to right.
  ///   - left: The number of cells before the first column.
  ///   - width: The right edge, which the last column does not exceed.
  ///   - tableWidth: The width of the table, which determines the columns that are considered.
  ///   - spacing: The number of cells between two columns.
  init(_ requests: [Request], left: Int, width: Int, tableWidth: Int, spacing: Int) {
    var shown = requests.indices.filter { requests[$0].tableWidths.contains(tableWidth) }
    let available = max(0, width - left)
    func minimumWidth(of indices: [Int]) -> Int {
      indices.reduce(0) { $0 + requests[$1].minimum } + spacing * max(0, indices.count - 1)
    }
    while shown.count > 1, minimumWidth(of: shown) > available {
      // Among equals, flexible columns go last: they can become narrower.
      let lowest = shown.reversed().min {
        (requests[$0].priority, requests[$0].isFlexible ? 1 : 0) < (
          requests[$1].priority, requests[$1].isFlexible ? 1 : 0
        )
      }
      shown.removeAll { $0 == lowest }
    }
    var widths = shown.map { min(requests[$0].minimum, available) }
    var free = available - widths.reduce(0, +) - spacing * max(0, shown.count - 1)
    free = Self.grow(&widths, by: free, toward: shown.map { requests[$0].ideal })
    Self.distribute(free, among: &widths, weights: shown.map { requests[$0].weight })
    var x = left
    for (position, index) in shown.enumerated() {
      columns.append(Column(index: index, x: x, width: widths[position]))
      x += widths[position] + spacing
    }
  }

  /// Grows every column to its ideal width or, if there is too little space, by the same fraction of what it lacks.
  /// Returns the remaining space.
  private static func grow(_ widths: inout [Int], by free: Int, toward ideals: [Int]) -> Int {
    let gaps = zip(ideals, widths).map { max(0, $0 - $1) }
    var missing = gaps.reduce(0, +)
    var left = min(max(0, free), missing)
    let rest = max(0, free) - left
    for (index, gap) in gaps.enumerated() where missing > 0 {
      let part = left * gap / missing
      widths[index] += part
      left -= part
      missing -= gap
    }
    return rest
  }

  private static func distribute(_ free: Int, among widths: inout [Int], weights: [Int]) {
    var left = free
    var total = weights.reduce(0, +)
    for (index, weight) in weights.enumerated() where weight > 0 && total > 0 {
      let part = left * weight / total
      widths[index] += part
      left -= part
      total -= weight
    }
  }
}

extension TableLayout.Request {
  fileprivate var minimum: Int {
    switch width {
    case .fixed(let cells): Sizing.cells(cells)
    case .flexible(let min, _, _): Sizing.cells(min)
    }
  }

  fileprivate var isFlexible: Bool { if case .flexible = width { true } else { false } }

  fileprivate var ideal: Int {
    switch width {
    case .fixed(let cells): Sizing.cells(cells)
    case .flexible(let min, let ideal, _): Sizing.cells(max(min, ideal))
    }
  }

  fileprivate var weight: Int {
    switch width {
    case .fixed: 0
    case .flexible(_, _, let weight): min(max(0, weight), 10_000)
    }
  }
}
