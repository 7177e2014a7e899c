import Foundation

/// Writes moments as a person reads them.
public struct MomentFormatting: Sendable, Hashable {
  /// Whether in the machine's zone of time; otherwise in `zone`.
  public var isLocal: Bool
  /// The zone that is not the machine's; nil: everybody's, UTC.
  private var zone: TimeZone?

  /// Moments in the machine's zone, or in UTC.
  public init(isLocal: Bool = true) {
    self.isLocal = isLocal
  }

  /// Moments in a zone of time; nil: in UTC.
  init(in zone: TimeZone?) {
    isLocal = false
    self.zone = zone
  }

  /// Day and minute of a moment in seconds since 1970: `2026-05-01 14:03`.
  public func minute(_ seconds: Double) -> String {
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
