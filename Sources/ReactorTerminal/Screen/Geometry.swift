/// A position in cells: `x` columns from the left, `y` rows from the top.
@frozen
public struct Point: Sendable, Hashable {
  /// Columns from the left.
  public var x: Int
  /// Rows from the top.
  public var y: Int

  /// The position at column `x` of row `y`.
  @inlinable
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// The top left corner.
  public static let zero = Point(x: 0, y: 0)

  /// The position moved by `delta`.
  @inlinable
  public func offset(by delta: Point) -> Point { Point(x: x + delta.x, y: y + delta.y) }
}

/// An extent in cells. Never negative.
@frozen
public struct Size: Sendable, Hashable {
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// An extent of `width` columns and `height` rows; negative numbers count as zero.
  @inlinable
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// Nothing.
  public static let zero = Size(width: 0, height: 0)

  /// Whether there is no cell in it.
  @inlinable public var isEmpty: Bool { width == 0 || height == 0 }
}

/// A rectangle of cells. `maxX` and `maxY` lie just outside.
@frozen
public struct Rect: Sendable, Hashable {
  /// The top left cell.
  public var origin: Point
  /// The extent.
  public var size: Size

  /// The rectangle of `size` whose top left cell is `origin`.
  @inlinable
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// The rectangle at (`x`, `y`); a negative width or height counts as zero.
  @inlinable
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// No cells, at the top left.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// The leftmost column.
  @inlinable public var x: Int { origin.x }
  /// The topmost row.
  @inlinable public var y: Int { origin.y }
  /// Columns.
  @inlinable public var width: Int { size.width }
  /// Rows.
  @inlinable public var height: Int { size.height }
  /// The first column to the right of it.
  @inlinable public var maxX: Int { origin.x + size.width }
  /// The first row below it.
  @inlinable public var maxY: Int { origin.y + size.height }
  /// Whether there is no cell in it.
  @inlinable public var isEmpty: Bool { size.isEmpty }
  /// The columns of every row.
  @inlinable public var columns: Range<Int> { origin.x..<maxX }
  /// The rows.
  @inlinable public var rows: Range<Int> { origin.y..<maxY }

  /// Whether the cell at `point` belongs to it.
  @inlinable
  public func contains(_ point: Point) -> Bool {
    point.x >= origin.x && point.x < maxX && point.y >= origin.y && point.y < maxY
  }

  /// Whether every cell of `other` belongs to it. An empty rectangle is contained everywhere.
  @inlinable
  public func contains(_ other: Rect) -> Bool {
    other.isEmpty || (other.x >= x && other.maxX <= maxX && other.y >= y && other.maxY <= maxY)
  }

  /// Whether the two have a cell in common.
  @inlinable
  public func intersects(_ other: Rect) -> Bool { !intersection(other).isEmpty }

  /// The cells that belong to both.
  @inlinable
  public func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  /// The smallest rectangle that holds both; an empty one adds nothing.
  @inlinable
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The rectangle without that many rows and columns at its edges (negative numbers make it larger).
  @inlinable
  public func inset(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) -> Rect {
    Rect(x: x + left, y: y + top, width: width - left - right, height: height - top - bottom)
  }

  /// The rectangle without `cells` rows and columns on all four sides.
  @inlinable
  public func inset(by cells: Int) -> Rect { inset(top: cells, left: cells, bottom: cells, right: cells) }

  /// The rectangle moved by `delta`.
  @inlinable
  public func offset(by delta: Point) -> Rect { Rect(origin: origin.offset(by: delta), size: size) }
}
