/// The positions and widths of the columns of a table.
struct TableLayout: Equatable {
  /// The properties of a column that determine its width.
  struct Request {
    var width: TableColumnWidth
    var priority: Int
    var requires = TableColumnRequirement.minimums
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
  ///   - spacing: The number of cells between two columns.
  init(_ requests: [Request], left: Int, width: Int, spacing: Int) {
    let available = max(0, width - left)
    // Among columns of equal priority, flexible ones come first, because they can become narrower.
    let order = requests.indices.sorted {
      let (first, second) = (requests[$0], requests[$1])
      if first.priority != second.priority { return first.priority > second.priority }
      return first.isFlexible != second.isFlexible ? first.isFlexible : $0 < $1
    }
    guard let first = order.first else { return }
    let top = requests[first].priority
    let count =
      order.indices.dropFirst().first { position in
        let last = requests[order[position]]
        let needed = order[..<position].reduce(last.minimum) { $0 + spacing + requests[$1].length(before: last, top) }
        return needed > available
      } ?? order.count
    let shown = order[..<count].sorted()
    let absent = count < order.count ? requests[order[count]] : nil

    let latest = requests[order[count - 1]]
    var widths = shown.map { index in
      min(available, index == order[count - 1] ? latest.minimum : requests[index].length(before: latest, top))
    }
    var free = available - widths.reduce(0, +) - spacing * (count - 1)
    var goals = widths
    for (place, index) in order[..<count].enumerated() {
      if let position = shown.firstIndex(of: index) {
        goals[position] = max(widths[position], requests[index].goal(without: absent, top))
      }
      // Columns that require only minimums grow together with those before them; other columns grow after them.
      let isLast = place == count - 1 || requests[order[place + 1]].requires != .minimums
      if isLast { free = Self.grow(&widths, by: free, toward: goals) }
    }
    if absent.map({ $0.requires == .minimums }) ?? true {
      Self.distribute(free, among: &widths, weights: shown.map { requests[$0].weight })
    }
    var x = left
    for (position, index) in shown.enumerated() {
      columns.append(Column(index: index, x: x, width: widths[position]))
      x += widths[position] + spacing
    }
  }

  /// Grows every column to its goal. If there is too little space, each gets the same fraction of what it lacks.
  /// Returns the remaining space.
  private static func grow(_ widths: inout [Int], by free: Int, toward goals: [Int]) -> Int {
    let gaps = zip(goals, widths).map { max(0, $0 - $1) }
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

  fileprivate var ideal: Int { width.ideal }

  /// Returns the width that the column keeps if `next`, which has the same or a lower priority, is shown.
  fileprivate func length(before next: Self, _ top: Int) -> Int {
    if priority == next.priority { return minimum }
    switch next.requires {
    case .minimums: return minimum
    case .leading(let cells): return priority == top ? max(minimum, min(ideal, cells)) : minimum
    case .ideals: return ideal
    }
  }

  /// Returns the width that the column grows to while `absent` is not shown. It must not take space that it would lose
  /// in a wider table.
  fileprivate func goal(without absent: Self?, _ top: Int) -> Int {
    guard let absent, case .leading = absent.requires, priority == top else { return ideal }
    return length(before: absent, top)
  }

  fileprivate var weight: Int {
    switch width {
    case .fixed: 0
    case .flexible(_, _, let weight): min(max(0, weight), 10_000)
    }
  }
}

extension TableColumnWidth {
  /// The width of a column with enough space.
  var ideal: Int {
    switch self {
    case .fixed(let cells): Sizing.cells(cells)
    case .flexible(let min, let ideal, _): Sizing.cells(max(min, ideal))
    }
  }
}
