import Foundation

/// The rate of something that arrives in bursts: an average that forgets what is older than some seconds. Times are in
/// seconds of one clock.
struct RateMeter: Sendable {
  /// Time after which a rate can be told.
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

/// Seconds left, as a person is shown them: changed every two seconds, never none.
struct TimeLeft: Sendable {
  private static let refreshing = 2.0

  private var shown: Double?
  private var refreshed = -Double.infinity

  /// Seconds left for so many bytes; nil when it cannot be said.
  mutating func value(remaining: Int64, rate: Double?, at now: Double) -> Double? {
    guard let rate, rate > 0, remaining > 0 else {
      shown = nil
      refreshed = -.infinity
      return nil
    }
    if now - refreshed >= Self.refreshing {
      shown = max(1, (Double(remaining) / rate).rounded(.up))
      refreshed = now
    }
    return shown
  }
}
