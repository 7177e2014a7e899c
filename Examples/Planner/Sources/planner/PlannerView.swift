import ReactorCore
import ReactorTerminal

final class PlannerView: ReactorView<PlannerReactor> {
  nonisolated static let new: CommandID = "planner.new"
  nonisolated static let commands = Commands<PlannerView> {
    Command(new, "n", title: "New") { $0.view.edit($0.state.newAppointment, title: "New appointment") }
    Command("planner.delete", "d", title: "Delete") {
      guard let appointment = $0.state.selected, await $0.view.confirmsDeletion(of: appointment) else { return nil }
      return .delete(appointment.id)
    }
    .enabled { $0.state.selected != nil }
  }

  private let period = SegmentedControl(PlannerReactor.Period.allCases.map(\.rawValue))
  private let calendar: CalendarView
  private let table = TableView<Appointment>(columns: [
    TableColumn(id: "title", title: "Appointment") { TableCell($0.title, role: $0.category.role) }
  ])
  private let details = Label(wraps: true)

  init(reactor: PlannerReactor) {
    calendar = CalendarView(date: reactor.currentState.date, today: reactor.currentState.today)
    table.showsHeader = false
    table.rowOpenTitle = "Edit"
    table.placeholder = EmptyState(
      EmptyState.Content(.empty, title: "No appointments", hints: [EmptyState.Hint(command: Self.new)]))
    super.init()
    title = "Planner"
    let list = Rows {
      period
      Rows(alignment: .center) { calendar }
      table.fill(minimum: 4)
    }
    content = SplitView(.horizontal, list, ScrollView(details), minimums: (24, 24))
    self.reactor = reactor
  }

  override var preferredFocus: View? { table }

  override func bind(reactor: PlannerReactor) {
    Self.commands.install(in: self)
    table.rowOpened.compactMap { _ in reactor.currentState.selected }
      .bind(with: self) { view, appointment in view.edit(appointment, title: "Edit appointment") }
    // Action
    send(period.changed) { .setPeriod(PlannerReactor.Period.allCases[$0]) }
    send(calendar.selectionChanged) { .selectDate($0) }
    send(table.selectionChanged) { .select($0) }
    // State
    reactor.state(\.period).compactMap { PlannerReactor.Period.allCases.firstIndex(of: $0) }
      .bind(to: period, \.selectedIndex)
    show(\.date, in: calendar, \.date)
    reactor.state(\.appointments).bind(with: self) { view, appointments in
      let roles = Dictionary(appointments.map { ($0.date, $0.category.role) }) { first, _ in first }
      view.calendar.dayRole = { roles[$0] }
    }
    reactor.state(\.shown).map { TableRows($0) { "\($0.date.weekday), \($0.date)".capitalized } }
      .bind(to: table, \.rows)
    show(\.selectedID, in: table, \.selectedID)
    reactor.state(\.selected).map { $0.map(Self.description) ?? [] }
      .bind(to: details, \.spans)
  }

  private func edit(_ appointment: Appointment, title: String) {
    guard let today = reactor?.currentState.today else { return }
    let form = AppointmentForm(appointment, today: today)
    form.title = title
    send(form.saved) { .save($0) }
    navigationStack?.push(form)
  }

  private func confirmsDeletion(of appointment: Appointment) async -> Bool {
    await window?.confirm("Delete “\(appointment.title)”?", "It cannot be restored.", confirm: "Delete") ?? false
  }

  private static func description(of appointment: Appointment) -> [Span] {
    let reminders = Appointment.Reminder.allCases.filter(appointment.reminders.contains).map(\.rawValue).joined(
      separator: ", ")
    return [
      Span(appointment.title, .title), Span("\n\(appointment.category.rawValue)", appointment.category.role),
      Span("\n\(appointment.date)\nReminders: \(reminders.isEmpty ? "none" : reminders)\n\n", .secondary),
      Span(appointment.notes),
    ]
  }
}
