import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct TableCostTests {
  /// Records the rows that a table draws.
  @MainActor
  private final class Counting {
    var drawn: [Int] = []
    /// What a cell shows besides the number of its row.
    var sign = "a"

    func table(_ count: Int) -> TableView<CarRow> {
      let table = TableView<CarRow>(
        columns: [
          TableColumn(id: "id", title: "Id") { [weak self] row in
            self?.drawn.append(row.id)
            return TableCell(row.make)
          }
        ])
      table.rows = TableRows(
        count: count, stamp: count, row: { CarRow(id: $0, make: "m", model: "", year: 0) }, index: { $0 })
      return table
    }
  }

  @Test(arguments: [20, 1_000_000])
  func `only visible rows are requested, however many there are`(count: Int) {
    let counting = Counting()
    let stage = CountedWindow(30, 11)
    stage.show(counting.table(count))

    #expect(counting.drawn == Array(0..<10))
  }

  @Test func `moving the selection draws the row that it enters, and copies the one that it leaves`() {
    let counting = Counting()
    let stage = CountedWindow(30, 11)
    let table = stage.show(counting.table(1_000))
    table.selectedIndex = 4
    stage.window.render()
    counting.drawn = []
    stage.press("j")
    #expect(counting.drawn == [5])

    counting.drawn = []
    stage.click(3, 2)
    #expect(counting.drawn == [1])
  }

  @Test func `scrolling draws the rows that appear, and copies those that move`() {
    let counting = Counting()
    let stage = CountedWindow(30, 11)
    let table = stage.show(counting.table(1_000))
    table.selectedIndex = 9
    stage.window.render()
    counting.drawn = []

    stage.press("j")
    #expect(counting.drawn == [10])
    stage.press("j")
    #expect(counting.drawn == [10, 10, 11], "the row that was selected has not been drawn without a selection")

    counting.drawn = []
    stage.press(.pageDown)
    #expect(counting.drawn.count == 10)
  }

  @Test func `rows are redrawn after anything around them may have changed`() {
    let counting = Counting()
    let stage = TestScreen(20, 6)
    stage.window.minimumSize = Size(width: 1, height: 1)
    let table = TableView<CarRow>(
      columns: [TableColumn(id: "id", title: "ID") { TableCell("\(counting.sign)\($0.id)") }],
      rows: TableRows(CarRow.numbered(0..<50)))
    stage.show(table)
    table.selectedIndex = 4
    stage.window.render()

    counting.sign = "b"
    stage.window.root.setNeedsDisplay()
    stage.press("j")

    #expect(stage.rows.dropFirst().map { $0.contains("b") } == Array(repeating: true, count: 5), "\(stage.text)")
    counting.sign = "c"
    stage.window.root.setNeedsDisplay()
    stage.window.render()
    stage.press("j")
    #expect(stage.rows.dropFirst().map { $0.contains("c") } == Array(repeating: true, count: 5), "\(stage.text)")
  }

  @Test func `a row that was stored for another line of a smaller window is not used`() {
    let stage = TestScreen(20, 8)
    stage.window.minimumSize = Size(width: 1, height: 1)
    let table = stage.show(TableView<CarRow>.cars(CarRow.numbered(0..<50)))
    table.selectedIndex = 6
    for height in [5, 8, 4] {
      stage.window.handle([.resize(Size(width: 20 + height, height: height))])
      stage.press("j", "j", "k")
    }
    #expect(table.selectedIndex == 9)
  }

  @Test func `equal rows, the same selection and the same size draw nothing`() {
    let counting = Counting()
    let stage = CountedWindow(30, 11)
    let table = stage.show(counting.table(1_000))
    counting.drawn = []
    table.rows = TableRows(count: 1_000, stamp: 1_000, row: { _ in CarRow.few[0] }, index: { _ in nil })
    table.selectedIndex = 0
    stage.press("k")
    stage.window.render()

    #expect(counting.drawn.isEmpty)
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `partial drawing after random moves looks the same as drawing everything`(seed: UInt64) {
    var dice = Dice(state: seed)
    let stage = TestScreen(40, 9)
    let table = stage.show(TableView<CarRow>.cars(CarRow.numbered(0..<60)))
    table.allowsMarking = true
    table.refreshControl = RefreshControl()
    let keys: [Key] = ["j", "k", "G", "g", .pageUp, .pageDown, .control("d"), .control("u"), .up, .down]
    for _ in 0..<80 {
      switch Int.random(in: 0..<12, using: &dice) {
      case 0: stage.mouse(.wheelDown, 3, 3, steps: Int.random(in: 1...4, using: &dice))
      case 1: stage.mouse(.wheelUp, 3, 3)
      case 2: stage.click(Int.random(in: 0..<40, using: &dice), Int.random(in: 0..<9, using: &dice))
      case 3: table.marked.formSymmetricDifference([Int.random(in: 0..<60, using: &dice)])
      case 4: table.rows = TableRows(CarRow.numbered(0..<Int.random(in: 0..<80, using: &dice)).shuffled(using: &dice))
      case 5: table.refreshControl?.isRefreshing.toggle()
      case 6: table.sort = TableSort("year", ascending: .random(using: &dice))
      default: stage.press(keys.randomElement(using: &dice) ?? "j")
      }
      stage.window.render()
    }
  }
}
