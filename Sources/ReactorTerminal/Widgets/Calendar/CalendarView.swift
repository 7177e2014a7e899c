import ReactorCore

/// A month in which the user selects a day.
///
/// The arrow keys move by days and weeks, Page Up and Page Down by months, `{` and `}` by years. The arrows in the
/// heading and the wheel change the month. If there are too few rows, only the weeks around the selected one are shown;
/// a very narrow view shows only the selected date.
///
/// ```swift
/// let calendar = CalendarView(date: state.date, today: clock.today, firstWeekday: .sunday)
/// calendar.dayRole = { events.contains($0) ? .custom("calendar.event", fallback: .mark) : nil }
/// send(calendar.selectionChanged) { .showDay($0) }
/// ```
public final class CalendarView: View {
  /// The commands of a calendar.
  nonisolated public static let commands = Commands<CalendarView>("Calendar") {
    Command("calendar.choose", .enter, title: "Choose", help: "Chooses the selected date.") {
      $0.view.chosen.send($0.view.date)
    }
    Command("calendar.today", "t", title: "Today", help: "Selects the current date.") {
      $0.view.select($0.view.today ?? $0.view.date)
    }
    .enabled { $0.view.today != nil }
    Command("calendar.previousDay", .left, "h", title: "Previous day", help: "Selects the day before.", isHidden: true)
    {
      $0.view.select($0.view.date.adding(days: -1))
    }
    Command("calendar.nextDay", .right, "l", title: "Next day", help: "Selects the day after.", isHidden: true) {
      $0.view.select($0.view.date.adding(days: 1))
    }
    Command(
      "calendar.previousWeek", .up, "k", title: "Previous week", help: "Selects the same day a week earlier.",
      isHidden: true
    ) {
      $0.view.select($0.view.date.adding(days: -7))
    }
    Command(
      "calendar.nextWeek", .down, "j", title: "Next week", help: "Selects the same day a week later.", isHidden: true
    ) {
      $0.view.select($0.view.date.adding(days: 7))
    }
    Command(
      "calendar.previousMonth", .pageUp, "[", title: "Previous month", help: "Selects the same day a month earlier.",
      isHidden: true
    ) {
      $0.view.select($0.view.date.adding(months: -1))
    }
    Command(
      "calendar.nextMonth", .pageDown, "]", title: "Next month", help: "Selects the same day a month later.",
      isHidden: true
    ) {
      $0.view.select($0.view.date.adding(months: 1))
    }
    Command(
      "calendar.previousYear", "{", title: "Previous year", help: "Selects the same day a year earlier.", isHidden: true
    ) {
      $0.view.select($0.view.date.adding(years: -1))
    }
    Command("calendar.nextYear", "}", title: "Next year", help: "Selects the same day a year later.", isHidden: true) {
      $0.view.select($0.view.date.adding(years: 1))
    }
    Command(
      "calendar.monthStart", .home, "g", title: "First day of the month", help: "Selects the first day of the month.",
      isHidden: true
    ) {
      $0.view.select($0.view.date.startOfMonth)
    }
    Command(
      "calendar.monthEnd", .end, "G", title: "Last day of the month", help: "Selects the last day of the month.",
      isHidden: true
    ) {
      $0.view.select($0.view.date.endOfMonth)
    }
  }

  /// The selected date, inside ``range``. Setting it does not trigger ``selectionChanged``.
  public var date: CalendarDate {
    didSet {
      let nearest = date.clamped(to: range)
      if nearest != date { date = nearest }
      if date != oldValue { setNeedsDisplay() }
    }
  }
  /// The dates that can be selected. The others are dimmed.
  public var range: ClosedRange<CalendarDate> {
    didSet {
      date = date.clamped(to: range)
      setNeedsDisplay()
    }
  }
  /// The current date, which is emphasized; `nil` for none.
  public var today: CalendarDate? {
    didSet { if today != oldValue { setNeedsDisplay() } }
  }
  /// The day in the first column.
  public var firstWeekday: Weekday {
    didSet { if firstWeekday != oldValue { setNeedsDisplay() } }
  }
  /// The texts.
  public var labels = CalendarLabels.english {
    didSet { setNeedsDisplay() }
  }
  /// A closure that returns the role of a day, such as one with an event; `nil` for an ordinary day. It is called
  /// whenever the day is drawn.
  public var dayRole: (@MainActor (CalendarDate) -> Role?)? {
    didSet { setNeedsDisplay() }
  }
  /// The role of the background: `.alert` in a dialog.
  public var background: Role = .text {
    didSet { if background != oldValue { setNeedsDisplay() } }
  }

  /// A relay that emits the new date when the user selects another one.
  public let selectionChanged = Relay<CalendarDate>()
  /// A relay that emits the selected date when the user chooses it with Enter or a double click.
  public let chosen = Relay<CalendarDate>()

  /// Creates a calendar.
  ///
  /// - Parameters:
  ///   - date: The selected date. Outside `range`, the nearest date is selected.
  ///   - today: The current date, which is emphasized; `nil` for none.
  ///   - range: The dates that can be selected.
  ///   - firstWeekday: The day in the first column.
  public init(
    date: CalendarDate, today: CalendarDate? = nil,
    range: ClosedRange<CalendarDate> = CalendarDate.min...CalendarDate.max,
    firstWeekday: Weekday = .monday
  ) {
    self.date = date.clamped(to: range)
    self.today = today
    self.range = range
    self.firstWeekday = firstWeekday
    super.init()
    Self.commands.install(in: self)
  }

