import Foundation

/// Dates as header fields write them (RFC 9110, 5.6.7).
enum HTTPDate {
  /// Seconds since 1970; nil for what is no date. Also the two forms that only old servers write.
  static func seconds(_ text: String) -> Double? {
    for format in ["EEE, dd MMM yyyy HH:mm:ss zzz", "EEEE, dd-MMM-yy HH:mm:ss zzz", "EEE MMM d HH:mm:ss yyyy"] {
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = TimeZone(secondsFromGMT: 0)
      formatter.dateFormat = format
      if let date = formatter.date(from: text.trimmingWhitespace()) { return date.timeIntervalSince1970 }
    }
    return nil
  }
}
