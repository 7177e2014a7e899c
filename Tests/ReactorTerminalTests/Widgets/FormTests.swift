import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct FormTests {
  @MainActor
  private struct Form {
    let stage = TestScreen(40, 8)
    let server = TextField("https://", placeholder: "address")
    let method = ChoiceField(["Folder", "WebDAV", "tus"])
    let resumes = ToggleField("Resume after an interruption", isOn: true)
    let note = TextArea("one")

    init() {
      let form = FormView()
      form.add("Server", server)
      form.add("Method", method)
      form.add("", resumes)
      form.add("A note", note, height: 2)
      stage.show(form)
    }
  }

  @Test func `the labels are on the left and the fields on the right`() {
    let form = Form()

    #expect(
      form.stage.text == """
        Server  https://
        Method  ◀ Folder ▶
                [x] Resume after an interruption
        A note  one
        """)
  }

  @Test func `Tab moves the focus, and so do ↑ and ↓ if the field does not handle them`() {
    let form = Form()
    #expect(form.server.isFocused)

    form.stage.press(.tab)
    #expect(form.method.isFocused)

    form.stage.press(.down)
    #expect(form.resumes.isFocused)

    form.stage.press(.up, .backTab)
    #expect(form.server.isFocused)

    form.stage.press(.backTab)
    #expect(form.note.isFocused)

    form.stage.press(.up)
    #expect(form.note.isFocused)
  }

  @Test func `← and → change a choice, and a click selects the next one`() {
    let form = Form()
    let chosen = Recorder(form.method.changed.asObservable())
    form.stage.window.focus(form.method)

    form.stage.press(.right, .right, .right, .left)
    #expect(chosen.takeElements() == [1, 2, 0, 2])

    form.stage.click(12, 1)
    #expect(chosen.takeElements() == [0])

    form.stage.click(8, 1)
    #expect(chosen.takeElements() == [2])
    #expect(form.stage.rows[1] == "Method  ◀ tus    ▶")
  }

  @Test func `Space and a click change a checkbox, and Enter is left to the form`() {
    let form = Form()
    let toggled = Recorder(form.resumes.changed.asObservable())
    form.stage.window.focus(form.resumes)

    form.stage.press(.space, .enter)
    form.stage.click(10, 2)

    #expect(toggled.elements == [false, true])
    #expect(form.stage.rows[2] == "        [x] Resume after an interruption")
  }

  @Test func `a hidden field hides its row`() {
    let form = Form()

    form.method.isHidden = true

    #expect(form.stage.rows[1] == "        [x] Resume after an interruption")
  }
}
