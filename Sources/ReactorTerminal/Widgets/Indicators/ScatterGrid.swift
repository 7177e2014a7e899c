/// A scale from the lowest to the highest value among the dots of a ``ScatterPlot``.
struct PlotScale {
  let low: Double
  let high: Double

  /// Returns the position of a number on the scale, from 0 to 1. If all numbers are equal, they are in the middle.
  ///
  /// Halves are subtracted, because the difference of two huge numbers would be infinite.
  func share(of value: Double) -> Double {
    let length = high / 2 - low / 2
    guard length > 0 else { return 0.5 }
    return min(1, max(0, (value / 2 - low / 2) / length))
  }
}

/// The scales of a ``ScatterPlot``.
struct PlotScales {
  let x: PlotScale
  let y: PlotScale

  /// Creates the scales of dots; `nil` if no dot has finite numbers.
  init?(_ dots: [PlotDot]) {
    guard let first = dots.first(where: \.isFinite) else { return nil }
    var (left, right, bottom, top) = (first.x, first.x, first.y, first.y)
    for dot in dots where dot.isFinite {
      (left, right) = (min(left, dot.x), max(right, dot.x))
      (bottom, top) = (min(bottom, dot.y), max(top, dot.y))
    }
    x = PlotScale(low: left, high: right)
    y = PlotScale(low: bottom, high: top)
  }
}

/// The dots of a ``ScatterPlot`` by the cells in which they are drawn. Each cell has two columns and four rows of dots.
struct ScatterGrid {
  let size: Size
  let scales: PlotScales
  /// The maximum number of dots in a cell.
  let largest: Int
  /// The cell of each dot, counted row by row; -1 for a dot that is left out.
  private let cells: [Int32]
  /// The dots that each cell shows, as the bits of a braille pattern.
  private let patterns: [UInt8]
  /// The indices of the dots, grouped by cell and in order.
  private let order: [Int32]
  /// The position in ``order`` of each cell's first dot, followed by the end.
  private let starts: [Int]

  /// Places dots in an area. Dots with non-finite numbers are left out.
  init(_ dots: [PlotDot], on scales: PlotScales, in size: Size) {
    self.size = size
    self.scales = scales
    var cells = [Int32](repeating: -1, count: dots.count)
    var patterns = [UInt8](repeating: 0, count: size.width * size.height)
    var starts = [Int](repeating: 0, count: patterns.count + 1)
    for (index, dot) in dots.enumerated() where dot.isFinite {
      let column = Self.step(scales.x.share(of: dot.x), of: size.width * 2)
      let row = Self.step(1 - scales.y.share(of: dot.y), of: size.height * 4)
      let cell = row / 4 * size.width + column / 2
      cells[index] = Int32(truncatingIfNeeded: cell)
      patterns[cell] |= Self.bits[row % 4][column % 2]
      starts[cell + 1] += 1
    }
    largest = starts.max() ?? 0
    for cell in patterns.indices { starts[cell + 1] += starts[cell] }
    var ends = starts
    var order = [Int32](repeating: 0, count: starts[patterns.count])
    for (index, cell) in cells.enumerated() where cell >= 0 {
      order[ends[Int(cell)]] = Int32(truncatingIfNeeded: index)
      ends[Int(cell)] += 1
    }
    (self.cells, self.patterns, self.starts, self.order) = (cells, patterns, starts, order)
  }

  /// The bits of a braille pattern, from top to bottom and from left to right.
  private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

  /// The braille patterns by their bits. The first one is empty.
  private static let braille = (0...255).compactMap { Unicode.Scalar(0x2800 + UInt32($0)) }.map { Character($0) }

  private static func step(_ share: Double, of count: Int) -> Int { Int((share * Double(count - 1)).rounded()) }

  // MARK: Cells

  /// Returns the cell of a dot, or `nil` if the dot is left out.
  func cell(of dot: Int) -> Point? {
    guard cells.indices.contains(dot), cells[dot] >= 0 else { return nil }
    let (row, column) = Int(cells[dot]).quotientAndRemainder(dividingBy: size.width)
    return Point(x: column, y: row)
  }

  /// Returns the dots of a cell in order, or none outside the grid.
  func dots(at cell: Point) -> [Int] {
    guard Rect(origin: .zero, size: size).contains(cell) else { return [] }
    return order[range(of: cell)].map { Int($0) }
  }

  private func range(of cell: Point) -> Range<Int> {
    let number = cell.y * size.width + cell.x
    return starts[number]..<starts[number + 1]
  }

  /// Returns the characters of a row.
  ///
  /// - Parameter densities: The characters for a cell, from few dots to many. If empty, the dots themselves are shown.
  func text(ofRow row: Int, densities: [Character]) -> String {
    String(
      (0..<size.width).map { column in
        let count = range(of: Point(x: column, y: row)).count
        if count == 0 { return " " }
        guard !densities.isEmpty else { return Self.braille[Int(patterns[row * size.width + column])] }
        // The level depends on the number of binary digits, because a few cells usually contain most of the dots.
        let level = Self.digits(count - 1) * (densities.count - 1) / max(1, Self.digits(largest - 1))
        return densities[min(level, densities.count - 1)]
      })
  }

  private static func digits(_ number: Int) -> Int { Int.bitWidth - number.leadingZeroBitCount }

  /// Returns the nearest cell with dots in a direction, preferably one that is further away in this direction than to
  /// the side, or `nil` if there is none.
  func cell(from start: Point, toward direction: Point) -> Point? {
    var nearest: (cell: Point, isAside: Bool, distance: Int)?
    for y in 0..<size.height {
      for x in 0..<size.width where !range(of: Point(x: x, y: y)).isEmpty {
        // A cell is twice as high as it is wide.
        let (across, down) = (x - start.x, (y - start.y) * 2)
        let (ahead, aside) =
          direction.x == 0 ? (down * direction.y, abs(across)) : (across * direction.x, abs(down))
        guard ahead > 0 else { continue }
        let found = (cell: Point(x: x, y: y), isAside: aside > ahead, distance: ahead * ahead + aside * aside)
        if let nearest, (nearest.isAside ? 1 : 0, nearest.distance) <= (found.isAside ? 1 : 0, found.distance) {
          continue
        }
        nearest = found
      }
    }
    return nearest?.cell
  }

  /// Returns the cell's dot that is nearest to the center of the cell.
  func middleDot(at cell: Point, of dots: [PlotDot]) -> Int? {
    func distance(_ dot: PlotDot) -> Double {
      let across = scales.x.share(of: dot.x) * Double(size.width * 2 - 1) - (Double(cell.x * 2) + 0.5)
      let down = (1 - scales.y.share(of: dot.y)) * Double(size.height * 4 - 1) - (Double(cell.y * 4) + 1.5)
      return across * across + down * down
    }
    return self.dots(at: cell).map { (dot: $0, distance: distance(dots[$0])) }.min { $0.distance < $1.distance }?.dot
  }
}
