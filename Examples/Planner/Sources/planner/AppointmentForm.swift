import ReactorCore
import ReactorTerminal

/// A screen with the properties of an appointment. It has no state besides that of its fields.
final class AppointmentForm: Screen {
  /// Emits the appointment when the user has saved it.
  let saved = Relay<Appointment>()

  private let appointment: Appointment
  private let name = TextField(placeholder: "Required")
  private let date: DateField
  private let category = SegmentedControl(Appointment.Category.allCases.map(\.rawValue))
  private let reminders = MultiChoiceField(
    title: "Reminders",
    choices: Appointment.Reminder.allCases.map { PickerView.Choice(id: $0.rawValue, title: $0.rawValue) })
  private let notes = TextArea()
  private let form = FormView(submit: "Save")

  init(_ appointment: Appointment, today: CalendarDate) {
    self.appointment = appointment
    date = DateField(title: "Date", date: appointment.date, today: today)
    super.init()
    name.text = appointment.title
    category.selectedIndex = Appointment.Category.allCases.firstIndex(of: appointment.category) ?? 0
    reminders.checkedIDs = Set(appointment.reminders.map(\.rawValue))
    notes.text = appointment.notes

    form.add("Title", name) { [name] in name.text.allSatisfy(\.isWhitespace) ? "Enter a title." : nil }
    form.add("Category", category)
    form.addHeading("Time")
    form.add("Date", date, help: "Space opens the calendar.") { [date] in
      guard let date = date.date else { return "Enter a date." }
      return date < today ? "Enter a date that is not in the past." : nil
    }
    form.add("Reminders", reminders) { [date, reminders] in
      let selected = Appointment.Reminder.allCases.filter { reminders.checkedIDs.contains($0.rawValue) }
      guard let date = date.date, let longest = selected.map(\.days).max() else { return nil }
      return date.adding(days: -longest) < today ? "A reminder would be in the past." : nil
    }
    form.addHeading("Notes")
    form.add("", notes, height: 4)
    form.submitted.bind(with: self) { screen, _ in screen.save() }
    content = ScrollView(form)
  }

  private func save() {
    guard let date = date.date else { return }
    var appointment = appointment
    appointment.title = name.text
    appointment.date = date
    appointment.category = Appointment.Category.allCases[category.selectedIndex]
    appointment.reminders = Set(reminders.checkedIDs.compactMap(Appointment.Reminder.init))
    appointment.notes = notes.text
    navigationStack?.pop()
    saved.send(appointment)
  }
}
