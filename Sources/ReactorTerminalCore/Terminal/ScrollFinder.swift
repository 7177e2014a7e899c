import Glibc

/// A search for the rows of a screen that only moved up or down.
///
/// ncurses also finds them, but only after it has received and hashed every cell, which takes three times as long.
struct ScrollFinder {
  /// A range of rows that scrolls.
  struct Scroll: Hashable {
    /// The rows. Rows that no text moves into become blank.
    var rows: Range<Int>
    /// The distance in rows, positive for a move upward.
    var distance: Int
  }

  /// The number of columns.
  let width: Int
  /// The number of rows.
  let height: Int

  /// The minimum number of equal rows for which a scroll pays off.
  private static let worthwhile = 4

  /// Returns the scroll that explains the most differences between two screens, or `nil` if none pays off.
  func find(new: UnsafePointer<Cell>, old: UnsafePointer<Cell>) -> Scroll? {
    guard let changed = changedRows(new, old), changed.count > Self.worthwhile else { return nil }
    var best: Scroll?
    var bestCount = Self.worthwhile - 1
    // The middle row is rarely the selected one, whose style differs after it moves.
    for probe in [changed.lowerBound + changed.count / 2, changed.lowerBound + changed.count / 3] {
      for source in changed where source != probe && isSame(new, probe, old, source) {
        let block = block(around: probe, distance: source - probe, within: changed, new, old)
        guard block.count > bestCount else { continue }
        bestCount = block.count
        let distance = source - probe
        best = Scroll(
          rows: distance > 0
            ? block.lowerBound..<block.upperBound + distance : block.lowerBound + distance..<block.upperBound,
          distance: distance)
      }
    }
    return best
  }

  /// Returns the range from the first to the last row that differs.
  private func changedRows(_ new: UnsafePointer<Cell>, _ old: UnsafePointer<Cell>) -> Range<Int>? {
    guard let first = (0..<height).first(where: { !isSame(new, $0, old, $0) }),
      let last = (0..<height).last(where: { !isSame(new, $0, old, $0) })
    else { return nil }
    return first..<last + 1
  }

  /// Returns the rows around `probe` that were `distance` rows further down.
  private func block(
    around probe: Int, distance: Int, within rows: Range<Int>, _ new: UnsafePointer<Cell>, _ old: UnsafePointer<Cell>
  ) -> Range<Int> {
    var first = probe
    while rows.contains(first - 1), rows.contains(first - 1 + distance),
      isSame(new, first - 1, old, first - 1 + distance)
    { first -= 1 }
    var end = probe + 1
    while rows.contains(end), rows.contains(end + distance), isSame(new, end, old, end + distance) { end += 1 }
    return first..<end
  }

  private func isSame(_ new: UnsafePointer<Cell>, _ row: Int, _ old: UnsafePointer<Cell>, _ other: Int) -> Bool {
    memcmp(new + row * width, old + other * width, width * MemoryLayout<Cell>.stride) == 0
  }
}
