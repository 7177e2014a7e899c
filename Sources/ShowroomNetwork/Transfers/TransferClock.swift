/// The time limits of a request. Update it with the progress; it returns the limit that has been exceeded.
struct TransferClock {
  /// The stages of a request, by what it is waiting for.
  enum Phase: Sendable, Hashable {
    /// The connection to be established, a step that libcurl limits.
    case connecting
    /// The connection to accept more bytes.
    case sending
    /// The next bytes of the request's body.
    case reading
    /// The head of the response.
    case waiting
    /// The body of the response.
    case receiving
    /// The caller to read the response.
    case held
  }

  /// The state of a request.
  struct Progress: Sendable, Hashable {
    var phase = Phase.connecting
    /// The number of bytes of the request's body that the connection has accepted.
    var sent: Int64 = 0
    /// The number of bytes that have arrived, including the head.
    var received: Int64 = 0
  }

  private let limits: WebLimits
  private let start: ContinuousClock.Instant
  private var progress = Progress()
  /// The time of the last progress or change of phase.
  private var moved: ContinuousClock.Instant
  private var phaseStart: ContinuousClock.Instant
  private var window: (start: ContinuousClock.Instant, received: Int64)
  private var bodyLimit: (end: ContinuousClock.Instant, seconds: Double)?

  /// The minimum time limit for reading the body, in seconds. It is long, because a sleeping disk takes about ten
  /// seconds to start.
  static let minimumReading = 30.0

  init(_ limits: WebLimits, at now: ContinuousClock.Instant) {
    self.limits = limits
    (start, moved, phaseStart, window) = (now, now, now, (now, 0))
  }

  /// Limits the time for the rest of the response.
  mutating func limitBody(seconds: Double, at now: ContinuousClock.Instant) {
    bodyLimit = (now + .limit(seconds), seconds)
  }

  /// Updates the progress. Returns the error for a limit that has been exceeded.
  mutating func update(_ progress: Progress, at now: ContinuousClock.Instant) -> WebError? {
    let before = self.progress
    self.progress = progress
    if progress.phase != before.phase { enter(progress.phase, from: before.phase, at: now) }
    if progress != before { moved = now }
    if let (end, error) = deadlines.min(by: { $0.end < $1.end }), now >= end {
      guard case .tooSlow = error else { return error }
      // The interval has ended: fail if it was too slow, or begin the next one.
      let bytes = progress.received - window.received
      guard bytes >= limits.bytesInWindow else { return .tooSlow(bytes: bytes, seconds: limits.window) }
      window = (now, progress.received)
    }
    return nil
  }

  /// The time of the next update that is necessary even without progress.
  var next: ContinuousClock.Instant? { deadlines.map(\.end).min() }

  /// The number of seconds without progress.
  func idle(at now: ContinuousClock.Instant) -> Double { (now - moved) / .seconds(1) }

  private mutating func enter(_ phase: Phase, from: Phase, at now: ContinuousClock.Instant) {
    phaseStart = now
    guard phase == .receiving else { return }
    window = (now, progress.received)
    if from != .held, let seconds = limits.body { limitBody(seconds: seconds, at: now) }
  }

  private var deadlines: [(end: ContinuousClock.Instant, error: WebError)] {
    var deadlines: [(end: ContinuousClock.Instant, error: WebError)] = []
    func add(_ seconds: Double, after instant: ContinuousClock.Instant, _ error: WebError) {
      deadlines.append((instant + .limit(seconds), error))
    }
    switch progress.phase {
    case .connecting, .held: break
    case .sending: add(limits.write, after: moved, .noBytesTaken(seconds: limits.write))
    case .reading: add(max(limits.write, Self.minimumReading), after: moved, .stalledBody)
    case .waiting:
      add(limits.idle, after: moved, .silent(seconds: limits.idle))
      add(limits.head, after: phaseStart, .noHead(seconds: limits.head))
    case .receiving:
      add(limits.idle, after: moved, .silent(seconds: limits.idle))
      add(limits.window, after: window.start, .tooSlow(bytes: 0, seconds: limits.window))
    }
    if let bodyLimit { deadlines.append((bodyLimit.end, .tooLong(seconds: bodyLimit.seconds))) }
    if let total = limits.total { add(total, after: start, .tooLong(seconds: total)) }
    return deadlines
  }
}

extension Duration {
  /// Creates a duration from any number of seconds, clamped to between zero and about a century.
  static func limit(_ seconds: Double) -> Duration { .seconds(min(max(seconds, 0), 3e9)) }
}
