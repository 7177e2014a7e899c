import Foundation

/// The dates of header fields (RFC 9110, section 5.6.7).
enum HTTPDate {
  /// Returns the seconds since 1970, or `nil` if the text is not a date. Accepts the two obsolete formats as well.
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
