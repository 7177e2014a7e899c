import ReactorCore

/// A one-line field for a date. The user can type the date, change it by days with ← and →, or choose it from a
/// calendar, which Space or a click opens.
///
/// A typed date is accepted when it is complete: eight digits in the order year, month, day. Until then it is shown
/// with underscores. Pressing Esc or leaving the field restores the previous date.
///
/// ```swift
/// let due = form.add("Due", DateField(title: "Due", today: state.today))
/// bind(due, to: \.due) { .setDue($0) }
/// ```
public final class DateField: View {
  /// The date; `nil` if the field is empty. Setting it does not trigger ``changed``.
  public var date: CalendarDate? {
    didSet { if date != oldValue { setNeedsDisplay() } }
  }
  /// The current date, used as the starting date of an empty field.
  public var today: CalendarDate
  /// The dates that can be chosen.
  public var range: ClosedRange<CalendarDate>
  /// The first day of the week in the calendar.
  public var firstWeekday: Weekday
  /// The texts of the calendar.
  public var labels = CalendarLabels.english
  /// A relay that emits the new date when the user changes it, or `nil` when the user deletes it.
  public let changed = Relay<CalendarDate?>()

  nonisolated private static let commands = Commands<DateField>("Field") {
    Command(FieldCommands.choose) { $0.view.choose() }
    Command(FieldCommands.next) { $0.view.move(by: 1) }.titled { _ in "Next day" }
    Command(FieldCommands.previous) { $0.view.move(by: -1) }.titled { _ in "Previous day" }
  }

  private let title: String
  /// The digits typed so far.
  private var digits = ""
  private let disposeBag = DisposeBag()
  private static let form = "yyyy-mm-dd"

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - title: The title of the dialog with the calendar.
  ///   - date: The date; `nil` for an empty field.
  ///   - today: The current date, used as the starting date of an empty field.
  ///   - range: The dates that can be chosen.
  ///   - firstWeekday: The first day of the week in the calendar.
  public init(
    title: String, date: CalendarDate? = nil, today: CalendarDate,
    range: ClosedRange<CalendarDate> = CalendarDate.min...CalendarDate.max, firstWeekday: Weekday = .monday
  ) {
    self.title = title
    self.date = date
    self.today = today
    self.range = range
    self.firstWeekday = firstWeekday
    super.init()
    Self.commands.install(in: self)
  }

  public override var canBecomeFocused: Bool { true }

  public override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: min(Self.form.count + 2, proposal.width), height: min(1, proposal.height))
  }

  // MARK: Typing

  /// Whether the typed date is complete but does not exist or is outside ``range``.
  private var isInvalid: Bool { digits.count == 8 }

  /// The typed digits in the form of a date.
  private var typedText: String {
    var rest = digits[...]
    return String(
      Self.form.map { character in character == "-" ? "-" : rest.popFirst() ?? "_" })
  }

  /// Accepts digits, and deletes them with Backspace. If no digits have been typed, Backspace and Delete empty the
  /// field.
  public override func handle(key: Key) -> Bool {
    switch key {
    case .backspace where !digits.isEmpty: setDigits(String(digits.dropLast()))
    case .backspace, .delete:
      setDigits("")
      set(nil)
    case .escape where !digits.isEmpty: setDigits("")
    default:
      guard let character = key.typedCharacter, character.isASCII, character.isNumber || character == "-" else {
        return false
      }
      if character.isNumber { type(character) }
    }
    return true
  }

  private func type(_ digit: Character) {
    let text = isInvalid ? String(digit) : digits + String(digit)
    setDigits(text)
    guard isInvalid, let date = CalendarDate(typedText), range.contains(date) else { return }
    setDigits("")
    set(date)
  }

  private func setDigits(_ text: String) {
    digits = text
    setNeedsDisplay()
  }

  public override func focusChanged() {
    if !isFocused { digits = "" }
    setNeedsDisplay()
  }

  // MARK: Changing the date

  private func set(_ date: CalendarDate?) {
    guard date != self.date else { return }
    self.date = date
    changed.send(date)
  }

  private func move(by days: Int) {
    setDigits("")
    set((date?.adding(days: days) ?? today).clamped(to: range))
  }

  private func choose() {
    setDigits("")
    let calendar = CalendarView(date: date ?? today, today: today, range: range, firstWeekday: firstWeekday)
    calendar.labels = labels
    let picker = CalendarPicker(title: title, calendar: calendar)
    picker.chosen.subscribe { [weak self] in self?.set($0) }.disposed(by: disposeBag)
    window?.present(picker)
  }

  // MARK: Drawing and the mouse

  public override func draw(in canvas: Canvas) {
    let style = canvas.theme[isFocused ? .buttonFocused : .field]
    canvas.fill(Rect(x: 0, y: 0, width: min(Self.form.count + 2, bounds.width), height: 1), style: style)
    let text = digits.isEmpty ? date?.description ?? Self.form : typedText
    let isFaint = digits.isEmpty && date == nil && !isFocused
    var textStyle = isFaint ? canvas.theme[.placeholder].merging(over: style) : style
    if isInvalid { textStyle = Style(attributes: canvas.theme[.error].attributes).underline.merging(over: style) }
    canvas.write(text, at: .zero, style: textStyle, maxWidth: bounds.width, truncation: .ellipsis)
    if bounds.width > Self.form.count + 1 {
      let sign = isInvalid ? canvas.glyphs.failure : canvas.glyphs.down
      canvas.write(String(sign), at: Point(x: Self.form.count + 1, y: 0), style: style)
    }
  }

  public override func handle(mouse: MouseEvent) -> Bool {
    guard mouse.kind == .press, mouse.button == .left else { return false }
    choose()
    return true
  }
}

extension DateField: FormField {
  /// A stream that emits after the user has changed or deleted the date.
  public var edits: Observable<Void> { changed.asObservable().map { _ in } }
}

extension DateField: ValueControl {
  /// The same as ``date``.
  public var controlValue: CalendarDate? {
    get { date }
    set { date = newValue }
  }
}
