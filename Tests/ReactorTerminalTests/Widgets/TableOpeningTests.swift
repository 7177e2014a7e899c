import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct TableOpeningTests {
  private let stage = TestScreen(40, 6)

  private func table(_ rows: [CarRow]) -> (TableView<CarRow>, Recorder<Int>) {
    let table = stage.show(TableView<CarRow>.cars(rows))
    table.allowsMarking = true
    return (table, Recorder(table.rowOpened.asObservable()))
  }

  private var offered: [CommandID] {
    stage.window.activeBindings.map(\.id).filter { [ListCommands.open.id, ListCommands.mark.id].contains($0) }
  }

  @Test func `an empty table offers no command to open or mark a row`() {
    let (table, opened) = table([])
    #expect(offered.isEmpty)

    stage.press(.enter)
    table.open()
    #expect(opened.elements.isEmpty)

    table.rows = TableRows(CarRow.few)
    #expect(offered == [ListCommands.open.id, ListCommands.mark.id])
    stage.press(.enter)
    #expect(opened.takeElements() == [1])

    table.rows = .empty
    #expect(offered.isEmpty)
  }

  @Test func `a row that is a heading cannot be opened in any way`() {
    let (table, opened) = table(CarRow.few)
    table.canOpenRow = { $0.year != 2024 }
    #expect(offered == [ListCommands.open.id, ListCommands.mark.id])

    stage.press("j", .enter)
    stage.mouse(.press, 4, 2, clicks: 2)
    table.open()
    #expect(offered == [ListCommands.mark.id] && opened.elements.isEmpty)

    stage.press("j", .enter)
    stage.mouse(.press, 4, 4, clicks: 2)
    #expect(opened.takeElements() == [3, 4])

    stage.press("k", "k")
    table.canOpenRow = nil
    #expect(offered == [ListCommands.open.id, ListCommands.mark.id])
  }

  @Test func `Enter is left to the views around a table that cannot use it`() {
    let form = StackView(.vertical)
    let table = form.add(TableView<CarRow>.cars([]), .share(1))
    let opened = Recorder(table.rowOpened.asObservable())
    var count = 0
    form.keys(.enter, id: CommandID("form.confirm"), title: "Confirm").bind { count += 1 }
    stage.show(form)

    stage.press(.enter)
    #expect(count == 1)

    table.rows = TableRows(CarRow.few)
    stage.press(.enter)
    #expect(count == 1 && opened.elements == [1])
  }

  @Test func `Enter has its usual name again when the rows no longer choose it`() {
    let (table, opened) = table(CarRow.few)
    table.opening = { _ in RowCommand("Unfold", help: "Shows the variants.", isEnabled: false) }
    stage.press(.enter)
    #expect(table.rowOpenTitle == "Unfold" && opened.elements.isEmpty)

    table.opening = nil
    stage.press(.enter)

    #expect(table.rowOpenTitle == "Open" && table.rowOpenHelp == "Opens the selected row.")
    #expect(opened.elements == [1])
  }

  @Test func `Enter, or the key that the user chose for it, shows why the selected row cannot be opened`() {
    let (table, opened) = table(CarRow.few)
    table.opening = { row in
      RowCommand("Open", isEnabled: row?.id != 1, reason: "The first car cannot be opened.")
    }
    stage.window.keymap = Keymap([ListCommands.open.id: ["o"]])

    stage.press("o")
    #expect(stage.text.contains("The first car cannot be opened."), "\(stage.text)")
    stage.press("j", "o")

    #expect(opened.elements == [2])
  }

  @Test func `a command that the program has disabled stays disabled`() {
    let (table, _) = table([])
    table.command(ListCommands.open)?.isEnabled = false

    table.rows = TableRows(CarRow.few)

    #expect(offered == [ListCommands.mark.id])
  }
}
