import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import ReactorTerminalCore

/// A key that is held down, whose presses arrive together while the program is busy.
@MainActor
@Suite struct HeldKeyTests {
  private func table(_ stage: TestScreen, _ count: Int = 3_000) -> TableView<CarRow> {
    stage.show(TableView<CarRow>.cars(CarRow.numbered(0..<count)))
  }

  private func hold(_ key: Key, _ count: Int, in stage: TestScreen) {
    stage.window.handle(Array(repeating: .key(key), count: count))
    stage.window.render()
  }

  @Test func `the list announces the first row and the one that the key leads to`() {
    let stage = TestScreen(40, 10)
    let table = table(stage)
    let selected = Recorder(table.selectionChanged.asObservable())

    hold("j", 2_000, in: stage)
    hold("k", 500, in: stage)

    #expect(selected.elements == [1, 2_000, 1_999, 1_500])
    #expect(table.positionText == "1,501/3,000" && stage.text.contains("▸"))
  }

  @Test func `every press counts as input, and keys between them keep their order`() {
    let stage = TestScreen(40, 10)
    let table = table(stage)
    let opened = Recorder(table.rowOpened.asObservable())
    let before = stage.window.program.inputCount

    stage.window.handle(["j", "j", "j", .enter, "j", "j", "k", "k", "k", .enter].map { .key($0) })

    #expect(opened.elements == [3, 2])
    #expect(stage.window.program.inputCount - before == 10)
  }

  @Test func `observers of the command or the program are notified of every press`() {
    let stage = TestScreen(40, 10)
    let table = table(stage)
    var presses = 0
    table.command(ListCommands.down)?.bind { presses += 1 }

    hold("j", 100, in: stage)

    #expect(presses == 100)
    #expect(table.selectedIndex == 100)
  }

  @Test func `a held key continues to the rows that a list loads at its end`() {
    let stage = TestScreen(40, 10)
    let table = table(stage, 100)
    table.endReached.subscribe {
      if table.rows.count < 200 { table.rows = TableRows(CarRow.numbered(0..<200)) }
    }.disposed(by: stage.window.disposeBag)

    hold("j", 150, in: stage)

    #expect(table.selectedIndex == 150)
  }

  @Test func `holding the key at the first row pulls the list down as single presses do`() async {
    var pulls: [[Int]] = []
    for isHeld in [true, false] {
      let stage = TestScreen(40, 10)
      let table = table(stage)
      let control = RefreshControl()
      table.refreshControl = control
      let pulled = Recorder(control.pulled.asObservable())
      table.selectedIndex = 5
      var counts: [Int] = []
      for count in [7, 3, RefreshControl.requiredPulls] {
        if isHeld { hold("k", count, in: stage) } else { for _ in 0..<count { stage.press("k") } }
        counts += [control.pullCount, pulled.elements.count]
        await stage.wait(.seconds(2))
      }
      pulls.append(counts)
    }

    #expect(pulls == [[0, 0, 3, 0, 0, 1], [0, 0, 3, 0, 0, 1]])
  }

  @Test(arguments: [1, 3, nil], [false, true])
  func `the screen is the same as after single presses`(lines: Int?, hasSections: Bool) {
    let height: TableRowHeight<CarRow> = lines.map { .fixed($0) } ?? .varying { $0.id % 3 + 1 }
    let (together, single) = (TestScreen(40, 11), TestScreen(40, 11))
    let tables = (table(together, 60), table(single, 60))
    (tables.0.rowHeight, tables.1.rowHeight) = (height, height)
    if hasSections {
      let rows = TableRows(CarRow.numbered(0..<60)) { "\($0.id / 7)" }
      (tables.0.rows, tables.1.rows) = (rows, rows)
    }
    for (key, count) in [("j", 7), ("k", 3), ("j", 90), ("k", 20), ("j", 2), ("k", 90), ("j", 31)] as [(Key, Int)] {
      hold(key, count, in: together)
      for _ in 0..<count { single.press(key) }

      #expect(together.text == single.text)
      #expect(tables.0.visibleRows == tables.1.visibleRows && tables.0.selectedID == tables.1.selectedID)
    }
  }
}
