/// A limit on the number of concurrent operations at a destination. It is halved when the destination is overloaded and
/// raised slowly while operations succeed.
struct AdaptiveLimit: Sendable, Hashable {
  /// The current limit.
  var count: Int { Int(exact) }
  private var exact: Double
  private var reduced: Double

  /// The minimum time in seconds between two reductions, because concurrent operations are usually refused together.
  private static let pause = 1.0

  private init(running: Int, at now: Double) {
    exact = max(1, Double(running) / 2)
    reduced = now
  }

  /// Updates a limit, which is `nil` until the destination is first overloaded.
  /// - Parameters:
  ///   - result: The result of an operation at the destination.
  ///   - running: The number of operations that were running there.
  ///   - now: The time in seconds.
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

  /// Raises the limit by one after as many successes as it allows concurrent operations.
  private mutating func raise() { exact = min(exact + 1 / exact, 64) }
}

extension UploadFailure {
  /// Whether the destination is overloaded: status 429 or 503, which S3 also uses for `SlowDown`.
  var isOverload: Bool { status == 429 || status == 503 }
}
