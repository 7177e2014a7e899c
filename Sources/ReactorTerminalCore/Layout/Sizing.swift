/// The length of a view in a ``StackView``, or of a row or column in a ``GridView``, in cells.
///
/// ```swift
/// stack.add(header, .fixed(1))
/// stack.add(table, .share(2, minimum: 5))
/// stack.add(chart, .share(maximum: 12))
/// stack.add(status)  // .fitting
/// ```
///
/// Fixed, fitting and percentage lengths are assigned first. Shares divide the rest by their weights, within their
/// limits. Space that no share takes stays empty.
///
/// If there is too little space, shares are reduced to their minimums. Then space is taken from the fitting and
/// percentage lengths, starting with the last one, down to their minimums. If that does not suffice, it is taken from
/// all lengths, starting with the last one, down to zero. The first views therefore stay visible longest. A length is
/// never negative.
public struct Sizing: Sendable, Hashable {
  private enum Basis: Sendable, Hashable {
    case fixed(Int)
    case fitting
    case share(Int)
    case percent(Int)
  }

  private let basis: Basis
  private let minimum: Int
  private let maximum: Int

  private init(_ basis: Basis, _ minimum: Int, _ maximum: Int?) {
    self.basis = basis
    self.minimum = Self.cells(minimum)
    self.maximum = max(self.minimum, Self.cells(maximum ?? .max))
  }

  /// Returns a fixed number of cells.
  public static func fixed(_ cells: Int) -> Sizing { Sizing(.fixed(Self.cells(cells)), cells, nil) }

  /// The length that `View.sizeThatFits(_:)` returns.
  public static let fitting = fitting()

  /// Returns the length that `View.sizeThatFits(_:)` returns, within limits. If they contradict each other, the minimum
  /// applies.
  public static func fitting(minimum: Int = 0, maximum: Int? = nil) -> Sizing { Sizing(.fitting, minimum, maximum) }

  /// Returns a share of the remaining space, within limits. If they contradict each other, the minimum applies.
  ///
  /// - Parameters:
  ///   - weight: The size of the share in proportion to the other shares, at least 1.
  ///   - minimum: The smallest length.
  ///   - maximum: The largest length; `nil` for none.
  public static func share(_ weight: Int = 1, minimum: Int = 0, maximum: Int? = nil) -> Sizing {
    Sizing(.share(min(max(1, weight), 10_000)), minimum, maximum)
  }

  /// Returns a percentage of the space excluding padding and spacing, within limits. If they contradict each other, the
  /// minimum applies.
  public static func percent(_ percent: Int, minimum: Int = 0, maximum: Int? = nil) -> Sizing {
    Sizing(.percent(min(max(0, percent), 100)), minimum, maximum)
  }

  // MARK: Arithmetic

  /// The maximum number of cells. It is small enough that sums and products of lengths do not overflow.
  package static let limit = 1 << 40

  /// Returns a number of cells that is neither negative nor larger than ``limit``.
  package static func cells(_ number: Int) -> Int { min(max(0, number), limit) }

  private func limited(_ length: Int) -> Int { min(max(Self.cells(length), minimum), maximum) }

  private var weight: Int? { if case .share(let weight) = basis { weight } else { nil } }

  private var isFlexible: Bool {
    switch basis {
    case .fitting, .percent: true
    case .fixed, .share: false
    }
  }

  /// Returns the length that the view prefers, regardless of the available space.
  func preferredLength(natural: @autoclosure () -> Int) -> Int {
    if case .fixed(let cells) = basis { cells } else { limited(natural()) }
  }

  private func length(in room: Int, natural: @autoclosure () -> Int) -> Int {
    switch basis {
    case .fixed(let cells): cells
    case .fitting: limited(natural())
    case .share: minimum
    case .percent(let percent): limited(room / 100 * percent + room % 100 * percent / 100)
    }
  }

  /// Returns the lengths of `sizings` in `room` cells. Their sum is at most `room`.
  ///
  /// - Parameter natural: A closure that returns the natural length of the view with an index. It is called only for
  ///   fitting lengths.
  static func lengths(of sizings: [Sizing], in room: Int, natural: (Int) -> Int) -> [Int] {
    let room = cells(room)
    var lengths = sizings.enumerated().map { index, sizing in sizing.length(in: room, natural: natural(index)) }
    let missing = lengths.reduce(0, +) - room
    if missing > 0 {
      shrink(&lengths, of: sizings, by: missing)
    } else {
      divide(-missing, among: sizings, &lengths)
    }
    return lengths
  }

  private static func shrink(_ lengths: inout [Int], of sizings: [Sizing], by missing: Int) {
    var missing = missing
    for index in lengths.indices.reversed() where sizings[index].isFlexible {
      let part = min(missing, lengths[index] - sizings[index].minimum)
      lengths[index] -= part
      missing -= part
    }
    for index in lengths.indices.reversed() {
      let part = min(missing, lengths[index])
      lengths[index] -= part
      missing -= part
    }
  }

  /// Divides `rest` and the minimums of the shares by weight. Shares that would exceed a limit are set to it, and the
  /// others divide the remainder, until all are within their limits.
  private static func divide(_ rest: Int, among sizings: [Sizing], _ lengths: inout [Int]) {
    var open = sizings.indices.filter { sizings[$0].weight != nil }
    var rest = rest + open.reduce(0) { $0 + lengths[$1] }
    while !open.isEmpty {
      let parts = parts(of: rest, weights: open.map { sizings[$0].weight ?? 1 })
      let limited = zip(open, parts).map { sizings[$0].limited($1) }
      let excess = limited.reduce(0, +) - parts.reduce(0, +)
      var next: [Int] = []
      for (place, index) in open.enumerated() {
        lengths[index] = limited[place]
        let difference = limited[place] - parts[place]
        // Only the limits on the side that decides the sum are final. The others depend on the remainder that these
        // leave.
        if excess != 0, excess > 0 ? difference <= 0 : difference >= 0 {
          next.append(index)
        } else {
          rest -= limited[place]
        }
      }
      open = next
    }
  }

  private static func parts(of total: Int, weights: [Int]) -> [Int] {
    var total = max(0, total)
    var sum = weights.reduce(0, +)
    return weights.map { weight in
      let part = total * weight / sum
      total -= part
      sum -= weight
      return part
    }
  }
}

/// The direction in which views are arranged.
public enum Axis: Sendable, Hashable {
  /// From left to right.
  case horizontal
  /// From top to bottom.
  case vertical

  package func along(_ size: Size) -> Int { self == .horizontal ? size.width : size.height }

  package func across(_ size: Size) -> Int { self == .horizontal ? size.height : size.width }

  package func along(_ point: Point) -> Int { self == .horizontal ? point.x : point.y }

  package func size(along: Int, across: Int) -> Size {
    self == .horizontal ? Size(width: along, height: across) : Size(width: across, height: along)
  }

  package func rect(along: Int, across: Int, length: Int, breadth: Int) -> Rect {
    self == .horizontal
      ? Rect(x: along, y: across, width: length, height: breadth)
      : Rect(x: across, y: along, width: breadth, height: length)
  }
}
