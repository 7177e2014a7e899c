import Foundation
import ReactorInspector
import ReactorTerminal

TerminalApplication.main { window in
  try Inspector.install(in: window, arguments: CommandLine.arguments.dropFirst())
  let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: Date())
  let today = CalendarDate(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0) ?? .min
  start(in: window, today: today)
}

/// Shows the planner with a few appointments around the current day.
@MainActor
func start(in window: Window, today: CalendarDate) {
  let appointments = [
    Appointment(id: 1, title: "Team meeting", date: today, category: .work, reminders: [.sameDay], notes: "Room 4"),
    Appointment(id: 2, title: "Water the plants", date: today.adding(days: 1), category: .home),
    Appointment(id: 3, title: "Concert", date: today.adding(days: 1), category: .leisure, notes: "Bring the tickets."),
  ]
  window.theme = window.theme.withCategories
  window.root.content = NavigationStack(
    root: PlannerView(reactor: PlannerReactor(today: today, appointments: appointments)))
}
