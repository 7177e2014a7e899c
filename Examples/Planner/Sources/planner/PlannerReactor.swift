import ReactorCore
import ReactorTerminal

final class PlannerReactor: Reactor {
  enum Action: Equatable {
    case setPeriod(Period)
    case selectDate(CalendarDate)
    case select(Appointment.ID)
    case save(Appointment)
    case delete(Appointment.ID)
  }

  enum Period: String, CaseIterable {
    case day = "Day"
    case week = "Week"
    case month = "Month"
  }

  struct State {
    let today: CalendarDate
    var date: CalendarDate
    var period = Period.week
    var appointments: [Appointment]
    var selectedID: Appointment.ID?

    /// The appointments of the period around the selected date.
    var shown: [Appointment] {
      appointments.filter { appointment in
        switch period {
        case .day: appointment.date == date
        case .week: monday(of: appointment.date) == monday(of: date)
        case .month: appointment.date.startOfMonth == date.startOfMonth
        }
      }
    }

    var selected: Appointment? {
      shown.first { $0.id == selectedID } ?? shown.first
    }

    /// A new appointment on the selected date.
    var newAppointment: Appointment {
      Appointment(id: (appointments.map(\.id).max() ?? 0) + 1, date: max(date, today))
    }

    private func monday(of date: CalendarDate) -> CalendarDate {
      date.adding(days: -date.weekday.days(since: .monday))
    }
  }

  let store: Store<PlannerReactor>

  init(today: CalendarDate, appointments: [Appointment] = []) {
    store = Store(State(today: today, date: today, appointments: appointments))
  }

  func reduce(into state: inout State, mutation: Action) {
    switch mutation {
    case .setPeriod(let period): state.period = period
    case .selectDate(let date): state.date = date
    case .select(let id): state.selectedID = id
    case .save(let appointment):
      state.appointments.removeAll { $0.id == appointment.id }
      state.appointments.append(appointment)
      state.appointments.sort { ($0.date, $0.id) < ($1.date, $1.id) }
      state.date = appointment.date
      state.selectedID = appointment.id
    case .delete(let id): state.appointments.removeAll { $0.id == id }
    }
  }
}
