import Logging
import ReactorCore
import ShowroomApp
import ShowroomCatalog

/// A catalog that can be refreshed without a server.
@MainActor
struct DemoCatalog {
  /// The source of a refresh.
  enum Source: Sendable, Hashable {
    /// A simulated server that uses the program's clock and then delivers the cars of a file.
    case server(CatalogSource)
    /// A simulated server that returns an error.
    case unreachable
    /// A file that is read without a delay.
    case file(CatalogSource)
    /// A file that has changed since it was read.
    case changed(CatalogSource)
    /// A source without changes.
    case unchanged
  }

  /// The catalog of the program.
  let live: LiveCatalog
  private let simulation: Simulation

  /// The state of the simulated server.
  @MainActor
  private final class Simulation {
    /// Whether a refresh is waiting for the server.
    var isWaiting = false
  }

  /// The address and the file shown in the program.
  private static let server = "https://files.example/vehicles.csv.zip"
  private static let changedFile = "vehicles.csv"
  /// The number of progress reports, and the pause before each.
  private static let steps = 4
  private static let pause: Duration = .milliseconds(400)
  private static let bytes: Int64 = 2_153_904

  /// Creates a catalog in `store` that is refreshed from `source`.
  init(_ store: CatalogStore, from source: Source, clock: any Clock<Duration>) {
    let simulation = Simulation()
    self.simulation = simulation
    let server = Self.server
    let description: String
    // The path of the file differs between machines.
    switch source {
    case .file: description = "the bundled catalog"
    case .changed: description = Self.changedFile
    case .server, .unreachable, .unchanged: description = server
    }
    live = LiveCatalog(
      store: store, sourceDescription: description, logger: Logger(label: "showroom.demo"), reportsProgress: false,
      refresh: { approval, progress in
        switch source {
        case .unchanged: return .notModified
        case .file(let file), .changed(let file): return try await store.refresh(from: file, approval: approval)
        case .server(let file):
          try await Self.wait(simulation, clock, progress)
          return try await store.refresh(from: file, approval: approval)
        case .unreachable:
          try await Self.wait(simulation, clock, progress)
          throw CatalogError.source(.httpStatus(503), source: server)
        }
      })
    if case .changed = source { live.changedSource.accept(ChangedSource(name: Self.changedFile, digest: 0)) }
  }

  /// Whether work that does not use the clock is in progress.
  var isBusy: Bool { live.isRefreshWorking && !simulation.isWaiting }

  private static func wait(
    _ simulation: Simulation, _ clock: any Clock<Duration>, _ progress: @Sendable (RefreshProgress) -> Void
  ) async throws {
    simulation.isWaiting = true
    defer { simulation.isWaiting = false }
    for step in 1...steps {
      try await clock.sleep(for: pause)
      progress(
        RefreshProgress(
          phase: .downloading, completedBytes: bytes * Int64(step) / Int64(steps), totalBytes: bytes))
    }
    try await clock.sleep(for: pause)
  }
}
