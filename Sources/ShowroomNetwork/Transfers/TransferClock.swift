/// The time limits of a request. It is told what has moved, and tells whether the request has to end.
struct TransferClock {
  /// What a request waits for.
  enum Phase: Sendable, Hashable {
    /// The connection, which libcurl limits.
    case connecting
    /// The connection, which must accept more bytes.
    case sending
    /// The next bytes of the body.
    case reading
    /// The head of the response.
    case waiting
    /// The body of the response.
    case receiving
    /// The caller, who does not read the response.
    case held
  }

  /// The state of a request.
  struct Progress: Sendable, Hashable {
    var phase = Phase.connecting
    /// The bytes of the request's body that the connection has accepted.
    var sent: Int64 = 0
    /// The bytes that have arrived, including the head.
    var received: Int64 = 0
  }

  private let limits: WebLimits
  private let start: ContinuousClock.Instant
  private var progress = Progress()
  /// The time at which bytes last moved, or the phase began.
  private var moved: ContinuousClock.Instant
  private var phaseStart: ContinuousClock.Instant
  private var window: (start: ContinuousClock.Instant, received: Int64)
  private var bodyLimit: (end: ContinuousClock.Instant, seconds: Double)?

  /// The minimum time for the body of a request in seconds, because a sleeping disk takes about ten.
  static let minimumReading = 30.0

  init(_ limits: WebLimits, at now: ContinuousClock.Instant) {
    self.limits = limits
    (start, moved, phaseStart, window) = (now, now, now, (now, 0))
  }

  /// Limits the time until the end of the response.
  mutating func limitBody(seconds: Double, at now: ContinuousClock.Instant) {
    bodyLimit = (now + .limit(seconds), seconds)
  }

  /// Updates the clock. Returns the limit that has been exceeded.
  mutating func update(_ progress: Progress, at now: ContinuousClock.Instant) -> WebError? {
    let before = self.progress
    self.progress = progress
    if progress.phase != before.phase { enter(progress.phase, from: before.phase, at: now) }
    if progress != before { moved = now }
    if let (end, error) = deadlines.min(by: { $0.end < $1.end }), now >= end {
      guard case .tooSlow = error else { return error }
      // The window has ended. It was too slow, or the next one begins.
      let bytes = progress.received - window.received
      guard bytes >= limits.bytesInWindow else { return .tooSlow(bytes: bytes, seconds: limits.window) }
      window = (now, progress.received)
    }
    return nil
  }

  /// The time at which the clock has to be updated even if nothing moves.
  var next: ContinuousClock.Instant? { deadlines.map(\.end).min() }

  /// The number of seconds without any movement.
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
  /// Creates a duration from any number of seconds. Negative numbers count as zero, and more than a century as a century.
  static func limit(_ seconds: Double) -> Duration { .seconds(min(max(seconds, 0), 3e9)) }
}
