import ReactorTerminal
import Testing

@MainActor
@Suite("Choosing one of a list")
struct PickerTests {
  private func stage() -> (Stage, PickerView) {
    let stage = Stage(40, 9)
    stage.show(Tile(" "))
    let picker = PickerView(
      title: "Sort by",
      choices: [
        PickerView.Choice(id: "make", title: "Make", detail: "A–Z"), PickerView.Choice(id: "year", title: "Year"),
        PickerView.Choice(id: "연비", title: "연비"),
      ], selected: "year")
    stage.window.present(picker)
    return (stage, picker)
  }

  @Test("What was chosen before is selected")
  func screen() {
    let (stage, _) = stage()
    #expect(
      stage.screen == """


                ╭─ Sort by ────────────╮
                │   Make          A–Z  │
                │ ▸ Year               │
                │   연비               │
                ╰──────────────────────╯
        """)
  }

  @Test func `the hint of Enter says what the selected choice does`() {
    let stage = Stage(40, 9)
    stage.show(Tile(" "))
    let picker = PickerView(
      title: "Sort by",
      choices: [
        PickerView.Choice(id: "make", title: "Make", verb: "Reverse"), PickerView.Choice(id: "year", title: "Year"),
      ])
    stage.window.present(picker)
    func verb() -> String? { stage.window.activeBindings.first { $0.id == "list.open" }?.title }

    #expect(verb() == "Reverse")
    stage.press("j")
    #expect(verb() == "Choose")
  }

  @Test("Enter tells which after the dialog is gone; Esc and q tell nothing")
  func choosing() {
    let (stage, picker) = stage()
    let chosen = Recording(picker.chosen)
    stage.press("j", .enter)
    #expect(chosen.take() == ["연비"])
    #expect(stage.window.modals.isEmpty)
    for key in [Key.escape, "q"] {
      stage.window.present(picker)
      stage.press(key)
      #expect(stage.window.modals.isEmpty)
    }
    #expect(chosen.take().isEmpty)
  }
}

@MainActor
@Suite("Forms")
struct FormTests {
  private func stage() -> (Stage, TextField, ChoiceField, ToggleField, TextArea) {
    let stage = Stage(40, 8)
    let form = FormView()
    let server = form.add("Server", TextField("https://", placeholder: "address"))
    let engine = form.add("Engine", ChoiceField(["Folder", "WebDAV", "tus"]))
    let resume = form.add("", ToggleField("Resume after a break", isOn: true))
    let note = form.add("A note", TextArea("one"), height: 2)
    stage.show(form)
    return (stage, server, engine, resume, note)
  }

  @Test("Labels on the left, fields on the right")
  func screen() {
    let (stage, _, _, _, _) = stage()
    #expect(
      stage.screen == """
        Server  https://
        Engine  ◀ Folder ▶
                [x] Resume after a break
        A note  one
        """)
  }

  @Test("Tab moves on, ↑ and ↓ too where the field has no use for them")
  func moving() {
    let (stage, server, engine, resume, note) = stage()
    #expect(stage.window.focusedView === server)
    stage.press(.tab)
    #expect(stage.window.focusedView === engine)
    stage.press(.down)
    #expect(stage.window.focusedView === resume)
    stage.press(.up, .backTab)
    #expect(stage.window.focusedView === server)
    stage.press(.backTab)
    #expect(stage.window.focusedView === note)
    stage.press(.up)
    #expect(stage.window.focusedView === note)
  }

  @Test("← and → change a choice, Space and a click a toggle; each tells")
  func changing() {
    let (stage, _, engine, resume, _) = stage()
    let chosen = Recording(engine.changed)
    let toggled = Recording(resume.changed)
    stage.window.focus(engine)
    stage.press(.right, .right, .right, .left)
    #expect(chosen.take() == [1, 2, 0, 2])
    stage.window.focus(resume)
    stage.press(.space, .enter)
    stage.click(10, 2)
    #expect(toggled.take() == [false, true, false])
    stage.click(8, 1)
    #expect(chosen.take() == [1])
    #expect(stage.row(1) == "Engine  ◀ WebDAV ▶")
    #expect(stage.row(2) == "        [ ] Resume after a break")
  }

  @Test("A hidden field takes its row with it")
  func hidden() {
    let (stage, _, engine, _, _) = stage()
    engine.isHidden = true
    #expect(stage.row(1) == "        [x] Resume after a break")
  }
}
