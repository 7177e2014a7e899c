import Foundation

/// The rate of something that arrives in bursts: an average that forgets what is older than some seconds. Times are in
/// seconds of one clock.
struct RateMeter: Sendable {
  /// Seconds after which a rate can be told.
  static let settling = 2.0
  private static let memory = 5.0
  private static let sampling = 0.5

  private let start: Double
  private var sampled: Double
  private var bytes: Int64 = 0
  private var smoothed: Double?

  init(at now: Double) {
    start = now
    sampled = now
  }

  /// So many bytes have left. What an earlier attempt sent does not count.
  mutating func add(_ count: Int64, at now: Double) {
    bytes += count
    sample(at: now)
  }

  /// Bytes a second; nil while it is too early to say, and when nothing moves.
  mutating func rate(at now: Double) -> Double? {
    sample(at: now)
    guard now - start >= Self.settling, let smoothed, smoothed >= 1 else { return nil }
    return smoothed
  }

  private mutating func sample(at now: Double) {
    let span = now - sampled
    guard span >= Self.sampling else { return }
    let latest = Double(bytes) / span
    // At first the plain average since the start, so that an early sample does not weigh for long.
    let weight = max(1 - exp(-span / Self.memory), span / max(now - start, span))
    smoothed = smoothed.map { $0 + weight * (latest - $0) } ?? latest
    sampled = now
    bytes = 0
  }
}

/// The rates of all uploads that are being sent and what is left of them, measured at one moment every two seconds: no two
/// places can show different rates or times left, and neither flickers.
struct RateMeasurement: Sendable {
  /// What was measured of one upload.
  struct Value: Sendable, Hashable {
    var rate: Double?
    var remaining: Int64
  }

  static let interval = 2.0

  private var moment = -Double.infinity
  private var values: [UploadItem.ID: Value] = [:]

  /// What was measured last of an upload.
  subscript(id: UploadItem.ID) -> Value? { values[id] }

  /// Measures all again when it is time for that, or when one can be measured for the first time.
  mutating func take(_ latest: [UploadItem.ID: Value], at now: Double) {
    values = values.filter { latest[$0.key] != nil }
    let isFirst = latest.contains { $0.value.rate != nil && values[$0.key]?.rate == nil }
    guard isFirst || now - moment >= Self.interval else { return }
    moment = now
    values = latest
  }
}
