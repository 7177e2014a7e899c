import ReactorCore

/// A dialog in which the user chooses a date. Enter confirms, Esc cancels.
///
/// ```swift
/// let picker = CalendarPicker(title: "Due", calendar: CalendarView(date: today, today: today))
/// if let date = await window?.answer(of: picker, picker.chosen) { reactor?.action.send(.setDue(date)) }
/// ```
public final class CalendarPicker: PanelView {
  public override var title: String { heading }
  /// A relay that emits the date that the user chose, after the dialog is dismissed.
  public let chosen = Relay<CalendarDate>()

  private let heading: String
  private let calendar: CalendarView
  private let disposeBag = DisposeBag()

  /// Creates a picker.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - calendar: The calendar, with the initially selected date.
  public init(title: String, calendar: CalendarView) {
    heading = title
    self.calendar = calendar
    super.init()
    calendar.background = .alert
    addSubview(calendar)
    PickerView.commands.install(in: self, section: title)
    calendar.chosen.subscribe { [weak self] date in
      self?.dismiss { self?.chosen.send(date) }
    }.disposed(by: disposeBag)
  }

  public override var preferredFocus: View? { calendar }

  public override func contentSize(_ proposal: Size) -> Size { calendar.sizeThatFits(proposal) }

  public override func layoutSubviews() { calendar.frame = contentRect }
}
