import Catalogue
import Logging
import ReactorCore

/// A catalogue that is refreshed without a server.
@MainActor
struct DemoCatalogue {
  /// Where a refresh takes cars from.
  enum Source: Sendable, Hashable {
    /// A server that takes the time of the program's own clock, and then has the cars of a file.
    case server(CatalogueSource)
    /// A server that does not answer.
    case unreachable
    /// A file, at once.
    case file(CatalogueSource)
    /// One that has nothing new.
    case unchanged
  }

  /// The cars.
  let live: LiveCatalogue
  private let pretence: Pretence

  /// Whether a refresh pretends to wait for a server.
  @MainActor
  private final class Pretence {
    var isWaiting = false
  }

  /// What a person reads for a server.
  private static let server = "https://files.example/cars.json"
  /// How often, and after how long, a refresh tells how far it is.
  private static let steps = 4
  private static let pause: Duration = .milliseconds(400)
  private static let bytes: Int64 = 161_135

  /// The cars of `store`, refreshed from `source`.
  init(_ store: CatalogueStore, from source: Source, clock: any Clock<Duration>) {
    let pretence = Pretence()
    self.pretence = pretence
    let server = Self.server
    let description: String
    // Its path differs from machine to machine.
    if case .file = source { description = "the bundled catalogue" } else { description = server }
    live = LiveCatalogue(
      store: store, sourceDescription: description, logger: Logger(label: "showroom.demo"),
      refresh: { approval, progress in
        switch source {
        case .unchanged: return .notModified
        case .file(let file):
          // How long it takes is not the tape's.
          return try await store.refresh(
            from: file,
            progress: {
              var report = $0
              report.elapsed = nil
              progress(report)
            }, approval: approval)
        case .server(let file):
          try await Self.wait(pretence, clock, progress)
          return try await store.refresh(from: file, approval: approval)
        case .unreachable:
          try await Self.wait(pretence, clock, progress)
          throw CatalogueError.source(.httpStatus(503), source: server)
        }
      })
  }

  /// Whether something is under way that the clock knows nothing of.
  var isBusy: Bool { live.isRefreshWorking && !pretence.isWaiting }

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
