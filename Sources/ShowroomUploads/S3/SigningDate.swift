import Foundation

/// A time in UTC in the format of AWS: `20150830T123600Z`.
struct SigningDate: Sendable, Hashable {
  /// The date and time: `20150830T123600Z`.
  let moment: String
  /// The date: `20150830`.
  var day: String { String(moment.prefix(8)) }

  init(_ date: Date) {
    let utc = Calendar.utc.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
    func digits(_ number: Int?, _ count: Int = 2) -> String {
      let text = String(number ?? 0)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    moment =
      digits(utc.year, 4) + digits(utc.month) + digits(utc.day) + "T" + digits(utc.hour) + digits(utc.minute)
      + digits(utc.second) + "Z"
  }

  /// Parses a time in an XML response: `2013-05-24T00:00:00Z`, optionally with fractional seconds or without hyphens
  /// and colons.
  static func date(_ text: String) -> Date? {
    let digits = text.prefix { $0 != "." && $0 != "Z" }.filter { $0.isASCII && $0.isNumber }
    guard digits.count == 14, text.hasSuffix("Z") else { return nil }
    var numbers: [Int] = []
    var rest = digits[...]
    for length in [4, 2, 2, 2, 2, 2] {
      numbers.append(Int(rest.prefix(length)) ?? 0)
      rest = rest.dropFirst(length)
    }
    return Calendar.utc.date(
      from: DateComponents(
        year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
        second: numbers[5]))
  }
}

extension Calendar {
  fileprivate static let utc: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}
