/// The direction in which views are arranged.
public enum Axis: Sendable, Hashable {
  /// From left to right.
  case horizontal
  /// From top to bottom.
  case vertical

  func along(_ size: Size) -> Int { self == .horizontal ? size.width : size.height }

  func across(_ size: Size) -> Int { self == .horizontal ? size.height : size.width }

  func along(_ point: Point) -> Int { self == .horizontal ? point.x : point.y }

  func size(along: Int, across: Int) -> Size {
    self == .horizontal ? Size(width: along, height: across) : Size(width: across, height: along)
  }

  func rect(along: Int, across: Int, length: Int, breadth: Int) -> Rect {
    self == .horizontal
      ? Rect(x: along, y: across, width: length, height: breadth)
      : Rect(x: across, y: along, width: breadth, height: length)
  }
}
