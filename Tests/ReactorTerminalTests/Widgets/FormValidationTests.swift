import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("FormView validation")
struct FormValidationTests {
  private let form = FormView(submit: "Save")
  private let name = TextField()
  private let method = ChoiceField(["Post", "Mail"])
  private let mail = TextField()

  init() {
    form.add("Name", name) { [name] in name.text.isEmpty ? "Enter a name." : nil }
    form.add("Method", method)
    form.add("메일", mail, help: "For receipts.") { [mail] in mail.text.contains("@") ? nil : "Enter an address." }
  }

  @Test func `a field is checked when the focus leaves it, and again while its error is corrected`() {
    let stage = TestScreen(30, 6)
    stage.show(ScrollView(form))
    #expect(name.isFocused)
    #expect(!form.isValid)
    #expect(stage.text == " Name\n Method  ◀ Post ▶\n 메일\n         For receipts.")

    stage.press(.tab)
    #expect(
      stage.text == """
         Name
                 ✗ Enter a name.
         Method  ◀ Post ▶
         메일
                 For receipts.
        """)

    stage.press(.backTab)
    stage.type("Kim")
    #expect(stage.text == " Name    Kim\n Method  ◀ Post ▶\n 메일\n         For receipts.")
  }

  @Test func `submitting shows all errors, focuses the first invalid field and emits once all are valid`() {
    let stage = TestScreen(30, 8, ascii: true)
    stage.show(ScrollView(form))
    let submitted = Recorder(form.submitted.asObservable())
    let changed = Recorder(form.changed.asObservable())

    stage.press(.tab, .control("s"))
    #expect(name.isFocused)
    #expect(
      stage.text == """
         Name
                 x Enter a name.
         Method  < Post >
         메일
                 x Enter an address.
        """)

    stage.type("Kim")
    stage.press(.enter)
    #expect(mail.isFocused)
    #expect(submitted.elements.isEmpty)

    stage.type("k@m")
    stage.press(.enter)
    #expect(submitted.elements.count == 1)
    #expect(changed.elements.count == 6)
    #expect(form.isValid)
  }

  @Test func `the first invalid field is scrolled to, with its heading and its error`() {
    let stage = TestScreen(30, 4)
    let form = FormView()
    form.addHeading("주소")
    form.add("First", TextField(), validate: { "Wrong." })
    for number in 1...6 { form.add("\(number)", TextField()) }
    form.addHeading("Rest")
    let last = form.add("Last", TextField(), height: 2)
    let view = stage.show(ScrollView(form))
    stage.window.focus(last)
    stage.window.render()
    #expect(view.top == 9)
    #expect(stage.text.hasPrefix("                             │\n Rest"))

    form.submit()
    stage.window.render()

    #expect(view.top == 0)
    #expect(stage.text.hasPrefix(" 주소                        █\n First                       │\n        ✗ Wrong."))
  }

  @Test func `neither a hidden field nor one whose focus is temporarily in a dialog is checked`() {
    let stage = TestScreen(30, 6)
    stage.show(ScrollView(form))
    stage.window.alert("Help", "…").dismiss()
    #expect(!stage.text.contains("✗"))

    name.isHidden = true
    mail.isHidden = true

    #expect(form.isValid)
    #expect(form.validate())
    #expect(stage.text == " Method  ◀ Post ▶")
  }

  @Test func `an error from elsewhere is shown until the field is edited`() {
    let stage = TestScreen(30, 6)
    name.text = "Kim"
    form.setError("Already chosen.", for: method)
    stage.show(ScrollView(form))
    stage.window.focus(method)
    #expect(stage.rows[2] == "         ✗ Already chosen.")

    stage.press(.right)

    #expect(stage.rows[1] == " Method  ◀ Mail ▶")
    #expect(!stage.text.contains("✗"))
  }

  @Test func `an error disappears when the field that caused it is edited`() {
    let stage = TestScreen(30, 8)
    let form = FormView()
    let from = form.add("From", ChoiceField(["1", "2", "3"], selectedIndex: 2))
    let to = ChoiceField(["1", "2", "3"])
    form.add("To", to) {
      to.selectedIndex < from.selectedIndex ? "Ends before it begins." : nil
    }
    let code = form.add("Code", TextField())
    stage.show(form)
    form.validate()
    form.setError("Already used.", for: code)
    #expect(stage.text.contains("Ends before") && to.isFocused)

    from.focus()
    stage.press(.left)
    #expect(stage.text.contains("Ends before"))
    stage.press(.left)
    #expect(!stage.text.contains("Ends before"))
    // What a server has reported does not depend on the other fields.
    #expect(stage.text.contains("Already used."))
  }

  @Test(arguments: [(80, 24), (20, 5), (3, 2), (1, 1), (0, 0)])
  func `any size can be drawn`(width: Int, height: Int) {
    let stage = TestScreen(width, height)
    let view = stage.show(ScrollView(form))

    form.submit()
    stage.press(.tab, .pageDown, .home)

    #expect(view.top >= 0)
  }

  @Test func `an error of a segmented control, a date, or choices disappears with its cause`() throws {
    let stage = TestScreen(40, 14)
    let today = try #require(CalendarDate("2026-08-03"))
    let choices = ["One", "Two"].map { PickerView.Choice(id: $0, title: $0) }
    let form = FormView()
    let period = SegmentedControl(["Day", "Week"])
    form.add("Period", period) { period.selectedIndex == 0 ? "Wrong." : nil }
    let date = DateField(title: "Date", date: today, today: today)
    form.add("Date", date) {
      date.date == today ? "Wrong." : nil
    }
    let some = MultiChoiceField(title: "Some", choices: choices)
    form.add("Some", some) {
      some.checkedIDs.isEmpty ? "Wrong." : nil
    }
    let list = CheckList(choices)
    form.add("List", list, height: 2) { list.checkedIDs.isEmpty ? "Wrong." : nil }
    stage.show(form)
    form.validate()
    var errors: [Int] = []

    for (field, keys) in [(period, [.right]), (date, [.right]), (some, [.space, .space, .enter]), (list, [.space])]
      as [(View, [Key])]
    {
      field.focus()
      for key in keys { stage.press(key) }
      errors.append(stage.rows.count { $0.contains("Wrong.") })
    }

    #expect(errors == [3, 2, 1, 0])
  }
}
