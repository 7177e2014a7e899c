/// When a failed attempt is repeated by itself.
public struct RetryPolicy: Sendable {
  /// Seconds before the second attempt, the third, and so on; the last also before all that follow.
  public var delays: [Double]
  /// How many attempts without progress are made; then a person has to say so.
  public var attempts: Int
  /// The longest pause in seconds, whatever a server asks for.
  public var longestPause: Double
  /// Whether an upload whose first attempt makes no connection fails at once: nobody is there who could see that it waits.
  public var failsWhenUnreachable: Bool
  /// By how much a pause may be longer or shorter, as a part of it: many files that failed at once do not come back at
  /// once.
  public var spread: Double
  /// A number between 0 and 1, by chance.
  public var chance: @Sendable () -> Double

  /// A policy.
  public init(
    delays: [Double] = [1, 3, 5, 10, 30], attempts: Int = 8, longestPause: Double = 600,
    failsWhenUnreachable: Bool = false, spread: Double = 0.2,
    chance: @escaping @Sendable () -> Double = { .random(in: 0...1) }
  ) {
    self.delays = delays
    self.attempts = attempts
    self.longestPause = longestPause
    self.failsWhenUnreachable = failsWhenUnreachable
    self.spread = spread
    self.chance = chance
  }

  /// The policy of a command that runs without a terminal: it ends soon, in success or not.
  public static let unattended = RetryPolicy(attempts: 5, longestPause: 60, failsWhenUnreachable: true)

  /// Seconds to wait after so many failures in a row; nil when no further attempt is to be made.
  func pause(after failure: UploadFailure, failures: Int) -> Double? {
    guard failures < attempts else { return nil }
    if failsWhenUnreachable, failures <= 1, failure.cause == .unreachable { return nil }
    let usual = delays.isEmpty ? 0 : delays[min(max(failures, 1), delays.count) - 1]
    let spreadOut = usual * (1 + spread * (2 * chance() - 1))
    return switch failure.retry {
    case .never: nil
    case .later: min(spreadOut, longestPause)
    // Sooner than the server asked for would be wrong; all at the same moment as well. A pause of hours is no pause.
    case .after(let seconds): min(max(seconds, 0) + usual * spread * chance(), longestPause)
    }
  }
}
