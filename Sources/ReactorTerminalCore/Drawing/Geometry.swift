/// A position in cells: `x` columns from the left, `y` rows from the top.
@frozen
public struct Point: Sendable, Hashable {
  /// The column, counted from the left.
  public var x: Int
  /// The row, counted from the top.
  public var y: Int

  /// Creates the position at column `x` of row `y`.
  @inlinable
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// The top left corner.
  public static let zero = Point(x: 0, y: 0)

  /// Returns the position moved by `delta`.
  @inlinable
  public func offset(by delta: Point) -> Point { Point(x: x + delta.x, y: y + delta.y) }
}

/// A size in cells. It is never negative.
@frozen
public struct Size: Sendable, Hashable {
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Creates a size of `width` columns and `height` rows. Negative numbers count as zero.
  @inlinable
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// The empty size.
  public static let zero = Size(width: 0, height: 0)

  /// Whether the size contains no cells.
  @inlinable public var isEmpty: Bool { width == 0 || height == 0 }
}

/// A rectangle of cells.
@frozen
public struct Rect: Sendable, Hashable {
  /// The top left cell.
  public var origin: Point
  /// The size.
  public var size: Size

  /// Creates the rectangle of `size` whose top left cell is at `origin`.
  @inlinable
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates the rectangle at (`x`, `y`). A negative width or height counts as zero.
  @inlinable
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The empty rectangle at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// The leftmost column.
  @inlinable public var x: Int { origin.x }
  /// The topmost row.
  @inlinable public var y: Int { origin.y }
  /// The number of columns.
  @inlinable public var width: Int { size.width }
  /// The number of rows.
  @inlinable public var height: Int { size.height }
  /// The first column to the right of the rectangle.
  @inlinable public var maxX: Int { origin.x + size.width }
  /// The first row below the rectangle.
  @inlinable public var maxY: Int { origin.y + size.height }
  /// Whether the rectangle contains no cells.
  @inlinable public var isEmpty: Bool { size.isEmpty }
  /// The columns.
  @inlinable public var columns: Range<Int> { origin.x..<maxX }
  /// The rows.
  @inlinable public var rows: Range<Int> { origin.y..<maxY }

  /// Returns whether the cell at `point` belongs to the rectangle.
  @inlinable
  public func contains(_ point: Point) -> Bool {
    point.x >= origin.x && point.x < maxX && point.y >= origin.y && point.y < maxY
  }

  /// Returns whether every cell of `other` belongs to the rectangle. Every rectangle contains an empty rectangle.
  @inlinable
  public func contains(_ other: Rect) -> Bool {
    other.isEmpty || (other.x >= x && other.maxX <= maxX && other.y >= y && other.maxY <= maxY)
  }

  /// Returns whether the two rectangles have a cell in common.
  @inlinable
  public func intersects(_ other: Rect) -> Bool { !intersection(other).isEmpty }

  /// Returns the rectangle of the cells that belong to both.
  @inlinable
  public func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  /// Returns the smallest rectangle that contains both. An empty rectangle adds nothing.
  @inlinable
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Returns the rectangle without the given number of rows and columns at its edges. Negative numbers enlarge it.
  @inlinable
  public func inset(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) -> Rect {
    Rect(x: x + left, y: y + top, width: width - left - right, height: height - top - bottom)
  }

  /// Returns the rectangle without `cells` rows and columns on each side.
  @inlinable
  public func inset(by cells: Int) -> Rect { inset(top: cells, left: cells, bottom: cells, right: cells) }

  /// Returns the rectangle moved by `delta`.
  @inlinable
  public func offset(by delta: Point) -> Rect { Rect(origin: origin.offset(by: delta), size: size) }
}
