import Synchronization

/// What a refresh came to.
public enum RefreshOutcome: Sendable, Hashable {
  /// The source is what it was at the last refresh; nothing was read, nothing written.
  case notModified
  /// The source was read; the counts say what changed.
  case applied(RefreshCounts)
  /// The source was read, and what it would have removed was not approved of; nothing was written.
  case declined(RefreshLoss)
}

/// How far a refresh is.
public struct RefreshProgress: Sendable, Hashable {
  /// What is being done.
  public enum Phase: Sendable, Hashable {
    /// Waiting for the server.
    case connecting
    /// Bytes arrive.
    case downloading
    /// Cars are read.
    case importing
    /// Cars that the source no longer has are removed.
    case removing
  }

  /// What is being done.
  public var phase: Phase
  /// Bytes of the source dealt with in this phase.
  public var completedBytes: Int64
  /// Bytes there are in all, where known.
  public var totalBytes: Int64?
  /// Cars dealt with in this phase.
  public var cars: Int
  /// Cars there are to be dealt with in this phase, where known.
  public var totalCars: Int?
  /// Seconds since the phase began, as of this report; nil when nobody has measured them.
  public var elapsed: Double?

  /// Makes a report.
  public init(
    phase: Phase, completedBytes: Int64 = 0, totalBytes: Int64? = nil, cars: Int = 0, totalCars: Int? = nil,
    elapsed: Double? = nil
  ) {
    self.phase = phase
    self.completedBytes = completedBytes
    self.totalBytes = totalBytes
    self.cars = cars
    self.totalCars = totalCars
    self.elapsed = elapsed
  }

  /// Between 0 and 1, where the total is known.
  public var fraction: Double? {
    if let totalBytes, totalBytes > 0 { return min(1, Double(completedBytes) / Double(totalBytes)) }
    if let totalCars, totalCars > 0 { return min(1, Double(cars) / Double(totalCars)) }
    return nil
  }

  /// Seconds that a phase has to last before its rate means something.
  private static let settling = 0.5

  /// Bytes a second in this phase; nil while too little is known.
  public var rate: Double? {
    guard let elapsed, elapsed >= Self.settling, completedBytes > 0 else { return nil }
    return Double(completedBytes) / elapsed
  }

  /// Seconds until the phase ends, if it goes on at this rate; nil while too little is known.
  public var timeLeft: Double? {
    guard let elapsed, elapsed >= Self.settling, let fraction, fraction > 0, fraction < 1 else { return nil }
    return elapsed * (1 - fraction) / fraction
  }
}

/// Measures the phases of a refresh, on whichever threads its reports are made.
final class PhaseStopwatch: Sendable {
  private let current = Mutex<(phase: RefreshProgress.Phase, beginning: ContinuousClock.Instant)?>(nil)
  private let now: @Sendable () -> ContinuousClock.Instant

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }) { self.now = now }

  /// The report with the time since the first one of its phase.
  func timing(_ report: RefreshProgress) -> RefreshProgress {
    let moment = now()
    let beginning = current.withLock { current in
      if let current, current.phase == report.phase { return current.beginning }
      current = (report.phase, moment)
      return moment
    }
    var report = report
    report.elapsed = beginning.duration(to: moment) / .seconds(1)
    return report
  }
}
