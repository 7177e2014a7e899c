import ReactorTerminal

/// An appointment that takes a day.
struct Appointment: Identifiable, Equatable, Sendable {
  enum Category: String, CaseIterable, Sendable {
    case work = "Work"
    case home = "Home"
    case leisure = "Leisure"

    var role: Role {
      switch self {
      case .work: .work
      case .home: .home
      case .leisure: .leisure
      }
    }
  }

  /// The time at which the user is reminded of an appointment.
  enum Reminder: String, CaseIterable, Sendable {
    case sameDay = "On the day"
    case dayBefore = "A day before"
    case weekBefore = "A week before"

    var days: Int {
      switch self {
      case .sameDay: 0
      case .dayBefore: 1
      case .weekBefore: 7
      }
    }
  }

  var id: Int
  var title = ""
  var date: CalendarDate
  var category = Category.work
  var reminders: Set<Reminder> = []
  var notes = ""
}

extension Role {
  static let work = Role.custom("planner.work", fallback: .accent)
  static let home = Role.custom("planner.home", fallback: .success)
  static let leisure = Role.custom("planner.leisure", fallback: .warning)
}

extension Theme {
  /// The theme with a color for each category, or an attribute if the theme has no colors.
  var withCategories: Theme {
    self == .mono
      ? styling([.work: .plain.bold, .home: .plain.underline, .leisure: .plain.italic])
      : styling([
        .work: Style(foreground: .hex(0x5fafff)).bold, .home: Style(foreground: .hex(0x87d787)).bold,
        .leisure: Style(foreground: .hex(0xffaf5f)).bold,
      ])
  }
}
