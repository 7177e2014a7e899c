import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct ColumnChooserTests {
  private let stage = TestScreen(40, 10)

  private func chooser(_ settings: [TableColumnSetting] = []) -> ColumnChooser {
    let chooser = ColumnChooser(
      columns: [
        ColumnChooser.Column(id: "make", title: "Make", width: 10, isRequired: true),
        ColumnChooser.Column(id: "model", title: "모델", width: 24), ColumnChooser.Column(id: "co2", title: "CO₂"),
      ], settings: settings, standard: [TableColumnSetting("model"), TableColumnSetting("co2", isShown: false)])
    stage.window.present(chooser)
    stage.window.render()
    return chooser
  }

  @Test func `the columns are listed in their order with their widths`() {
    _ = chooser([TableColumnSetting("co2", isShown: false), TableColumnSetting("make", width: 12)])

    #expect(
      stage.text == """


              ╭─ Columns ────────────────╮
              │ ▸ [ ] CO₂         auto   │
              │   [x] Make          12   │
              │   [x] 모델        auto   │
              ╰──────────────────────────╯
        """)
  }

  @Test func `keys show, hide, order and resize columns, and each change is announced`() {
    let chooser = chooser()
    let changed = Recorder(chooser.changed.asObservable())
    let (make, co2) = (TableColumnSetting("make"), TableColumnSetting("co2"))

    stage.press(.space)
    #expect(changed.takeElements().isEmpty)

    stage.press("j", .space, "J")
    #expect(
      changed.takeElements() == [
        [make, TableColumnSetting("model", isShown: false), co2],
        [make, co2, TableColumnSetting("model", isShown: false)],
      ])

    stage.press("J", .space, Key(.up, .shift), "K", "K", "-")
    #expect(
      changed.takeElements().last == [TableColumnSetting("model", width: 23), make, co2])
    #expect(stage.position(of: "모델").map { stage.rows[$0.y].contains("▸") } == true)
    stage.press("+")
    #expect(chooser.settings == [TableColumnSetting("model", width: 24), make, co2])
  }

  @Test func `the first column of a long list moves below the next one, which stays visible`() {
    let columns = "ABCDEFGHIJKLMNOPQRST".map { ColumnChooser.Column(id: String($0), title: "Column \($0)") }
    stage.window.present(ColumnChooser(columns: columns, settings: []))
    stage.window.render()
    func lines() -> [String] { stage.rows.filter { $0.contains("[x]") } }
    #expect(lines().count < columns.count && lines().first?.contains("▸ [x] Column A") == true)

    stage.press("J")

    #expect(lines().first?.contains("  [x] Column B") == true, "\(stage.text)")
    #expect(lines().dropFirst().first?.contains("▸ [x] Column A") == true, "\(stage.text)")
  }

  @Test func `a reset restores the default, in which required columns are shown`() {
    let chooser = chooser([TableColumnSetting("make", isShown: false), TableColumnSetting("gone")])
    #expect(chooser.settings.map(\.isShown) == [true, true, true])

    stage.press("r")

    #expect(
      chooser.settings
        == [TableColumnSetting("model"), TableColumnSetting("co2", isShown: false), TableColumnSetting("make")])
  }

  @Test func `Enter sends the settings, and Esc nothing`() {
    let first = chooser()
    let confirmed = Recorder(first.chosen.asObservable())
    stage.press("J", .enter)
    #expect(confirmed.elements.map { $0.map(\.id) } == [["model", "make", "co2"]])

    let second = chooser()
    let canceled = Recorder(second.chosen.asObservable())
    stage.press("J", .escape)
    #expect(canceled.elements.isEmpty && stage.window.modals.isEmpty)
  }

  @Test func `the help explains what Enter and Space do with columns`() {
    _ = chooser()
    stage.window.installStandardCommands {}
    stage.resize(80, 30)

    stage.press("j", "?")

    #expect(stage.text.contains("Apply           Closes the dialog and applies the columns."))
    #expect(stage.text.contains("Hide            Hides the selected column."))
    #expect(!stage.text.contains("Opens the selected row."))
  }

  @Test func `the hint of Space says whether it shows or hides the column`() {
    _ = chooser([TableColumnSetting("model"), TableColumnSetting("co2", isShown: false)])
    func hint() -> KeyBinding? { stage.window.activeBindings.first { $0.id == ListCommands.mark.id } }

    #expect(hint()?.title == "Hide" && hint()?.isHidden == false)
    stage.press("j")
    #expect(hint()?.title == "Show" && hint()?.isHidden == false)
  }

  @Test func `a width stays within its limits`() {
    let chooser = chooser([TableColumnSetting("make", width: 2), TableColumnSetting("co2", width: .max)])

    stage.press("-", "-", "-", "j", "+")

    #expect(chooser.settings.prefix(2).map(\.width) == [1, ColumnChooser.maxWidth])
  }

  @Test(arguments: [(1, 1), (3, 2), (10, 3), (200, 60)])
  func `any size can be drawn`(width: Int, height: Int) {
    let chooser = chooser()
    stage.resize(width, height)
    stage.press("J", "+", .space)

    #expect(chooser.settings[0].id == "model")
  }
}
