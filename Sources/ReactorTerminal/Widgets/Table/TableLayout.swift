/// Shares the width of a table out among its columns.
struct TableLayout: Equatable {
  /// What the layout needs to know about a column.
  struct Request {
    var width: TableColumnWidth
    var priority: Int
  }

  /// A column with its place.
  struct Column: Equatable {
    /// Which of the requests it is.
    var index: Int
    var x: Int
    var width: Int
  }

  /// The columns that there is room for, from left to right.
  private(set) var columns: [Column] = []

  /// - Parameters:
  ///   - left: cells before the first column.
  ///   - width: where the last column ends at most.
  init(_ requests: [Request], left: Int, width: Int, spacing: Int) {
    var shown = Array(requests.indices)
    let room = max(0, width - left)
    func needed(_ indices: [Int]) -> Int {
      indices.reduce(0) { $0 + requests[$1].minimum } + spacing * max(0, indices.count - 1)
    }
    while shown.count > 1, needed(shown) > room {
      let lowest = shown.reversed().min { requests[$0].priority < requests[$1].priority }
      shown.removeAll { $0 == lowest }
    }
    var widths = shown.map { min(requests[$0].minimum, room) }
    var free = room - widths.reduce(0, +) - spacing * max(0, shown.count - 1)
    free = Self.grow(&widths, by: free, wishes: shown.map { requests[$0].wish })
    Self.share(&widths, free, weights: shown.map { requests[$0].weight })
    var x = left
    for (position, index) in shown.enumerated() {
      columns.append(Column(index: index, x: x, width: widths[position]))
      x += widths[position] + spacing
    }
  }

  /// Gives every column what it would like, or the same part of it where there is too little. Returns what is left.
  private static func grow(_ widths: inout [Int], by free: Int, wishes: [Int]) -> Int {
    let gaps = zip(wishes, widths).map { max(0, $0 - $1) }
    var wanted = gaps.reduce(0, +)
    var left = min(max(0, free), wanted)
    let rest = max(0, free) - left
    for (index, gap) in gaps.enumerated() where wanted > 0 {
      let part = left * gap / wanted
      widths[index] += part
      left -= part
      wanted -= gap
    }
    return rest
  }

  private static func share(_ widths: inout [Int], _ free: Int, weights: [Int]) {
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
    case .fixed(let cells): max(0, cells)
    case .flexible(let min, _, _): max(0, min)
    }
  }

  fileprivate var wish: Int {
    switch width {
    case .fixed(let cells): max(0, cells)
    case .flexible(let min, let ideal, _): max(min, ideal)
    }
  }

  fileprivate var weight: Int {
    switch width {
    case .fixed: 0
    case .flexible(_, _, let weight): max(0, weight)
    }
  }
}