  public override var canBecomeFocused: Bool { true }
  public override var focusCell: Point { showsMonth ? cell(of: date) : .zero }

  /// The size of the heading, the names of the weekdays, and six weeks.
  public static let preferredSize = Size(width: 7 * dayWidth, height: 8)
  private static let dayWidth = 3

  /// Returns ``preferredSize``, at most `proposal`.
  public override func sizeThatFits(_ proposal: Size) -> Size {
    Size(
      width: min(Self.preferredSize.width, proposal.width), height: min(Self.preferredSize.height, proposal.height))
  }

  private func select(_ date: CalendarDate) {
    let old = self.date
    self.date = date.clamped(to: range)
    if self.date != old { selectionChanged.send(self.date) }
  }

  // MARK: Layout

  /// Whether there is space for a month.
  private var showsMonth: Bool { bounds.width >= Self.preferredSize.width - 1 }
  private var showsTitle: Bool { bounds.height > 2 }
  private var showsWeekdays: Bool { bounds.height > 1 }
  private var headerHeight: Int { (showsTitle ? 1 : 0) + (showsWeekdays ? 1 : 0) }

  /// The number of days between the first column of the first week and the first day of the month.
  private var offset: Int { date.startOfMonth.weekday.days(since: firstWeekday) }

  private func week(of date: CalendarDate) -> Int { (date.day - 1 + offset) / 7 }

  /// The first visible week: the first one of the month, unless the selected week would not be visible.
  private var firstWeek: Int { max(0, week(of: date) - max(1, bounds.height - headerHeight) + 1) }

  /// Returns the first cell of a day of the month.
  private func cell(of date: CalendarDate) -> Point {
    Point(
      x: date.weekday.days(since: firstWeekday) * Self.dayWidth, y: headerHeight + week(of: date) - firstWeek)
  }

  /// Returns the day of the month at a position; `nil` if there is none.
  private func day(at position: Point) -> CalendarDate? {
    guard showsMonth, position.y >= headerHeight, 0..<7 * Self.dayWidth ~= position.x else { return nil }
    let day = (firstWeek + position.y - headerHeight) * 7 + position.x / Self.dayWidth - offset + 1
    return CalendarDate(year: date.year, month: date.month, day: day)
  }

  // MARK: Drawing

  public override func draw(in canvas: Canvas) {
    let base = canvas.theme[background]
    guard showsMonth else {
      canvas.write(
        date.description, at: .zero, style: dayStyle(date, canvas, over: base), maxWidth: bounds.width,
        truncation: .ellipsis)
      return
    }
    if showsTitle { drawTitle(in: canvas, over: base) }
    if showsWeekdays {
      for column in 0..<7 {
        let weekday = Weekday.allCases[(firstWeekday.rawValue + column) % 7]
        canvas.write(
          labels.name(of: weekday), at: Point(x: column * Self.dayWidth, y: headerHeight - 1),
          style: canvas.theme[.header].merging(over: base), maxWidth: Self.dayWidth - 1)
      }
    }
    for day in 1...date.endOfMonth.day {
      guard let date = CalendarDate(year: date.year, month: date.month, day: day) else { continue }
      let cell = cell(of: date)
      guard cell.y >= headerHeight else { continue }
      canvas.write((day < 10 ? " " : "") + String(day), at: cell, style: dayStyle(date, canvas, over: base))
    }
  }

  private func drawTitle(in canvas: Canvas, over base: Style) {
    let title = labels.title(date.year, date.month)
    let width = Self.preferredSize.width - 1
    let style = canvas.theme[.title].merging(over: base)
    let x = 2 + TextAlignment.center.offset(of: displayWidth(of: title), in: width - 4)
    canvas.write(String(canvas.glyphs.left), at: .zero, style: style)
    canvas.write(title, at: Point(x: x, y: 0), style: style, maxWidth: width - 2 - x, truncation: .ellipsis)
    canvas.write(String(canvas.glyphs.right), at: Point(x: width - 1, y: 0), style: style)
  }

  /// Returns the style of a day. Even without color, the selected day stands out in reverse video, and today in bold
  /// and underlined.
  private func dayStyle(_ date: CalendarDate, _ canvas: Canvas, over base: Style) -> Style {
    var style = canvas.theme[range.contains(date) ? dayRole?(date) ?? .text : .placeholder].merging(over: base)
    if date == today { style = canvas.theme[.accent].merging(over: style).bold.underline }
    guard date == self.date else { return style }
    return canvas.theme[isFocused ? .selection : .selectionInactive].merging(over: style)
  }

  // MARK: The mouse

  /// Selects a day on a click and chooses it on a double click. The wheel and the arrows in the heading change the
  /// month.
  public override func handle(mouse: MouseEvent) -> Bool {
    switch mouse.kind {
    case .wheelUp: select(date.adding(months: -mouse.steps))
    case .wheelDown: select(date.adding(months: mouse.steps))
    case .press: return press(mouse)
    case .drag, .release: return false
    }
    return true
  }

  private func press(_ mouse: MouseEvent) -> Bool {
    guard mouse.button == .left else { return false }
    if showsMonth, showsTitle, mouse.position.y == 0 {
      if mouse.position.x < 2 { select(date.adding(months: -1)) }
      if mouse.position.x >= Self.preferredSize.width - 3 { select(date.adding(months: 1)) }
    } else if let day = day(at: mouse.position), range.contains(day) {
      select(day)
      if mouse.clickCount == 2 { chosen.send(day) }
    }
    return true
  }
}
