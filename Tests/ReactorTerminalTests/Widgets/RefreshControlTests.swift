import ReactorTerminal
import Testing

@MainActor
@Suite("Pulling to refresh")
struct RefreshControlTests {
  private func stage(ascii: Bool = false) -> (Stage, TableView<CarRow>, RefreshControl) {
    let stage = Stage(30, 6, ascii: ascii)
    let table = stage.show(TableView<CarRow>.cars(CarRow.numbered(0..<20)))
    let control = RefreshControl()
    table.refreshControl = control
    return (stage, table, control)
  }

  @Test("Going up at the very top stretches the indicator; full, it fires once and shows the refresh until it ends")
  func pulling() async {
    let (stage, _, control) = stage()
    let pulled = Recording(control.pulled)
    stage.press("k")
    #expect(
      stage.screen == """
          Make     Model         Year
        ▼ Pull to refresh █░░░░
        ▸ make 0   model 0       2000█
          make 1   model 1       2001│
          make 2   model 2       2002│
          make 3   model 3       2003│
        """)
    stage.press(.up, .up)
    #expect(stage.row(1) == "")
    #expect(stage.row(2) == "▼ Pull to refresh ███░░")
    stage.mouse(.wheelUp, 3, 3)
    #expect(pulled.take().isEmpty)
    stage.press("k")
    #expect(pulled.elements.count == 1)
    control.isRefreshing = true
    #expect(stage.row(1) == "⠋ Refreshing…")
    #expect(stage.row(2).hasPrefix("▸ make 0"))
    await stage.wait(.milliseconds(100))
    #expect(stage.row(1) == "⠙ Refreshing…")
    stage.press("k", "k", "k", "k", "k", "k")
    #expect(pulled.elements.count == 1)
    control.isRefreshing = false
    #expect(stage.row(1).hasPrefix("▸ make 0"))
    #expect(stage.clock.sleeperCount == 0)
  }

  @Test("It goes back when nobody pulls on for 0.7 seconds")
  func relaxing() async {
    let (stage, _, control) = stage()
    stage.press("k", "k", "k")
    await stage.wait(.milliseconds(600))
    stage.press("k")
    #expect(control.stretch == 4)
    await stage.wait(.milliseconds(699))
    #expect(control.lines == 2)
    await stage.wait(.milliseconds(1))
    #expect(control.lines == 0)
    #expect(stage.row(1).hasPrefix("▸ make 0"))
  }

  @Test("When nobody answers a full pull, it goes back too")
  func unanswered() async {
    let (stage, _, control) = stage()
    for _ in 0..<5 { stage.press("k") }
    #expect(control.lines == 1)
    await stage.wait(.milliseconds(700))
    #expect(control.lines == 0)
  }

  @Test("Holding ↑ until the top is reached does not refresh: the key has to rest first")
  func momentum() async {
    let (stage, table, control) = stage()
    let pulled = Recording(control.pulled)
    table.selectedIndex = 3
    for _ in 0..<20 { stage.press("k") }
    #expect(control.lines == 0)
    #expect(pulled.elements.isEmpty)
    await stage.wait(.milliseconds(300))
    for _ in 0..<5 { stage.press("k") }
    #expect(pulled.elements.count == 1)
  }

  @Test("A refresh that was not pulled turns a sign left of the headings, after 150 ms, and moves nothing")
  func notPulled() async {
    let (stage, _, control) = stage()
    let before = stage.screen
    control.isRefreshing = true
    #expect(stage.screen == before)
    await stage.wait(.milliseconds(150))
    #expect(stage.row(0) == "⠋ Make     Model         Year")
    await stage.wait(.milliseconds(200))
    #expect(stage.row(0) == "⠹ Make     Model         Year")
    #expect(stage.row(1) == "▸ make 0   model 0       2000█")
    control.isRefreshing = false
    #expect(stage.screen == before)
    #expect(stage.clock.sleeperCount == 0)
  }

  @Test func `the wheel pulls only after a rest at the top`() async {
    let (stage, table, control) = stage()
    let pulled = Recording(control.pulled)

    for _ in 0..<9 { stage.mouse(.wheelUp, 3, 3) }
    await stage.wait(.milliseconds(299))
    for _ in 0..<9 { stage.mouse(.wheelUp, 3, 3) }

    #expect(control.stretch == 0)
    #expect(pulled.elements.isEmpty)

    await stage.wait(.milliseconds(300))
    for _ in 0..<5 { stage.mouse(.wheelUp, 3, 3) }

    #expect(pulled.elements.count == 1)
    control.isRefreshing = true
    control.isRefreshing = false

    // A list that jumps to its top under a turning wheel has been reached no differently.
    await stage.wait(.seconds(1))
    for jump in [{ table.selectedIndex = 0 }, { table.rows = TableRows(CarRow.numbered(100..<120)) }] {
      table.selectedIndex = 19
      jump()
      for _ in 0..<9 { stage.mouse(.wheelUp, 3, 3) }
      #expect(control.stretch == 0)
    }
    #expect(pulled.elements.count == 1)
  }

  @Test("What it says can change while it refreshes")
  func progress() {
    let (stage, _, control) = stage()
    for _ in 0..<5 { stage.press("k") }
    control.isRefreshing = true
    #expect(stage.row(1) == "⠋ Refreshing…")
    control.refreshingText = "12,000 rows"
    #expect(stage.row(1) == "⠋ 12,000 rows…")
  }

  @Test("In ASCII nothing turns")
  func ascii() async {
    let (stage, _, control) = stage(ascii: true)
    stage.press("k", "k")
    #expect(stage.row(1) == "v Pull to refresh ##...")
    control.isRefreshing = true
    await stage.wait(.milliseconds(150))
    #expect(stage.row(0).hasPrefix("* Make"))
    let frames = stage.terminal.frameCount
    await stage.wait(.seconds(5))
    #expect(stage.terminal.frameCount == frames)
    #expect(stage.clock.sleeperCount == 0)
  }

  @Test("An empty list can be pulled too")
  func emptyList() {
    let (stage, table, control) = stage()
    table.rows = .empty
    let pulled = Recording(control.pulled)
    for _ in 0..<5 { stage.press(.up) }
    #expect(pulled.elements.count == 1)
  }
}
