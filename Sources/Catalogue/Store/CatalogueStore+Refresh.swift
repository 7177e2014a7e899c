import Foundation
import GRDB
import Synchronization

extension CatalogueStore {
  /// Brings the catalogue up to date with a source: conditional (nothing is read when it has not changed since the last
  /// refresh from it), all or nothing, keyed by id. Favourites and notes are kept; a car that is gone but has either
  /// stays, marked as withdrawn. Readers see the old catalogue until the end.
  ///
  /// Cancelling the task stops it within a few milliseconds of work and leaves everything as it was.
  ///
  /// - Parameters:
  ///   - progress: called on any thread, for every fiftieth of the source and every thousand cars.
  ///   - approval: asked before a refresh is committed that would remove many cars, or any that the user has something
  ///     on (``RefreshLoss/needsApproval``). One that was approved of can be undone (``undoRefresh()``).
  public func refresh(
    from source: CatalogueSource, progress: @escaping @Sendable (RefreshProgress) -> Void = { _ in },
    approval: @escaping RefreshApproval = { _ in true }
  ) async throws(CatalogueError) -> RefreshOutcome {
    try await refresh(from: source, limits: .standard, progress: progress, approval: approval)
  }

  func refresh(
    from source: CatalogueSource, limits: DownloadLimits,
    progress: @escaping @Sendable (RefreshProgress) -> Void = { _ in },
    approval: @escaping RefreshApproval = { _ in true }
  ) async throws(CatalogueError) -> RefreshOutcome {
    guard pool != nil else { throw .store(.readOnly, path: path) }
    let stopwatch = PhaseStopwatch()
    let progress: @Sendable (RefreshProgress) -> Void = { progress(stopwatch.timing($0)) }
    let known = try read { try SourceState.fetch($0) }
    switch source {
    case .file(let url):
      return try await apply(
        SourceFile(path: url.path, name: source.name), from: source, known: known, approval, progress)
    case .remote(let address, let login):
      let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
      let download = Download(
        address: address, login: login, name: source.name, limits: limits, directory: directory)
      let validators = known.flatMap { $0.validators(for: source) }
      guard let file = try await download.run(validators: validators, progress: progress) else { return .notModified }
      return try await apply(file, from: source, known: known, approval, progress)
    }
  }

  private func apply(
    _ file: SourceFile, from source: CatalogueSource, known: SourceState?, _ approval: RefreshApproval,
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
        var approved: RefreshLoss?
        while true {
          let limit = approved
          let merge = try await self.write { db in
            try Self.merge(file, state: state, into: db, approved: limit, cancelled: cancelled, progress)
          }
          switch merge {
          case .applied(let counts): return .applied(counts)
          case .wouldLose(let loss):
            // The cars, or what the user has on them, may be others after the answer; then it is asked for once more.
            guard await approval(loss) else {
              if cancelled.isSet { throw CatalogueError.cancelled }
              return .declined(loss)
            }
            approved = loss
          }
        }
      } onCancel: {
        cancelled.set()
      }
    } catch {
      throw cancelled.isSet ? .cancelled : CatalogueError(error, path: path)
    }
  }

  private enum Merge: Sendable {
    case applied(RefreshCounts)
    /// Rolled back, because nobody has approved of so much.
    case wouldLose(RefreshLoss)
  }

  private static func merge(
    _ file: SourceFile, state: SourceState, into db: Database, approved: RefreshLoss?, cancelled: CancellationFlag,
    _ progress: (RefreshProgress) -> Void
  ) throws -> Merge {
    var merge: Merge?
    try db.inSavepoint {
      if approved != nil { try RefreshSnapshot.take(in: db) }
      var transaction = try RefreshTransaction(db: db, source: file.name)
      try read(file, size: state.size, into: &transaction, cancelled, progress)
      let loss = try transaction.loss()
      if loss.needsApproval, approved?.covers(loss) != true {
        merge = .wouldLose(loss)
        return .rollback
      }
      try transaction.finish { done, all in
        progress(RefreshProgress(phase: .removing, cars: done, totalCars: all))
      }
      try state.save(db)
      if approved != nil { try RefreshSnapshot.seal(in: db) }
      if cancelled.isSet { throw CatalogueError.cancelled }
      merge = .applied(transaction.counts)
      return .commit
    }
    guard let merge else { throw CatalogueError.cancelled }
    return merge
  }

  private static func read(
    _ file: SourceFile, size: Int64, into transaction: inout RefreshTransaction, _ cancelled: CancellationFlag,
    _ progress: (RefreshProgress) -> Void
  ) throws {
    var report = RefreshProgress(phase: .importing, totalBytes: size)
    progress(report)
    var cars = 0
    let step = max(size / 50, 1)
    let importer = CatalogueImporter(path: file.path, source: file.name, isCancelled: { cancelled.isSet })
    try importer.run { record, place, read in
      try transaction.take(&record, place: place)
      cars += 1
      if read >= report.completedBytes + step || cars >= report.cars + 1_000 {
        report.completedBytes = read
        report.cars = cars
        progress(report)
      }
    }
    report.completedBytes = size
    report.cars = cars
    progress(report)
  }

  // MARK: Undoing

  /// Brings back the cars as they were before the last refresh that was approved of, and the source that they were from.
  /// What the user has on cars stays as it is. Waits for a refresh that is writing.
  /// - Returns: false when there is no such refresh, or the cars were changed by something else since.
  public func undoRefresh() throws(CatalogueError) -> Bool {
    try write { try RefreshSnapshot.restore(in: $0) }
  }

  /// Forgets how the cars were before the last refresh that was approved of: from now on it cannot be undone. Waits for
  /// a refresh that is writing.
  public func keepRefresh() throws(CatalogueError) {
    try write { try RefreshSnapshot.drop(in: $0) }
  }
}

/// Says across threads that work is to stop.
final class CancellationFlag: Sendable {
  private let flag = Atomic(false)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}
