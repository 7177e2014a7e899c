/// A limit of what is done at a destination at the same time: halved when the destination has too much to do, and raised
/// slowly as long as it succeeds.
struct AdaptiveLimit: Sendable, Hashable {
  /// The current limit.
  var count: Int { Int(exact) }
  private var exact: Double
  private var reduced: Double

  /// The seconds in which a limit is reduced only once, because everything that runs is refused together.
  private static let pause = 1.0

  private init(running: Int, at now: Double) {
    exact = max(1, Double(running) / 2)
    reduced = now
  }

  /// Updates a limit, which is `nil` until the destination has too much to do.
  /// - Parameters:
  ///   - result: what was done at the destination.
  ///   - running: the number of things that were being done there.
  ///   - now: the time in seconds.
  static func update<Success>(
    _ limit: inout AdaptiveLimit?, after result: Result<Success, UploadFailure>, running: Int, at now: Double
  ) {
    switch result {
    case .success: limit?.raise()
    case .failure(let failure) where failure.isOverload:
      guard limit != nil else { return limit = AdaptiveLimit(running: running, at: now) }
      limit?.reduce(at: now)
    case .failure: break
    }
  }

  private mutating func reduce(at now: Double) {
    guard now - reduced >= Self.pause else { return }
    exact = max(1, exact / 2)
    reduced = now
  }

  /// Raises the limit by one after as many successes as it allows at the same time.
  private mutating func raise() { exact = min(exact + 1 / exact, 64) }
}

extension UploadFailure {
  /// Whether the destination has too much to do (429, 503, and `SlowDown` of S3, which has one of them).
  var isOverload: Bool { status == 429 || status == 503 }
}
