import Foundation

extension TimestampFormatting {
  /// Returns the time, in seconds since 1970, for text such as `2026-05-01`, `2026-05-01 14:03` or
  /// `2026-05-01T14:03:00Z`; `nil` if the text is not a time. Without `Z`, the text is in the machine's time zone.
  package static func seconds(parsing text: String) -> Double? {
    let pattern = /(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?(Z)?)?/
    guard let match = text.wholeMatch(of: pattern)?.output else { return nil }
    func number(_ text: Substring?) -> Int32 { text.flatMap { Int32($0) } ?? 0 }
    var time = tm()
    time.tm_year = number(match.1) - 1900
    time.tm_mon = number(match.2) - 1
    time.tm_mday = number(match.3)
    (time.tm_hour, time.tm_min, time.tm_sec) = (number(match.4), number(match.5), number(match.6))
    // The system decides whether daylight saving time applies.
    time.tm_isdst = -1
    let written = time
    let seconds = match.7 == nil ? mktime(&time) : timegm(&time)
    // The system turns February 30 into March 2.
    guard (time.tm_year, time.tm_mon, time.tm_mday) == (written.tm_year, written.tm_mon, written.tm_mday),
      written.tm_hour < 24, written.tm_min < 60, written.tm_sec < 60
    else { return nil }
    return Double(seconds)
  }
}
