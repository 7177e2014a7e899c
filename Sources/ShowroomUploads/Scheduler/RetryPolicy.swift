/// The rules for automatic retries.
package struct RetryPolicy: Sendable {
  /// The seconds before the second attempt, the third, and so on. The last value applies to all later attempts.
  var delays: [Double]
  /// The maximum number of attempts without progress.
  var attempts: Int
  /// The longest pause in seconds, even if the server asks for a longer one.
  var longestPause: Double
  /// Whether an upload fails immediately if its first attempt cannot connect, because no user is watching it wait.
  var failsWhenUnreachable: Bool
  /// The longest time without progress in seconds, over all attempts and the pauses between them, or `nil` for no
  /// limit.
  var stallLimit: Double?
  /// The relative variation of pauses, so that uploads that failed together are not retried together.
  var spread: Double
  /// A closure that returns a random number between 0 and 1.
  var chance: @Sendable () -> Double

  package init(
    delays: [Double] = [1, 3, 5, 10, 30], attempts: Int = 8, longestPause: Double = 600,
    failsWhenUnreachable: Bool = false, stallLimit: Double? = nil, spread: Double = 0.2,
    chance: @escaping @Sendable () -> Double = { .random(in: 0...1) }
  ) {
    self.delays = delays
    self.attempts = attempts
    self.longestPause = longestPause
    self.failsWhenUnreachable = failsWhenUnreachable
    self.stallLimit = stallLimit
    self.spread = spread
    self.chance = chance
  }

  /// The policy of a command without a terminal, which must not wait long.
  package static let unattended = RetryPolicy(
    attempts: 5, longestPause: 60, failsWhenUnreachable: true, stallLimit: 120)

  /// Returns the seconds to wait before the next attempt, or `nil` if there should be no more attempts.
  /// - Parameters:
  ///   - failures: The number of consecutive failed attempts.
  ///   - stalled: The seconds without progress so far.
  func pause(after failure: UploadFailure, failures: Int, stalled: Double = 0) -> Double? {
    guard failures < attempts else { return nil }
    if failsWhenUnreachable, failures <= 1, failure.cause == .unreachable { return nil }
    let usual = delays.isEmpty ? 0 : delays[min(max(failures, 1), delays.count) - 1]
    let pause: Double
    switch failure.retry {
    case .never: return nil
    case .later: pause = min(usual * (1 + spread * (2 * chance() - 1)), longestPause)
    // Never earlier than the server requested, and varied so that uploads do not resume together.
    case .after(let seconds): pause = min(max(seconds, 0) + usual * spread * chance(), longestPause)
    }
    return hasStalled(for: stalled + pause) ? nil : pause
  }

  /// Returns whether an upload that has made no progress for a number of seconds must end.
  func hasStalled(for seconds: Double) -> Bool {
    stallLimit.map { seconds >= $0 } ?? false
  }
}
