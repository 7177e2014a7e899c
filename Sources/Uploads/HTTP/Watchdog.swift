import Synchronization

/// A watchdog that ends a request without progress. The HTTP client's own timers are not sufficient: the one for
/// requests stops while the connection accepts no bytes and also counts the time of a slow disk, and the one for
/// responses restarts with each header line of an endless response.
final class Watchdog: Sendable {
  private let body: BodyProgress
  private let limits: HTTPLimits
  private let pause: @Sendable (Double) async -> Void
  private let raised = Mutex<Alarm?>(nil)

  /// - Parameter pause: returns after a number of seconds, or earlier if the task is canceled.
  init(body: BodyProgress, limits: HTTPLimits, pause: @escaping @Sendable (Double) async -> Void) {
    self.body = body
    self.limits = limits
    self.pause = pause
  }

  /// The reason why a request was ended.
  enum Alarm: Error, Sendable, Hashable {
    /// The server accepted no bytes of the body.
    case noBytesTaken
    /// The file could not be read in time.
    case fileStalled
    /// The server did not respond to the complete request.
    case noAnswer
  }

  /// Returns when the request has made no progress within the limits, or when the task is canceled.
  func run() async {
    while !Task.isCancelled {
      let (phase, seconds) = body.idle
      let (limit, alarm) = allowance(in: phase)
      if seconds >= limit {
        // Recorded now, because ending a request asks for the next bytes once more.
        return raised.withLock { $0 = alarm }
      }
      // The next phase, which may begin during the pause, may have a shorter time limit.
      await pause(min(limit - seconds, limits.writeTimeout, limits.responseTimeout))
    }
  }

  /// The reason why the request was ended.
  var alarm: Alarm { raised.withLock { $0 } ?? .noAnswer }

  private func allowance(in phase: BodyProgress.Phase) -> (seconds: Double, alarm: Alarm) {
    switch phase {
    case .sent: (limits.responseTimeout, .noAnswer)
    case .sending: (limits.writeTimeout, .noBytesTaken)
    case .reading: (max(limits.writeTimeout, Self.minimumDiskTimeout), .fileStalled)
    }
  }

  /// The minimum time limit for a disk in seconds, because a sleeping disk takes about ten.
  private static let minimumDiskTimeout = 30.0
}
