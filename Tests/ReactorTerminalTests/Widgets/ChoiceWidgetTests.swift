import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct SegmentedControlTests {
  private func stage(_ width: Int, ascii: Bool = false, theme: Theme = .dark) -> (TestScreen, SegmentedControl) {
    let stage = TestScreen(width, 1, ascii: ascii, theme: theme)
    return (stage, stage.show(SegmentedControl(["Day", "주", "Month"], selectedIndex: 1)))
  }

  @Test func `the choices are side by side, and the selected one is distinct without color`() {
    let (stage, _) = stage(24, theme: .mono)
    #expect(stage.text == " Day │ 주 │ Month")
    #expect(stage.styles(row: 0, ["F": .buttonFocused, "b": .button]) == "bbbbb.FFFF.bbbbbbb......")

    stage.window.focus(nil)
    #expect(self.stage(24, ascii: true).0.text == " Day | 주 | Month")
  }

  @Test func `arrows wrap around at the ends, and a click selects a choice`() {
    let (stage, control) = stage(24)
    let changes = Recorder(control.changed.asObservable())

    stage.press(.right, .right, .left)
    #expect(changes.takeElements() == [2, 0, 2])
    stage.click(1, 0)
    stage.click(1, 0)
    stage.click(5, 0)
    #expect(changes.takeElements() == [0] && control.selectedIndex == 0)
  }

  @Test func `setting the index does not announce it, and the nearest choice is selected`() {
    let (stage, control) = stage(24)
    let changes = Recorder(control.changed.asObservable())

    control.selectedIndex = 9
    #expect(control.selectedIndex == 2)
    control.segments = ["A"]
    #expect(control.selectedIndex == 0 && stage.text == " A")
    control.segments = []
    stage.press(.right)
    stage.click(0, 0)
    #expect(stage.text.isEmpty && changes.elements.isEmpty)
  }

  @Test func `a narrow control shows the selected choice between arrows`() {
    let (stage, control) = stage(9)
    #expect(stage.text == "◀ 주    ▶")

    stage.click(8, 0)
    #expect(stage.text == "◀ Month ▶")
    stage.click(0, 0)
    #expect(control.selectedIndex == 1)
    stage.resize(3, 1)
    #expect(stage.text == "◀ ▶")
    stage.resize(1, 1)
    stage.press(.left)
    #expect(control.selectedIndex == 0)
  }
}

@MainActor
@Suite struct CheckListTests {
  private static let fuels = [
    PickerView.Choice(id: "gas", title: "Gasoline", detail: "12"), PickerView.Choice(id: "ev", title: "전기"),
    PickerView.Choice(id: "h2", title: "Hydrogen"),
  ]

  @Test func `Space and a click on the box check a choice`() {
    let stage = TestScreen(30, 3)
    let list = stage.show(CheckList(Self.fuels, checked: ["ev"]))
    let changes = Recorder(list.changed.asObservable())
    #expect(
      stage.text == """
        ▸ [ ] Gasoline            12
          [x] 전기
          [ ] Hydrogen
        """)

    stage.press(.space)
    stage.click(2, 1)
    stage.click(8, 2)
    #expect(changes.takeElements() == [["ev", "gas"], ["gas"]])
    #expect(stage.rows[0].hasPrefix("  [x] Gasoline") && stage.rows[2].hasPrefix("▸ [ ]"))
  }

  @Test func `all choices can be checked or unchecked at once, and Enter is left to the form`() {
    let stage = TestScreen(30, 3)
    let list = stage.show(CheckList(Self.fuels))
    let changes = Recorder(list.changed.asObservable())

    stage.press("a", "a", .enter)
    #expect(list.checkedChoices == Self.fuels)
    stage.press("A")
    #expect(changes.takeElements() == [["gas", "ev", "h2"], []])
    #expect(stage.window.activeBindings.contains { $0.id == ListCommands.open.id && $0.isEnabled } == false)
    #expect(list.sizeThatFits(Size(width: 80, height: 10)) == Size(width: 22, height: 3))
  }

  @Test func `setting the checked choices does not announce them, and an empty list accepts keys`() {
    let stage = TestScreen(3, 1)
    let list = stage.show(CheckList(Self.fuels))
    let changes = Recorder(list.changed.asObservable())
    list.checkedIDs = ["h2"]
    #expect(changes.elements.isEmpty)

    let empty = stage.show(CheckList([]))
    stage.press(.space, "a", "j")
    #expect(empty.checkedIDs.isEmpty && stage.text.isEmpty)
  }

  @Test func `the dialog sends the checked choices after Enter and nothing after Esc`() {
    let stage = TestScreen(40, 7)
    stage.show(Tile(" "))
    let picker = MultiPickerView(title: "Fuels", choices: Self.fuels, checked: ["ev"], confirm: "Filter")
    let chosen = Recorder(picker.chosen.asObservable())
    stage.window.present(picker)
    #expect(
      stage.text == """

               ╭─ Fuels ────────────────╮
               │ ▸ [ ] Gasoline    12   │
               │   [x] 전기             │
               │   [ ] Hydrogen         │
               ╰────────────────────────╯
        """)
    #expect(stage.window.activeBindings.first { $0.id == ListCommands.open.id }?.title == "Filter")

    stage.press(.space, .enter)
    #expect(chosen.takeElements() == [["gas", "ev"]] && stage.window.modals.isEmpty)

    stage.window.present(picker)
    stage.press(.space, .escape)
    #expect(chosen.takeElements().isEmpty && stage.window.modals.isEmpty)
  }

  @Test func `the field shows the checked choices and opens the dialog`() {
    let stage = TestScreen(30, 9)
    let field = MultiChoiceField(title: "Fuels", choices: Self.fuels, placeholder: "Any")
    let form = FormView()
    form.add("Fuels", field)
    stage.show(form)
    let changes = Recorder(field.changed.asObservable())
    #expect(stage.rows[0] == "Fuels  Any                   ▼")

    stage.press(.space)
    #expect(stage.text.contains("─ Fuels ─"))
    stage.press("a", .enter)
    #expect(changes.takeElements() == [["gas", "ev", "h2"]])
    #expect(stage.rows[0] == "Fuels  3 of 3                ▼")
    field.checkedIDs = ["ev", "h2"]
    #expect(stage.rows[0] == "Fuels  전기, Hydrogen        ▼")

    stage.click(9, 0)
    stage.press(.enter)
    #expect(changes.takeElements().isEmpty)
  }

  @Test(arguments: [1, 2, 5])
  func `a narrow field does not trap`(width: Int) {
    let stage = TestScreen(width, 1, ascii: true, theme: .mono)
    let field = stage.show(MultiChoiceField(title: "Fuels", choices: Self.fuels, checked: ["gas"]))

    #expect(stage.rows[0].last == "v" && stage.window.grid.style(at: .zero).attributes == .reverse)
    stage.press(.space, .space, .enter)
    #expect(field.checkedIDs.isEmpty)
  }
}
