import Foundation

/// A meter for the rate of data sent in bursts, as an average over several seconds. All times are in seconds of the
/// same clock.
struct RateMeter: Sendable {
  /// The seconds before the rate is meaningful.
  static let settling = 2.0
  /// The seconds without data after which an upload is stalled.
  static let stallTimeout = 5.0
  private static let memory = 5.0
  private static let sampling = 0.5

  private var start: Double
  private var sampled: Double
  /// The time of the latest data, or `nil` before any data.
  private var moved: Double?
  private var bytes: Int64 = 0
  private var smoothed: Double?

  init(at now: Double) {
    start = now
    sampled = now
  }

  /// The meter for an upload that starts right after another one has ended. With it, the rates of short consecutive
  /// uploads add up to that of the connection.
  var continued: RateMeter {
    var next = self
    next.moved = nil
    return next
  }

  /// Adds bytes sent in this attempt. After a pause the measurement starts over, because an average that includes the
  /// pause would not predict the time left.
  mutating func add(_ count: Int64, at now: Double) {
    if isStalled(at: now) {
      self = RateMeter(at: now)
    } else {
      bytes += count
      sample(at: now)
    }
    moved = now
  }

  /// Returns whether data has been sent, but none for several seconds.
  func isStalled(at now: Double) -> Bool { moved.map { now - $0 >= Self.stallTimeout } ?? false }

  /// Returns the bytes per second, or `nil` if too little has been measured or nothing is being sent.
  mutating func rate(at now: Double) -> Double? {
    if isStalled(at: now) { return nil }
    sample(at: now)
    guard now - start >= Self.settling, let smoothed, smoothed >= 1 else { return nil }
    return smoothed
  }

  private mutating func sample(at now: Double) {
    let span = now - sampled
    guard span >= Self.sampling else { return }
    let latest = Double(bytes) / span
    // A plain average at first, so that an early sample quickly loses weight.
    let weight = max(1 - exp(-span / Self.memory), span / max(now - start, span))
    smoothed = smoothed.map { $0 + weight * (latest - $0) } ?? latest
    sampled = now
    bytes = 0
  }
}

/// The rates and remaining bytes of all running uploads. They are measured together every two seconds, so that
/// everything that shows them shows the same stable values.
struct RateMeasurement: Sendable {
  /// The measurement of one upload.
  struct Value: Sendable, Hashable {
    var rate: Double?
    var remaining: Int64
  }

  static let interval = 2.0

  private var moment = -Double.infinity
  private var values: [Upload.ID: Value] = [:]

  /// The last measurement of an upload.
  subscript(id: Upload.ID) -> Value? { values[id] }

  /// Measures all uploads if the interval has passed, or if the rate of one has become available.
  mutating func take(_ latest: [Upload.ID: Value], at now: Double) {
    values = values.filter { latest[$0.key] != nil }
    let isFirst = latest.contains { $0.value.rate != nil && values[$0.key]?.rate == nil }
    guard isFirst || now - moment >= Self.interval else { return }
    moment = now
    values = latest
  }
}
