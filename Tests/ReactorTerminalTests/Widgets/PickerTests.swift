import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct PickerTests {
  private func stage() -> (TestScreen, PickerView) {
    let stage = TestScreen(40, 9)
    stage.show(Tile(" "))
    let picker = PickerView(
      title: "Sort by",
      choices: [
        PickerView.Choice(id: "make", title: "Make", detail: "A–Z", actionTitle: "Reverse"),
        PickerView.Choice(id: "year", title: "Year"), PickerView.Choice(id: "연비", title: "연비"),
      ], selected: "year")
    stage.window.present(picker)
    return (stage, picker)
  }

  @Test func `the given choice is selected at first`() {
    let (stage, _) = stage()

    #expect(
      stage.text == """


                ╭─ Sort by ────────────╮
                │   Make         A–Z   │
                │ ▸ Year               │
                │   연비               │
                ╰──────────────────────╯
        """)
  }

  @Test func `the hint of Enter names the action of the selected choice`() {
    let (stage, _) = stage()
    func hint() -> String? { stage.window.activeBindings.first { $0.id == ListCommands.open.id }?.title }
    #expect(hint() == "Choose")

    stage.press("k")

    #expect(hint() == "Reverse")
  }

  @Test func `Enter sends the choice after the dialog is dismissed, and Esc and q send nothing`() {
    let (stage, picker) = stage()
    let chosen = Recorder(picker.chosen.asObservable())

    stage.press("j", .enter)
    #expect(chosen.takeElements() == ["연비"])
    #expect(stage.window.modals.isEmpty)

    for key in [Key.escape, "q"] {
      stage.window.present(picker)
      stage.press(key)
      #expect(stage.window.modals.isEmpty)
    }
    #expect(chosen.takeElements().isEmpty)
  }
}

@MainActor
@Suite struct SortMenuTests {
  private func stage(ascii: Bool) -> TestScreen {
    let stage = TestScreen(40, 7, ascii: ascii)
    stage.show(Tile(" "))
    stage.window.present(
      PickerView(
        sortingBy: [
          SortOption(id: "make", title: "Make", summary: "A to Z"),
          SortOption(id: "year", title: "Year", summary: "newest first", isAscending: false),
        ], current: "year"))
    return stage
  }

  @Test func `each field describes its order, and the current field is selected`() {
    #expect(
      stage(ascii: false).text == """

          ╭─ Sort by ────────────────────────╮
          │     Make        A to Z           │
          │ ▸ ● Year        ▼ newest first   │
          ╰──────────────────────────────────╯
        """)
    #expect(stage(ascii: true).text.contains("> x Year        v newest first"))
  }

  @Test func `the arrow follows the characters of the window`() {
    let stage = stage(ascii: false)

    stage.window.isASCII = true

    #expect(stage.text.contains("v newest first"))
  }

  @Test func `choosing the current field reverses its order`() {
    let stage = stage(ascii: false)
    func hint() -> String? { stage.window.activeBindings.first { $0.id == ListCommands.open.id }?.title }
    #expect(hint() == "Reverse")

    stage.press("k")
    #expect(hint() == "Sort")
  }
}

@MainActor
@Suite struct PromptTests {
  private func stage() -> (TestScreen, PromptView, Recorder<String>) {
    let stage = TestScreen(40, 10)
    stage.show(Tile(" "))
    let prompt = PromptView(title: "Save as", text: "a.pdf", confirm: "Save")
    let answers = Recorder(prompt.answered.asObservable())
    stage.window.present(prompt)
    return (stage, prompt, answers)
  }

  @Test func `Enter sends the text after the dialog is dismissed`() {
    let (stage, _, answers) = stage()
    #expect(stage.text.contains("─ Save as ─") && stage.text.contains("│ a.pdf"))

    stage.press(.control("u"))
    stage.type("qh.pdf")
    stage.press(.enter)

    #expect(answers.elements == ["qh.pdf"] && stage.window.modals.isEmpty)
  }

  @Test func `blank text cannot be confirmed`() {
    let (stage, _, answers) = stage()

    stage.press(.control("u"), .space, .enter)

    #expect(answers.elements.isEmpty && stage.window.modals.count == 1)
  }

  @Test func `Esc sends nothing`() {
    let (stage, _, answers) = stage()

    stage.press(.escape)

    #expect(answers.elements.isEmpty && stage.window.modals.isEmpty)
  }

  @Test func `invalid text stays, with the reason below it until it is edited`() {
    let stage = TestScreen(40, 10)
    stage.show(Tile(" "))
    let prompt = PromptView(
      title: "Copies", text: "many", confirm: "Print",
      validate: { Int($0) == nil ? "Type a whole number, such as the number of people at the table." : nil })
    let answers = Recorder(prompt.answered.asObservable())
    stage.window.present(prompt)

    stage.press(.enter)

    stage.expect(
      """


        ╭─ Copies ─────────────────────────╮
        │ many                             │
        │ ✗ Type a whole number, such as   │
        │ the number of people at the      │
        │ table.                           │
        ╰──────────────────────────────────╯
      """)
    #expect(answers.elements.isEmpty)
    stage.press(.control("u"))
    stage.type("8")
    #expect(!stage.text.contains("whole number"))
    stage.press(.enter)
    #expect(answers.elements == ["8"] && stage.window.modals.isEmpty)
  }
}
