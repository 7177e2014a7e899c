import Foundation
import ReactorTerminal
import Testing

@Suite struct CalendarDateTests {
  private func date(_ text: String) -> CalendarDate {
    guard let date = CalendarDate(text) else {
      Issue.record("\(text) is no date")
      return .min
    }
    return date
  }

  @Test(arguments: [
    (2026, 2, 29), (2100, 2, 29), (2026, 4, 31), (2026, 13, 1), (2026, 0, 1), (2026, 1, 0), (0, 1, 1), (10_000, 1, 1),
    (.max, .max, .max), (.min, .min, .min),
  ])
  func `a day that does not exist is rejected`(year: Int, month: Int, day: Int) {
    #expect(CalendarDate(year: year, month: month, day: day) == nil)
  }

  @Test(arguments: ["2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])
  func `text is read and written in the same form`(text: String) {
    #expect(CalendarDate(text)?.description == text)
  }

  @Test(arguments: [
    "", "2026-7-31", "2026-07-31 ", "2026/07/31", "2026-02-30", "٢٠٢٦-07-31", "-026-07-31", "2026-07-1-",
  ])
  func `text in another form is rejected`(text: String) {
    #expect(CalendarDate(text) == nil)
  }

  @Test func `day numbers and weekdays agree with Foundation over all years`() throws {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    // The Gregorian calendar of Foundation begins in 1582.
    let start = try #require(calendar.date(from: DateComponents(year: 1583, month: 1, day: 1)))
    let first = date("1583-01-01")
    for days in stride(from: 0, to: 3_000_000, by: 997) {
      let other = calendar.dateComponents(
        [.year, .month, .day, .weekday], from: start.addingTimeInterval(Double(days) * 86_400))
      let date = first.adding(days: days)
      #expect(date.year == other.year && date.month == other.month && date.day == other.day)
      #expect(((date.weekday.rawValue + 1) % 7) + 1 == other.weekday)
    }
  }

  @Test func `every day has a number of its own`() {
    var date = CalendarDate.min
    for number in 0..<150_000 {
      guard date.dayNumber == number, CalendarDate("\(date)") == date else {
        Issue.record("\(date) has the number \(date.dayNumber), not \(number)")
        return
      }
      date = date.adding(days: 1)
    }
    #expect(CalendarDate(dayNumber: CalendarDate.max.dayNumber) == .max)
  }

  @Test func `months and years keep the day where they can`() {
    #expect(date("2026-01-31").adding(months: 1) == date("2026-02-28"))
    #expect(date("2026-03-31").adding(months: -1) == date("2026-02-28"))
    #expect(date("2026-01-15").adding(months: -1) == date("2025-12-15"))
    #expect(date("2024-02-29").adding(years: 1) == date("2025-02-28"))
    #expect(date("2024-02-29").adding(years: -4) == date("2020-02-29"))
    #expect(
      date("2026-02-10").startOfMonth == date("2026-02-01") && date("2024-02-10").endOfMonth == date("2024-02-29"))
  }

  @Test func `no sum leaves the range of dates`() {
    #expect(CalendarDate.max.adding(days: 1) == .max && CalendarDate.min.adding(days: -1) == .min)
    #expect(CalendarDate.max.adding(days: .max) == .max && CalendarDate.max.adding(days: .min) == .min)
    #expect(CalendarDate.min.adding(months: .min).year == 1 && CalendarDate.max.adding(months: .max).year == 9_999)
    #expect(CalendarDate.min.adding(years: .min).year == 1 && CalendarDate.max.adding(years: .max).year == 9_999)
    #expect(CalendarDate(dayNumber: .max) == .max && CalendarDate(dayNumber: .min) == .min)
    #expect(date("2026-05-05").clamped(to: date("2026-06-01")...date("2026-07-01")) == date("2026-06-01"))
  }
}
