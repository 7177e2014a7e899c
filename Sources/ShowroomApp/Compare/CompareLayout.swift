/// The layout of the columns of a comparison.
struct CompareLayout: Hashable {
  /// The width of the gutter for the sign of a difference.
  static let gutter = 2
  /// The minimum width at which a car is readable, and the maximum useful width.
  private static let narrowest = 14
  private static let widest = 32
  /// The minimum and maximum width of a bar, and the width of a typical number: `286 g/mi`.
  private static let narrowestBar = 4
  private static let widestBar = 16
  private static let numberWidth = 8
  /// The columns of a car that its text does not use: the sign before it, and a space on either side.
  static let margin = 3

  /// The width of the labels of the facts, including the gutter.
  let labels: Int
  /// The width of each car.
  let width: Int
  /// The positions of the visible cars: all cars, or those around the selected one.
  let shown: Range<Int>

  /// Creates a layout.
  ///
  /// - Parameters:
  ///   - room: The available width.
  ///   - count: The number of cars.
  ///   - selected: The position of a car that must be visible.
  ///   - first: The position of the first car that was visible before. It stays visible if possible.
  ///   - longest: The width of the longest text of a car. Cars become wider to show it if there is enough space.
  init(room: Int, count: Int, selected: Int, first: Int, longest: Int = 0) {
    labels = Self.gutter + (room >= 60 ? 17 : 13)
    let space = max(0, room - labels)
    // At least two cars are visible, because a single car is not a comparison.
    let fitting = max(2, space / Self.narrowest)
    let visible = max(1, min(count, fitting))
    width = min(max(Self.widest, longest + Self.margin), space / visible)
    let start = max(0, min(max(min(first, selected), selected - visible + 1), count - visible))
    shown = start..<min(count, start + visible)
  }

  /// The width available for the text of a car.
  var room: Int { max(0, width - Self.margin) }

  /// Returns the width of the bars next to the numbers of a row; 0 if there is too little space next to any of them.
  /// The bars of a row have the same width, so that they can be compared.
  ///
  /// - Parameter longest: The width of the row's longest number.
  func bar(besideNumberOf longest: Int) -> Int {
    let width = min(Self.widestBar, room - max(Self.numberWidth, longest) - 1)
    return width < Self.narrowestBar ? 0 : width
  }

  /// Returns the first column of a car.
  func x(of place: Int) -> Int { labels + (place - shown.lowerBound) * width }

  /// Returns the position of the car at a column, or `nil` if there is none.
  func place(at x: Int) -> Int? {
    guard x >= labels, width > 0 else { return nil }
    let place = shown.lowerBound + (x - labels) / width
    return shown.contains(place) ? place : nil
  }
}
