import Foundation
import GRDB
import Synchronization

/// What a refresh came to.
public enum RefreshOutcome: Sendable, Hashable {
  /// The source is what it was at the last refresh; nothing was read, nothing written.
  case notModified
  /// The source was read; the counts say what changed.
  case applied(RefreshCounts)
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
  }

  /// What is being done.
  public var phase: Phase
  /// Bytes of the source dealt with in this phase.
  public var completedBytes: Int64
  /// Bytes there are in all, where known.
  public var totalBytes: Int64?
  /// Cars read so far.
  public var cars: Int

  /// Makes a report.
  public init(phase: Phase, completedBytes: Int64 = 0, totalBytes: Int64? = nil, cars: Int = 0) {
    self.phase = phase
    self.completedBytes = completedBytes
    self.totalBytes = totalBytes
    self.cars = cars
  }

  /// Between 0 and 1, where the total is known.
  public var fraction: Double? {
    guard let totalBytes, totalBytes > 0 else { return nil }
    return min(1, Double(completedBytes) / Double(totalBytes))
  }
}

extension CatalogueStore {
  /// Brings the catalogue up to date with a source: conditional (nothing is read when it has not changed since the last
  /// refresh from it), all or nothing, keyed by id. Favourites and notes are kept; a car that is gone but has either
  /// stays, marked as withdrawn. Readers see the old catalogue until the end.
  ///
  /// Cancelling the task stops it within a few milliseconds of work and leaves everything as it was. `progress` is called
  /// on any thread, some 50 times a phase at most.
  ///
  /// - Parameter shrinking: what happens when the source lacks much of what is stored.
  public func refresh(
    from source: CatalogueSource, shrinking: ShrinkPolicy = .allowed,
    progress: @escaping @Sendable (RefreshProgress) -> Void = { _ in }
  ) async throws(CatalogueError) -> RefreshOutcome {
    try await refresh(from: source, shrinking: shrinking, limits: .standard, progress: progress)
  }

  func refresh(
    from source: CatalogueSource, shrinking: ShrinkPolicy = .allowed, limits: DownloadLimits,
    progress: @escaping @Sendable (RefreshProgress) -> Void = { _ in }
  ) async throws(CatalogueError) -> RefreshOutcome {
    guard pool != nil else { throw .store(.readOnly, path: path) }
    let known = try read { try SourceState.fetch($0) }
    switch source {
    case .file(let url):
      return try await apply(
        SourceFile(path: url.path, name: source.name), from: source, known: known, shrinking, progress)
    case .remote(let address, let login):
      let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
      let download = Download(
        address: address, login: login, name: source.name, limits: limits, directory: directory)
      let validators = known.flatMap { $0.validators(for: source) }
      guard let file = try await download.run(validators: validators, progress: progress) else { return .notModified }
      return try await apply(file, from: source, known: known, shrinking, progress)
    }
  }

  private func apply(
    _ file: SourceFile, from source: CatalogueSource, known: SourceState?, _ shrinking: ShrinkPolicy,
    _ progress: @escaping @Sendable (RefreshProgress) -> Void
  ) async throws(CatalogueError) -> RefreshOutcome {
    let cancelled = CancellationFlag()
    do {
      return try await withTaskCancellationHandler {
        let digest = try file.digest(isCancelled: { cancelled.isSet })
        let state = SourceState(
          source: source.key, validators: file.validators, size: digest.size, digest: digest.value,
          importer: CatalogueImporter.version)
        if let known, known.hasSameContent(as: state) {
          if known != state { try await self.write { try state.save($0) } }
          return .notModified
        }
        let counts = try await self.write { db in
          try Self.merge(file, state: state, into: db, shrinking, cancelled: cancelled, progress)
        }
        return .applied(counts)
      } onCancel: {
        cancelled.set()
      }
    } catch {
      throw cancelled.isSet ? .cancelled : CatalogueError(error, path: path)
    }
  }

  private static func merge(
    _ file: SourceFile, state: SourceState, into db: Database, _ shrinking: ShrinkPolicy,
    cancelled: CancellationFlag,
    _ progress: (RefreshProgress) -> Void
  ) throws -> RefreshCounts {
    try RefreshUndo.forget(in: db)
    if shrinking == .undoable { try RefreshUndo.prepare(in: db) }
    var transaction = try RefreshTransaction(db: db, source: file.name)
    var report = RefreshProgress(phase: .importing, totalBytes: state.size)
    progress(report)
    let step = max(state.size / 50, 1)
    let importer = CatalogueImporter(path: file.path, source: file.name, isCancelled: { cancelled.isSet })
    try importer.run { record, place, read in
      try transaction.take(&record, place: place)
      report.cars += 1
      if read >= report.completedBytes + step {
        report.completedBytes = read
        progress(report)
      }
    }
    try transaction.finish(refusesLoss: shrinking == .refused)
    try state.save(db)
    if shrinking == .undoable { try RefreshUndo.complete(in: db) }
    if cancelled.isSet { throw CatalogueError.cancelled }
    report.completedBytes = state.size
    progress(report)
    return transaction.counts
  }
}

/// Says across threads that work is to stop.
final class CancellationFlag: Sendable {
  private let flag = Atomic(false)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}
