/// A limit on the number of concurrent operations at a destination. It is halved when the destination is overloaded and
/// raised slowly while operations succeed.
struct AdaptiveLimit: Sendable, Hashable {
  /// The current limit.
  var count: Int { Int(exact) }
  private var exact: Double
  private var reduced: Double

  /// The maximum limit.
  static let maximum = 16
  /// The minimum time in seconds between two reductions, because concurrent operations are usually refused together.
  private static let pause = 1.0

  /// The outcome of an operation, as far as it concerns the load of the destination.
  enum Outcome: Sendable, Hashable {
    case success
    /// The destination is overloaded: status 429 or 503, which S3 also uses for `SlowDown`.
    case overload
    case otherFailure

    /// - Parameter status: The status of a response, or `nil` if there was none.
    init(status: Int?) {
      switch status ?? 0 {
      case 200...299: self = .success
      case 429, 503: self = .overload
      default: self = .otherFailure
      }
    }

    init<Success>(_ result: Result<Success, UploadFailure>) {
      switch result {
      case .success: self = .success
      case .failure(let failure): self = Outcome(status: failure.status) == .overload ? .overload : .otherFailure
      }
    }
  }

  private init(running: Int, at now: Double) {
    exact = max(1, Double(running) / 2)
    reduced = now
  }

  /// Updates a limit, which is `nil` until the destination is first overloaded.
  /// - Parameters:
  ///   - outcome: The outcome of an operation at the destination.
  ///   - running: The number of operations that were running there.
  ///   - now: The time in seconds.
  static func update(_ limit: inout AdaptiveLimit?, after outcome: Outcome, running: Int, at now: Double) {
    switch outcome {
    case .success: limit?.raise()
    case .overload:
      guard limit != nil else { return limit = AdaptiveLimit(running: running, at: now) }
      limit?.reduce(at: now)
    case .otherFailure: break
    }
  }

  private mutating func reduce(at now: Double) {
    guard now - reduced >= Self.pause else { return }
    exact = max(1, exact / 2)
    reduced = now
  }

  /// Raises the limit by one after as many successes as it allows concurrent operations.
  private mutating func raise() { exact = min(exact + 1 / exact, Double(Self.maximum)) }
}
