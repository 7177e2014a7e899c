import Glibc

/// Finds the part of a screen that only moved up or down.
///
/// ncurses finds it too, but not before every cell of it was handed over and hashed: telling it costs a third.
struct ScrollFinder {
  /// Rows that scroll together.
  struct Scroll: Hashable {
    /// The rows inside which the text moves; those that nothing moves into become blank.
    var rows: Range<Int>
    /// How far: up if positive.
    var distance: Int
  }

  /// Cells of a row.
  let width: Int
  /// Rows.
  let height: Int

  /// Fewer rows that stay alike are not worth it.
  private static let worthwhile = 4

  /// The scroll that explains most of what differs between two screens; nil if there is none to speak of.
  func find(new: UnsafePointer<Cell>, old: UnsafePointer<Cell>) -> Scroll? {
    guard let changed = changedRows(new, old), changed.count > Self.worthwhile else { return nil }
    var best: Scroll?
    var bestCount = Self.worthwhile - 1
    // The row in the middle is the least likely to be a selection, which changes as it moves.
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

  /// From the first row that differs to the last.
  private func changedRows(_ new: UnsafePointer<Cell>, _ old: UnsafePointer<Cell>) -> Range<Int>? {
    guard let first = (0..<height).first(where: { !isSame(new, $0, old, $0) }),
      let last = (0..<height).last(where: { !isSame(new, $0, old, $0) })
    else { return nil }
    return first..<last + 1
  }

  /// The rows around `probe` that stood `distance` rows further down.
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
