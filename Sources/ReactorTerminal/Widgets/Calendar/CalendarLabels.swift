/// The texts of a calendar in one language.
///
/// ```swift
/// calendar.labels = CalendarLabels(weekdays: ["월", "화", "수", "목", "금", "토", "일"]) { "\($0)년 \($1)월" }
/// ```
public struct CalendarLabels: Sendable {
  /// The names of the days of the week, starting with Monday, each two columns wide.
  public let weekdays: [String]
  /// A closure that returns the heading of a month from the year and the month.
  public let title: @Sendable (_ year: Int, _ month: Int) -> String

  /// Creates the texts of a calendar.
  ///
  /// - Parameters:
  ///   - weekdays: The names of the days of the week, starting with Monday. Missing names are blank, and names wider
  ///     than two columns are cut off.
  ///   - title: A closure that returns the heading of a month from the year and the month.
  public init(weekdays: [String], title: @escaping @Sendable (_ year: Int, _ month: Int) -> String) {
    self.weekdays = weekdays
    self.title = title
  }

  /// The texts in English.
  public static let english = CalendarLabels(weekdays: ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]) { year, month in
    "\(englishMonths[(month - 1) % 12]) \(year)"
  }

  private static let englishMonths = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  func name(of weekday: Weekday) -> String {
    weekdays.indices.contains(weekday.rawValue) ? weekdays[weekday.rawValue] : ""
  }
}
