import Testing

@testable import ReactorTerminalCore

@MainActor
@Suite struct ScrollFinderTests {
  /// Returns the cells of a screen with one row for each letter.
  private func cells(_ letters: String) -> [Cell] {
    let grid = CellGrid(size: Size(width: 3, height: letters.count))
    for (row, letter) in letters.enumerated() {
      Canvas(grid, theme: .mono).write(String(repeating: letter, count: 3), at: Point(x: 0, y: row))
    }
    return grid.cells
  }

  private func scroll(from old: String, to new: String) -> ScrollFinder.Scroll? {
    cells(new).withUnsafeBufferPointer { new in
      cells(old).withUnsafeBufferPointer { old in
        guard let new = new.baseAddress, let old = old.baseAddress else { return nil }
        return ScrollFinder(width: 3, height: 10).find(new: new, old: old)
      }
    }
  }

  @Test(arguments: [
    // Up by one and by three, between rows that stay.
    ("HabcdefghF", "HbcdefghiF", ScrollFinder.Scroll(rows: 1..<9, distance: 1)),
    ("HabcdefghF", "HdefghijkF", ScrollFinder.Scroll(rows: 1..<9, distance: 3)),
    // Down by two.
    ("HabcdefghF", "HyzabcdefF", ScrollFinder.Scroll(rows: 1..<9, distance: -2)),
    // The last row is the selected one, which changes.
    ("HabcdefgSF", "HbcdefghTF", ScrollFinder.Scroll(rows: 1..<8, distance: 1)),
  ])
  func `a block of rows that moved is found`(old: String, new: String, expected: ScrollFinder.Scroll) {
    #expect(scroll(from: old, to: new) == expected)
  }

  @Test(arguments: [
    ("HabcdefghF", "HabcdefghF"), ("HabcdefghF", "HabXdefghF"), ("HabcdefghF", "HstuvwxyzF"),
    ("HabcdefghF", "HghijklmnF"),
  ])
  func `other changes are not a scroll`(old: String, new: String) { #expect(scroll(from: old, to: new) == nil) }
}
