import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct RefreshControlTests {
  private func stage(ascii: Bool = false) -> (TestScreen, TableView<CarRow>, RefreshControl) {
    let stage = TestScreen(30, 6, ascii: ascii)
    let table = stage.show(TableView<CarRow>.cars(CarRow.numbered(0..<20)))
    let control = RefreshControl()
    table.refreshControl = control
    return (stage, table, control)
  }

  private func wheelUp(_ stage: TestScreen, times: Int) {
    for _ in 0..<times { stage.mouse(.wheelUp, 3, 3) }
  }

  // MARK: Pulling

  @Test func `pulling at the top stretches the indicator, which triggers one refresh when it is full`() async {
    let (stage, _, control) = stage()
    let pulled = Recorder(control.pulled.asObservable())

    stage.press("k")
    #expect(
      stage.text == """
          Make     Model        Year
        ▼ Pull to refresh █░░░░
        ▸ make 0   model 0      2000 █
          make 1   model 1      2001 │
          make 2   model 2      2002 │
          make 3   model 3      2003 │
        """)

    stage.press(.up, .up)
    #expect(stage.rows[1] == "")
    #expect(stage.rows[2] == "▼ Pull to refresh ███░░")

    wheelUp(stage, times: 1)
    #expect(pulled.takeElements().isEmpty)

    stage.press("k")
    #expect(pulled.elements.count == 1)

    control.isRefreshing = true
    #expect(stage.rows[1] == "⠋ Refreshing…")
    #expect(stage.rows[2].hasPrefix("▸ make 0"))

    await stage.wait(.milliseconds(100))
    #expect(stage.rows[1] == "⠙ Refreshing…")

    for _ in 0..<6 { stage.press("k") }
    #expect(pulled.elements.count == 1)

    control.isRefreshing = false
    #expect(stage.rows[1].hasPrefix("▸ make 0"))
    #expect(stage.clock.sleeperCount == 0)
  }

  @Test func `an empty list can be pulled`() {
    let (stage, table, control) = stage()
    table.rows = .empty
    let pulled = Recorder(control.pulled.asObservable())

    for _ in 0..<5 { stage.press(.up) }

    #expect(pulled.elements.count == 1)
  }

  @Test func `the indicator retracts 0.7 seconds after the last pull`() async {
    let (stage, _, control) = stage()
    stage.press("k", "k", "k")

    await stage.wait(.milliseconds(600))
    stage.press("k")
    #expect(control.pullCount == 4)

    await stage.wait(.milliseconds(699))
    #expect(control.lineCount == 2)

    await stage.wait(.milliseconds(1))
    #expect(control.lineCount == 0)
    #expect(stage.rows[1].hasPrefix("▸ make 0"))
  }

  @Test func `the indicator retracts if no refresh starts`() async {
    let (stage, _, control) = stage()
    for _ in 0..<5 { stage.press("k") }
    #expect(control.lineCount == 1)

    await stage.wait(.milliseconds(700))

    #expect(control.lineCount == 0)
  }

  // MARK: Resting at the top

  @Test func `a key that is held until the top is reached does not refresh`() async {
    let (stage, table, control) = stage()
    let pulled = Recorder(control.pulled.asObservable())
    table.selectedIndex = 3

    for _ in 0..<5 {
      for _ in 0..<5 { stage.press("k") }
      await stage.wait(.milliseconds(299))
    }
    #expect(control.lineCount == 0)
    #expect(pulled.elements.isEmpty)

    await stage.wait(.milliseconds(1))
    for _ in 0..<5 { stage.press("k") }
    #expect(pulled.elements.count == 1)
  }

  @Test func `the wheel pulls only after a rest period once the list has appeared`() async {
    let (stage, _, control) = stage()
    let pulled = Recorder(control.pulled.asObservable())

    for _ in 0..<3 {
      wheelUp(stage, times: 9)
      await stage.wait(.milliseconds(299))
    }
    #expect(control.pullCount == 0)
    #expect(pulled.elements.isEmpty)

    await stage.wait(.milliseconds(1))
    wheelUp(stage, times: 5)
    #expect(pulled.elements.count == 1)
  }

  @Test func `the wheel pulls only after a rest period once the list has jumped to its top`() async {
    let (stage, table, control) = stage()
    await stage.wait(.seconds(1))
    let jumps: [@MainActor () -> Void] = [
      { table.selectedIndex = 0 }, { table.show(TableRows(CarRow.numbered(100..<120)), selecting: .first) },
      { self.wheelUp(stage, times: 5) },
    ]

    for jump in jumps {
      table.selectedIndex = 19
      stage.window.render()
      jump()
      wheelUp(stage, times: 9)

      #expect(table.visibleRows.lowerBound == 0)
      #expect(control.pullCount == 0)
      await stage.wait(.seconds(1))
    }
  }

  @Test func `the rest period at the top does not outlast the window`() async {
    let (stage, table, control) = stage()
    table.selectedIndex = 1
    stage.press("k")

    stage.show(View())
    stage.show(table)
    stage.press("k")

    #expect(control.pullCount == 1)
  }

  // MARK: Showing a refresh

  @Test func `a refresh that was not pulled shows a spinner in the header after 150 ms and moves nothing`() async {
    let (stage, _, control) = stage()
    let before = stage.text

    control.isRefreshing = true
    #expect(stage.text == before)

    await stage.wait(.milliseconds(150))
    #expect(stage.rows[0] == "⠋ Make     Model        Year")

    await stage.wait(.milliseconds(200))
    #expect(stage.rows[0] == "⠹ Make     Model        Year")
    #expect(stage.rows[1] == "▸ make 0   model 0      2000 █")

    control.isRefreshing = false
    #expect(stage.text == before)
    #expect(stage.clock.sleeperCount == 0)
  }

  @Test func `a pulled refresh keeps its line while the list is covered`() {
    let (stage, table, control) = stage()
    for _ in 0..<5 { stage.press("k") }
    control.isRefreshing = true

    stage.show(View())
    stage.show(table)

    #expect(stage.rows[1] == "⠋ Refreshing…")
  }

  @Test func `the text of a refresh can change`() {
    let (stage, _, control) = stage()
    for _ in 0..<5 { stage.press("k") }
    control.isRefreshing = true
    #expect(stage.rows[1] == "⠋ Refreshing…")

    control.refreshingText = "12,000 rows"

    #expect(stage.rows[1] == "⠋ 12,000 rows…")
  }

  @Test func `nothing turns in ASCII mode`() async {
    let (stage, _, control) = stage(ascii: true)
    stage.press("k", "k")
    #expect(stage.rows[1] == "v Pull to refresh ##...")

    control.isRefreshing = true
    await stage.wait(.milliseconds(150))
    #expect(stage.rows[0].hasPrefix("* Make"))

    let frames = stage.terminal.frameCount
    await stage.wait(.seconds(5))
    #expect(stage.terminal.frameCount == frames)
    #expect(stage.clock.sleeperCount == 0)
  }
}
