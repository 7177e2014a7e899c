/// Where the columns of a comparison are.
struct CompareLayout: Hashable {
  /// Columns of the screen for a sign of difference before each name.
  static let gutter = 2
  /// Columns of the screen below which a car cannot be read, and above which more only pulls the cars apart.
  private static let narrowest = 14
  private static let widest = 32

  /// Columns of the screen for the names of the facts, the gutter included.
  let labels: Int
  /// Columns of the screen for each car.
  let width: Int
  /// The cars that are shown: all, or those around the selected one.
  let shown: Range<Int>

  /// - Parameters:
  ///   - room: columns of the screen.
  ///   - count: cars there are.
  ///   - selected: one that has to be shown.
  ///   - first: the first that was shown before; it stays where that is possible.
  init(room: Int, count: Int, selected: Int, first: Int) {
    labels = Self.gutter + (room >= 60 ? 15 : 13)
    let space = max(0, room - labels)
    // Even where it is tight there are two: one car is no comparison.
    let fitting = max(2, space / Self.narrowest)
    let visible = max(1, min(count, fitting))
    width = min(Self.widest, space / visible)
    let start = max(0, min(max(min(first, selected), selected - visible + 1), count - visible))
    shown = start..<min(count, start + visible)
  }

  /// Where the car at a place begins.
  func x(of place: Int) -> Int { labels + (place - shown.lowerBound) * width }

  /// The car at a column of the screen.
  func place(at x: Int) -> Int? {
    guard x >= labels, width > 0 else { return nil }
    let place = shown.lowerBound + (x - labels) / width
    return shown.contains(place) ? place : nil
  }
}
