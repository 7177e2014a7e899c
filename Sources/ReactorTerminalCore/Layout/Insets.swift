/// The numbers of cells between the edges of a rectangle and its contents. They are never negative.
public struct Insets: Sendable, Hashable {
  /// The rows at the top.
  public let top: Int
  /// The columns at the left.
  public let left: Int
  /// The rows at the bottom.
  public let bottom: Int
  /// The columns at the right.
  public let right: Int

  /// Creates insets. Negative numbers count as zero.
  public init(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) {
    self.top = Sizing.cells(top)
    self.left = Sizing.cells(left)
    self.bottom = Sizing.cells(bottom)
    self.right = Sizing.cells(right)
  }

  /// Creates insets of `horizontal` columns at the left and right and `vertical` rows at the top and bottom.
  public init(horizontal: Int, vertical: Int) {
    self.init(top: vertical, left: horizontal, bottom: vertical, right: horizontal)
  }

  /// No insets.
  public static let zero = Insets()

  var size: Size { Size(width: left + right, height: top + bottom) }
}

extension Insets: ExpressibleByIntegerLiteral {
  /// Creates the same inset on all sides.
  public init(integerLiteral value: Int) { self.init(top: value, left: value, bottom: value, right: value) }
}

extension Rect {
  /// Returns the rectangle reduced by `insets`. The result is inside this rectangle, even if the rectangle is smaller
  /// than the insets.
  public func inset(by insets: Insets) -> Rect {
    let left = min(insets.left, width)
    let top = min(insets.top, height)
    return Rect(
      x: x + left, y: y + top, width: width - left - min(insets.right, width - left),
      height: height - top - min(insets.bottom, height - top))
  }
}

extension Size {
  package func reduced(by insets: Insets) -> Size {
    Size(width: width - insets.size.width, height: height - insets.size.height)
  }

  package func enlarged(by insets: Insets) -> Size {
    Size(width: Sizing.cells(width) + insets.size.width, height: Sizing.cells(height) + insets.size.height)
  }

  package func limited(to other: Size) -> Size {
    Size(width: min(width, other.width), height: min(height, other.height))
  }
}
