import Catalogue
import Logging
import ReactorCore

/// A catalogue whose refresh takes the time of the program's own clock.
@MainActor
struct DemoCatalogue {
  /// The cars.
  let live: LiveCatalogue
  private let pretence: Pretence

  /// Whether a refresh pretends to wait for a server.
  @MainActor
  private final class Pretence {
    var isWaiting = false
  }

  /// What a person reads for the source.
  private static let source = "https://files.example/cars.json"
  /// How often, and after how long, a refresh tells how far it is.
  private static let steps = 4
  private static let pause: Duration = .milliseconds(400)
  private static let bytes: Int64 = 161_135

  /// The cars of `store`, refreshed from `file`, or by nobody where `isUnreachable`.
  init(_ store: CatalogueStore, from file: CatalogueSource, isUnreachable: Bool, clock: any Clock<Duration>) {
    let pretence = Pretence()
    let source = Self.source
    self.pretence = pretence
    live = LiveCatalogue(
      store: store, sourceDescription: source, logger: Logger(label: "showroom.demo"),
      refresh: { progress in
        try await Self.wait(pretence, clock, progress)
        if isUnreachable { throw CatalogueError.source(.httpStatus(503), source: source) }
        return try await store.refresh(from: file)
      })
  }

  /// Whether something is under way that the clock knows nothing of.
  var isBusy: Bool { live.refreshProgress.value != nil && !pretence.isWaiting }

  private static func wait(
    _ pretence: Pretence, _ clock: any Clock<Duration>, _ progress: @Sendable (RefreshProgress) -> Void
  ) async throws {
    pretence.isWaiting = true
    defer { pretence.isWaiting = false }
    for step in 1...steps {
      try await clock.sleep(for: pause)
      progress(
        RefreshProgress(
          phase: .downloading, completedBytes: bytes * Int64(step) / Int64(steps), totalBytes: bytes))
    }
    try await clock.sleep(for: pause)
  }
}
