import ReactorTerminal
import ReactorTesting
import Testing

private func date(_ text: String) -> CalendarDate { CalendarDate(text) ?? .min }

@MainActor
@Suite struct CalendarViewTests {
  private func stage(
    _ text: String = "2026-07-31", width: Int = 21, height: Int = 8, ascii: Bool = false, theme: Theme = .dark,
    range: ClosedRange<CalendarDate> = CalendarDate.min...CalendarDate.max, first: Weekday = .monday
  ) -> (TestScreen, CalendarView) {
    let stage = TestScreen(width, height, ascii: ascii, theme: theme)
    let calendar = CalendarView(date: date(text), today: date("2026-07-04"), range: range, firstWeekday: first)
    return (stage, stage.show(calendar))
  }

  @Test func `a month begins on the first day of the week`() {
    #expect(
      stage().0.text == """
        ◀    July 2026     ▶
        Mo Tu We Th Fr Sa Su
               1  2  3  4  5
         6  7  8  9 10 11 12
        13 14 15 16 17 18 19
        20 21 22 23 24 25 26
        27 28 29 30 31
        """)
    #expect(
      stage("2026-08-31", first: .sunday).0.text == """
        ◀   August 2026    ▶
        Su Mo Tu We Th Fr Sa
                           1
         2  3  4  5  6  7  8
         9 10 11 12 13 14 15
        16 17 18 19 20 21 22
        23 24 25 26 27 28 29
        30 31
        """)
  }

  @Test func `the texts can be Korean and the arrows ASCII`() {
    let (stage, calendar) = stage(ascii: true)
    calendar.labels = CalendarLabels(weekdays: ["월", "화", "수", "목", "금", "토", "일"]) { "\($0)년 \($1)월" }

    #expect(stage.rows[0] == "<    2026년 7월    >" && stage.rows[1] == "월 화 수 목 금 토 일")
    calendar.labels = CalendarLabels(weekdays: []) { _, _ in String(repeating: "월", count: 20) }
    #expect(stage.rows[0] == "< 월월월월월월월~  >" && stage.rows[1] == "")
  }

  @Test(
    arguments: [
      (.left, "2026-07-30"), ("h", "2026-07-30"), (.right, "2026-08-01"), ("l", "2026-08-01"), (.up, "2026-07-24"),
      ("k", "2026-07-24"), (.down, "2026-08-07"), ("j", "2026-08-07"), (.pageUp, "2026-06-30"), ("[", "2026-06-30"),
      (.pageDown, "2026-08-31"), ("]", "2026-08-31"), ("{", "2025-07-31"), ("}", "2027-07-31"), (.home, "2026-07-01"),
      ("g", "2026-07-01"), (.end, "2026-07-31"), ("G", "2026-07-31"), ("t", "2026-07-04"),
    ] as [(Key, String)])
  func `keys move by days, weeks, months and years`(key: Key, text: String) {
    let (stage, calendar) = stage()
    let selections = Recorder(calendar.selectionChanged.asObservable())

    stage.press(key)

    #expect(calendar.date == date(text))
    #expect(selections.elements == (text == "2026-07-31" ? [] : [date(text)]))
  }

  @Test func `Enter and a double click choose, and clicks select`() {
    let (stage, calendar) = stage()
    let chosen = Recorder(calendar.chosen.asObservable())

    stage.press(.enter)
    #expect(chosen.takeElements() == [date("2026-07-31")])
    stage.click(10, 4)
    #expect(calendar.date == date("2026-07-16") && chosen.elements.isEmpty)
    stage.mouse(.press, 10, 4, clicks: 2)
    #expect(chosen.takeElements() == [date("2026-07-16")])
    for (x, y) in [(0, 2), (20, 6), (9, 7), (20, 20)] { stage.click(x, y) }
    #expect(calendar.date == date("2026-07-16"))
  }

  @Test func `the arrows in the heading and the wheel change the month`() {
    let (stage, calendar) = stage()

    stage.click(0, 0)
    #expect(calendar.date == date("2026-06-30"))
    stage.click(19, 0)
    stage.mouse(.wheelDown, 5, 5, steps: 3)
    #expect(calendar.date == date("2026-10-30"))
    stage.mouse(.wheelUp, 5, 5)
    #expect(calendar.date == date("2026-09-30"))
  }

  @Test func `no date outside the range is selected`() {
    let (stage, calendar) = stage(range: date("2026-07-10")...date("2026-07-20"))
    #expect(calendar.date == date("2026-07-20"))

    stage.press("j", "G", "]", "}")
    stage.click(10, 6)
    #expect(calendar.date == date("2026-07-20"))
    stage.press("{")
    #expect(calendar.date == date("2026-07-10"))
    #expect(stage.styles(row: 2, ["p": .placeholder]).hasPrefix("......pp.pp.pp."))
    calendar.range = date("2027-01-01")...date("2027-01-01")
    #expect(calendar.date == date("2027-01-01"))
    calendar.date = .max
    #expect(calendar.date == date("2027-01-01"))
  }

  @Test func `the selected day, today and days with a role are distinct without color`() {
    let (stage, calendar) = stage("2026-07-03", theme: .mono)
    calendar.dayRole = { $0.day == 2 ? .custom("test.event", fallback: .bad) : nil }
    func attributes(_ x: Int) -> Attributes {
      stage.window.render()
      return stage.window.grid.style(at: Point(x: x, y: 2)).attributes
    }

    #expect(attributes(7) == [] && attributes(10) == .underline && attributes(13) == .reverse)
    #expect(attributes(16) == [.bold, .underline])
    let other = Tile(" ", focusable: true)
    calendar.addSubview(other)
    stage.window.focus(other)
    #expect(attributes(13) == [.bold, .underline])
  }

  @Test(arguments: [
    (20, 3, "◀    July 2026     ▶\nMo Tu We Th Fr Sa Su\n27 28 29 30 31"),
    (20, 2, "Mo Tu We Th Fr Sa Su\n27 28 29 30 31"),
    (20, 1, "27 28 29 30 31"), (12, 3, "2026-07-31"), (5, 1, "2026…"), (1, 1, "…"),
  ])
  func `a small calendar shows the selected week, and a narrow one the date`(width: Int, height: Int, screen: String) {
    let (stage, calendar) = stage(width: width, height: height)
    #expect(stage.text == screen)

    stage.press("k")
    stage.click(0, 0)
    stage.mouse(.wheelUp, 0, 0)
    #expect(calendar.date < date("2026-07-31"))
  }
}

