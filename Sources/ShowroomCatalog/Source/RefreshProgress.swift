import Synchronization

/// The progress of a refresh.
package struct RefreshProgress: Sendable, Hashable {
  /// A phase of a refresh.
  package enum Phase: Sendable, Hashable {
    /// Waiting for the server.
    case connecting
    /// Downloading the source.
    case downloading
    /// Reading cars.
    case importing
    /// Removing the cars that the source no longer lists.
    case removing
  }

  package var phase: Phase
  /// The number of bytes of the source processed in this phase.
  package var completedBytes: Int64
  /// The total number of bytes in this phase, if known.
  package var totalBytes: Int64?
  /// The number of cars processed in this phase.
  package var cars: Int
  /// The total number of cars in this phase, if known.
  package var totalCars: Int?
  /// The number of seconds since the phase began, or `nil` if not measured.
  package var elapsed: Double?

  package init(
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

  /// The completed fraction between 0 and 1, if the total is known.
  package var fraction: Double? {
    if let totalBytes, totalBytes > 0 { return min(1, Double(completedBytes) / Double(totalBytes)) }
    if let totalCars, totalCars > 0 { return min(1, Double(cars) / Double(totalCars)) }
    return nil
  }

  /// The number of seconds that a phase must last before its rate is meaningful.
  private static let settling = 0.5

  /// The number of bytes per second in this phase, or `nil` if too little is known.
  package var rate: Double? {
    guard let elapsed, elapsed >= Self.settling, completedBytes > 0 else { return nil }
    return Double(completedBytes) / elapsed
  }

  /// The number of seconds until the phase ends at this rate, or `nil` if too little is known.
  package var timeLeft: Double? {
    guard let elapsed, elapsed >= Self.settling, let fraction, fraction > 0, fraction < 1 else { return nil }
    return elapsed * (1 - fraction) / fraction
  }
}

/// A stopwatch for the phases of a refresh. Can be used from any thread.
final class PhaseStopwatch: Sendable {
  private let current = Mutex<(phase: RefreshProgress.Phase, beginning: ContinuousClock.Instant)?>(nil)

  /// Returns the report with the time elapsed since the first report of its phase.
  func timing(_ report: RefreshProgress) -> RefreshProgress {
    let moment = ContinuousClock.now
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
