/// A day of the proleptic Gregorian calendar, from January 1 of the year 1 to December 31 of the year 9999.
///
/// It has no time and no time zone, so the program has to determine the current date.
///
/// ```swift
/// guard let release = CalendarDate(year: 2026, month: 7, day: 31) else { return }
/// release.adding(months: 7)  // 2027-02-28
/// release.adding(days: 1).weekday  // .saturday
/// ```
public struct CalendarDate: Sendable, Hashable, Comparable {
  /// The year, from 1 to 9999.
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1 to 31.
  public let day: Int

  /// Creates a date, or returns `nil` if there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard 1...9_999 ~= year, 1...12 ~= month, day >= 1, day <= Self.days(inMonth: month, of: year) else { return nil }
    self.init(validYear: year, month: month, day: day)
  }

  /// Creates a date from text in the form `2026-07-31`. Returns `nil` if the text has another form or there is no
  /// such day.
  public init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - 0x30) } }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  private init(validYear year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The first day: January 1 of the year 1.
  public static let min = CalendarDate(validYear: 1, month: 1, day: 1)
  /// The last day: December 31 of the year 9999.
  public static let max = CalendarDate(validYear: 9_999, month: 12, day: 31)

  /// Returns the number of days of a month.
  ///
  /// - Parameters:
  ///   - month: The month, from 1 to 12. Another number counts as the nearest month.
  ///   - year: The year.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  /// Returns whether a date is before another one.
  public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  // MARK: Counting days

  /// The number of days since January 1 of the year 1, which is 0.
  public var dayNumber: Int { Self.days(beforeYear: year) + Self.days(beforeMonth: month, of: year) + day - 1 }

  /// Creates the date with a day number. Numbers outside the range result in the first or last date.
  public init(dayNumber: Int) {
    let number = Swift.min(Swift.max(0, dayNumber), Self.max.dayNumber)
    // Too large by a few years at most, because the divisor ignores leap days.
    var year = number / 365 + 1
    while Self.days(beforeYear: year) > number { year -= 1 }
    let rest = number - Self.days(beforeYear: year)
    let month = (1...12).last { Self.days(beforeMonth: $0, of: year) <= rest } ?? 1
    self.init(validYear: year, month: month, day: rest - Self.days(beforeMonth: month, of: year) + 1)
  }

  private static func days(beforeYear year: Int) -> Int {
    let years = year - 1
    return years * 365 + years / 4 - years / 100 + years / 400
  }

  private static func days(beforeMonth month: Int, of year: Int) -> Int {
    (1..<month).reduce(0) { $0 + days(inMonth: $1, of: year) }
  }

  /// Returns the date a number of days later, or earlier if the number is negative, limited to the range from ``min``
  /// to ``max``.
  public func adding(days: Int) -> CalendarDate {
    let (number, isHuge) = dayNumber.addingReportingOverflow(days)
    return CalendarDate(dayNumber: isHuge ? (days < 0 ? 0 : .max) : number)
  }

  /// Returns the same day a number of months later, or earlier if the number is negative. If the month is shorter,
  /// returns its last day. Months outside ``min`` to ``max`` are limited to the first or last one.
  public func adding(months: Int) -> CalendarDate {
    let index = (year - 1) * 12 + month - 1
    let (sum, isHuge) = index.addingReportingOverflow(months)
    let target = isHuge ? (months < 0 ? 0 : .max) : sum
    let clamped = Swift.min(Swift.max(0, target), 9_999 * 12 - 1)
    let (year, month) = (clamped / 12 + 1, clamped % 12 + 1)
    return CalendarDate(
      validYear: year, month: month, day: Swift.min(day, Self.days(inMonth: month, of: year)))
  }

  /// Returns the same day a number of years later, or earlier if the number is negative. February 29 becomes February
  /// 28 if there is no such day.
  public func adding(years: Int) -> CalendarDate {
    let (months, isHuge) = years.multipliedReportingOverflow(by: 12)
    return adding(months: isHuge ? (years < 0 ? .min : .max) : months)
  }

  /// The first day of the month.
  public var startOfMonth: CalendarDate { CalendarDate(validYear: year, month: month, day: 1) }
  /// The last day of the month.
  public var endOfMonth: CalendarDate {
    CalendarDate(validYear: year, month: month, day: Self.days(inMonth: month, of: year))
  }

  /// The day of the week.
  public var weekday: Weekday { Weekday.allCases[dayNumber % 7] }

  /// Returns this date or, if it is outside `range`, the nearest date in it.
  public func clamped(to range: ClosedRange<CalendarDate>) -> CalendarDate {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

extension CalendarDate: LosslessStringConvertible {
  /// The date in the form `2026-07-31`.
  public var description: String { "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))" }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}

/// A day of the week.
public enum Weekday: Int, Sendable, Hashable, CaseIterable {
  /// Monday, the first day of the week in ISO 8601.
  case monday
  /// Tuesday.
  case tuesday
  /// Wednesday.
  case wednesday
  /// Thursday.
  case thursday
  /// Friday.
  case friday
  /// Saturday.
  case saturday
  /// Sunday, the first day of the week in some countries.
  case sunday

  /// Returns the number of days from another day of the week to this one, from 0 to 6.
  public func days(since other: Weekday) -> Int { (rawValue - other.rawValue + 7) % 7 }
}
