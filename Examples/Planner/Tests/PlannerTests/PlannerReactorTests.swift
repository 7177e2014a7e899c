import ReactorTerminal
import ReactorTesting
import Testing

@testable import planner

@MainActor
@Suite struct PlannerReactorTests {
  private let monday: CalendarDate
  private let appointments: [Appointment]

  init() throws {
    let monday = try #require(CalendarDate("2026-08-03"))
    self.monday = monday
    appointments = [0, 6, 7, 40].map { Appointment(id: $0, title: "In \($0) days", date: monday.adding(days: $0)) }
  }

  @Test func `a week has the appointments from Monday to Sunday, and a month those of the month`() async {
    let store = TestStore(PlannerReactor(today: monday, appointments: appointments))

    #expect(store.state.shown.map(\.id) == [0, 6])
    store.send(.setPeriod(.month)) { expect in
      expect(.setPeriod(.month)) { $0.period = .month }
    }
    #expect(store.state.shown.map(\.id) == [0, 6, 7])
    store.send(.setPeriod(.day)) { expect in
      expect(.setPeriod(.day)) { $0.period = .day }
    }
    #expect(store.state.shown.map(\.id) == [0])
    await store.finish()
  }

  @Test func `a saved appointment is sorted by its date, and selected`() async {
    let store = TestStore(PlannerReactor(today: monday, appointments: appointments))
    var moved = appointments[0]
    moved.date = monday.adding(days: 10)

    store.send(.save(moved)) { [appointments] expect in
      expect(.save(moved)) {
        $0.appointments = [appointments[1], appointments[2], moved, appointments[3]]
        $0.date = moved.date
        $0.selectedID = 0
      }
    }

    #expect(store.state.shown.map(\.id) == [7, 0])
    await store.finish()
  }

  @Test func `a new appointment has an ID of its own and is not in the past`() async {
    let store = TestStore(PlannerReactor(today: monday, appointments: appointments), exhaustivity: .off)

    store.send(.selectDate(monday.adding(days: -3)))

    #expect(store.reactor.currentState.newAppointment == Appointment(id: 41, date: monday))
    await store.finish()
  }
}
