import Foundation

/// A formatter of timestamps.
package struct TimestampFormatting: Sendable, Hashable {
  /// Whether to use the machine's time zone instead of `zone`.
  package var isLocal: Bool
  /// The time zone, if it is not the machine's; `nil` for UTC.
  private var zone: TimeZone?

  /// Creates a formatting for the machine's time zone or for UTC.
  package init(isLocal: Bool = true) {
    self.isLocal = isLocal
  }

  /// Creates a formatting for a time zone; `nil` for UTC.
  package init(in zone: TimeZone?) {
    isLocal = false
    self.zone = zone
  }

  /// Formats the date and time to the minute, given in seconds since 1970: `2026-05-01 14:03`.
  package func minute(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds.magnitude < 1e14 else { return "" }
    var time = time_t(seconds.rounded(.down))
    if let zone { time += zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)) }
    var parts = tm()
    if isLocal { localtime_r(&time, &parts) } else { gmtime_r(&time, &parts) }
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
    let day = "\(Int(parts.tm_year) + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    return "\(day) \(two(parts.tm_hour)):\(two(parts.tm_min))"
  }
}