@MainActor
@Suite struct DateFieldTests {
  private func stage(_ date: CalendarDate? = nil, width: Int = 30) -> (TestScreen, DateField, Recorder<CalendarDate?>) {
    let stage = TestScreen(width, 12)
    let form = FormView()
    let field = DateField(
      title: "Due", date: date, today: ReactorTerminalTests.date("2026-07-04"),
      range: ReactorTerminalTests.date("2020-01-01")...ReactorTerminalTests.date("2030-12-31"), firstWeekday: .sunday)
    form.add("Due", field)
    form.add("Done", ToggleField("Yes"))
    stage.show(form)
    return (stage, field, Recorder(field.changed.asObservable()))
  }

  @Test func `a date is accepted when its last digit is typed`() {
    let (stage, field, changes) = stage()
    #expect(stage.rows[0] == "Due   yyyy-mm-dd ▼")

    stage.type("2026-0")
    #expect(stage.rows[0] == "Due   2026-0_-__ ▼" && changes.elements.isEmpty)
    stage.press(.backspace)
    stage.type("1231")
    #expect(field.date == date("2026-12-31") && changes.elements == [date("2026-12-31")])
    #expect(stage.rows[0] == "Due   2026-12-31 ▼")
  }

  @Test func `a date that does not exist or is outside the range is not accepted`() {
    let (stage, field, changes) = stage(date("2026-07-01"))

    stage.type("20260231")
    #expect(stage.rows[0] == "Due   2026-02-31 ✗" && field.date == date("2026-07-01"))
    stage.press(.escape)
    #expect(stage.rows[0] == "Due   2026-07-01 ▼")
    stage.type("19991231")
    #expect(stage.rows[0] == "Due   1999-12-31 ✗")
    stage.type("2")
    #expect(stage.rows[0] == "Due   2___-__-__ ▼")
    stage.press(.tab)
    #expect(stage.rows[0] == "Due   2026-07-01 ▼" && changes.elements.isEmpty)
  }

  @Test func `arrows change the date by days, and Backspace empties the field`() {
    let (stage, field, changes) = stage()

    stage.press(.right, .right, .left, .left)
    #expect(changes.takeElements() == [date("2026-07-04"), date("2026-07-05"), date("2026-07-04"), date("2026-07-03")])
    stage.press(.backspace, .delete)
    #expect(changes.takeElements() == [nil] && field.date == nil)
    field.date = date("2030-12-31")
    stage.press(.right, .down)
    #expect(changes.elements.isEmpty && !field.isFocused)
  }

  @Test func `Space and a click choose the date from a calendar`() {
    let (stage, field, changes) = stage(date("2026-07-01"))

    stage.press(.space, "j", .enter)
    #expect(field.date == date("2026-07-08") && changes.takeElements() == [date("2026-07-08")])
    stage.click(8, 0)
    #expect(stage.text.contains("─ Due ─") && stage.text.contains("Su Mo Tu We Th Fr Sa"))
    stage.press("j", .escape)
    #expect(field.date == date("2026-07-08") && changes.elements.isEmpty && stage.window.modals.isEmpty)
  }

  @Test(arguments: [1, 2, 9, 12])
  func `a narrow field does not trap`(width: Int) {
    let stage = TestScreen(width, 2, ascii: true, theme: .mono)
    let field = stage.show(DateField(title: "Due", date: date("2026-07-01"), today: date("2026-07-04")))
    #expect(stage.window.grid.style(at: .zero).attributes == .reverse)

    stage.type("123")
    stage.press(.escape, .right, .space, .enter)
    #expect(field.date == date("2026-07-02"))
  }
}
