import ShowroomTestSupport
import Testing

/// Tests that any number of incremental frames produces the same screen as a full redraw.
@Suite(.waits, .showroom)
struct PaintingTests {
  private static let tour: [(keys: String, seen: String)] = [
    ("jjj", "4/7,373"), ("kkk", "1/7,373"), ("G", "7,373/7,373"), ("\u{1B}[5~", "/7,373"),
    ("g", "1/7,373"),
    ("/kia e", "filter: kia e"), ("\r", "filter: kia e"), ("s", "Sort by"), ("\u{1B}", "filter: kia e"),
    ("\r", "Drive"),
    ("n", "2/"), ("?", "Help"), ("\u{1B}", "2/"), ("\u{1B}", "filter: kia e"), ("  ", "2 marked"), ("c", "2 cars"),
    ("\u{1B}", "2 marked"), (":", "Commands"), ("\u{1B}", "2 marked"), ("f", "★"), ("F", "only"),
  ]

  @Test(arguments: [(80, 24), (120, 40), (44, 12)])
  func `incremental drawing gives the same screen as a full redraw`(_ columns: Int, _ rows: Int) throws {
    let terminal = try Sandbox().open(columns: columns, rows: rows)
    for (keys, seen) in Self.tour {
      let frames = terminal.screen.frames
      try terminal.type(keys)
      try terminal.wait(for: "\"\(seen)\" after \(keys.debugDescription)") {
        $0.frames > frames && $0.contains(seen)
      }
      try terminal.waitUntilIdle()
      let clearings = terminal.screen.clearings
      try terminal.press(.controlL)
      try terminal.wait(for: "a whole painting after \(keys.debugDescription)") { $0.clearings > clearings }
      let (before, after) = (terminal.screen.linesBeforeClearing, terminal.screen.grid.lines)
      for row in 0..<rows {
        for (column, pair) in zip(before[row], after[row]).enumerated()
        where pair.0.seen != pair.1.seen {
          Issue.record("row \(row), column \(column) after \(keys.debugDescription): \(pair.0) for \(pair.1)")
          return
        }
      }
    }
    #expect(terminal.screen.unknown == [])
  }
}

extension Cell {
  /// The visible properties, which for a space exclude its color and weight.
  fileprivate var seen: Cell {
    guard text == " ", style.attributes.isDisjoint(with: [.reverse, .underline, .struck]) else { return self }
    return Cell(style: style.erased)
  }
}
