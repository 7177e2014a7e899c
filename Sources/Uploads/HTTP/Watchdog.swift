import Synchronization

/// Ends a request on which nothing moves: the HTTP client's own timers stand still while the connection takes no bytes, and
/// start anew with each header line that an endless answer brings.
final class Watchdog: Sendable {
  private let body: BodyProgress
  private let limits: HTTPLimits
  private let machinery: Machinery
  private let raised = Mutex<Alarm?>(nil)

  init(body: BodyProgress, limits: HTTPLimits, machinery: Machinery) {
    self.body = body
    self.limits = limits
    self.machinery = machinery
  }

  /// Why a request was ended.
  enum Alarm: Error, Sendable, Hashable {
    /// The server took no bytes of the body.
    case noBytesTaken
    /// The file could not be read.
    case fileStalled
    /// The server has the whole request, and did not answer it.
    case noAnswer
  }

  /// Returns when nothing has moved for as long as the limits allow, or the task was cancelled.
  func run() async {
    while !Task.isCancelled {
      let (phase, seconds) = body.idle
      let (limit, alarm) = allowance(in: phase)
      if seconds >= limit {
        // At this moment: a request that is ended asks for the next bytes once more.
        return raised.withLock { $0 = alarm }
      }
      await machinery.pause(limit - seconds)
    }
  }

  /// Why it ended the request.
  var alarm: Alarm { raised.withLock { $0 } ?? .noAnswer }

  private func allowance(in phase: BodyProgress.Phase) -> (seconds: Double, alarm: Alarm) {
    switch phase {
    case .sent: (limits.answerTimeout, .noAnswer)
    case .sending: (limits.writeTimeout, .noBytesTaken)
    case .reading: (max(limits.writeTimeout, Self.patienceWithDisks), .fileStalled)
    }
  }

  /// Seconds that a disk gets at the least: one that sleeps needs ten.
  private static let patienceWithDisks = 30.0
}
