import Foundation
import GRDB
import Synchronization

extension CatalogStore {
  /// Updates the catalog from a source, completely or not at all. If the source has not changed since the last refresh,
  /// nothing is read. Values of cars are kept if the source lacks their column. Favorites, notes and files are kept: a
  /// removed car that has any of them is marked as withdrawn. Readers see the old catalog until the refresh is
  /// complete.
  ///
  /// Canceling the task stops the refresh within a few milliseconds, unless it waits for another program's lock, and
  /// changes nothing.
  ///
  /// - Parameters:
  ///   - progress: A closure that is called on any thread, after every fiftieth of the source and every thousand cars.
  ///   - approval: A closure that is called before the commit if the refresh would remove many cars, or any with user
  ///     data or files (``RefreshLoss/needsApproval``). An approved refresh can be undone (``undoRefresh()``).
  package func refresh(
    from source: CatalogSource, progress: @escaping @Sendable (RefreshProgress) -> Void = { _ in },
    approval: @escaping RefreshApproval = { _ in true }
  ) async throws(CatalogError) -> RefreshOutcome {
    try await refresh(from: source, limits: .standard, progress: progress, approval: approval)
  }

  func refresh(
    from source: CatalogSource, limits: DownloadLimits,
    progress: @escaping @Sendable (RefreshProgress) -> Void = { _ in },
    approval: @escaping RefreshApproval = { _ in true }
  ) async throws(CatalogError) -> RefreshOutcome {
    _ = try writer()
    let stopwatch = PhaseStopwatch()
    let progress: @Sendable (RefreshProgress) -> Void = { progress(stopwatch.timing($0)) }
    let outcome: RefreshOutcome
    switch source {
    case .file(let url):
      outcome = try await apply(SourceFile(path: url.path, name: source.name), from: source, approval, progress)
    case .remote(let address, let login):
      let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
      let download = Download(
        address: address, login: login, name: source.name, limits: limits, directory: directory)
      let validators = try read { try SourceState.fetch($0) }.flatMap { $0.validators(for: source) }
      if let file = try await download.run(validators: validators, progress: progress) {
        outcome = try await apply(file, from: source, approval, progress)
      } else {
        outcome = .notModified
      }
    }
    try copyLog()
    return outcome
  }

  private func apply(
    _ file: SourceFile, from source: CatalogSource, _ approval: RefreshApproval,
    _ progress: @escaping @Sendable (RefreshProgress) -> Void
  ) async throws(CatalogError) -> RefreshOutcome {
    let canceled = CancellationFlag()
    do {
      return try await withTaskCancellationHandler {
        var (approved, readings) = (RefreshLoss?.none, 0)
        // The file may change until the approval is given, and while it is read.
        while true {
          let stamp = FileStamp(of: file.path)
          let digest = try file.digest(isCanceled: { canceled.isSet })
          let state = SourceState(
            source: source.key, validators: file.validators, size: digest.size, digest: digest.value,
            importer: CatalogImporter.version)
          if let known = try self.read({ try SourceState.fetch($0) }), known.hasSameContent(as: state) {
            if known != state { try await self.write { try state.save($0) } }
            return .notModified
          }
          let limit = approved
          do {
            let counts = try await self.commit { [now] db in
              let counts = try Self.merge(
                file, state: state, into: db, at: now(), approved: limit, canceled: canceled, progress)
              // A new date with the same contents is not a change.
              if FileStamp(of: file.path) != stamp {
                guard try file.digest(isCanceled: { canceled.isSet }) == digest else { throw ChangedFile() }
              }
              return counts
            }
            return .applied(counts)
          } catch is ChangedFile {
            readings += 1
            guard readings < 5 else {
              throw CatalogError.source(.unreadable(reason: "it keeps changing"), source: file.name)
            }
          } catch let unapproved as UnapprovedLoss {
            // By then, the cars or the user data may have changed, which may require another approval.
            guard await approval(unapproved.loss) else {
              if canceled.isSet { throw CatalogError.canceled }
              return .declined(unapproved.loss)
            }
            approved = unapproved.loss
          }
        }
      } onCancel: {
        canceled.set()
      }
    } catch {
      throw canceled.isSet ? .canceled : translated(error)
    }
  }

  /// An error that rolls back a refresh whose loss has not been approved.
  private struct UnapprovedLoss: Error { let loss: RefreshLoss }

  /// An error that rolls back a refresh whose file has changed since its digest was computed.
  private struct ChangedFile: Error {}

  /// - Throws: ``UnapprovedLoss`` and other errors.
  private static func merge(
    _ file: SourceFile, state: SourceState, into db: Database, at date: Date, approved: RefreshLoss?,
    canceled: CancellationFlag,
    _ progress: (RefreshProgress) -> Void
  ) throws -> RefreshCounts {
    if approved != nil { try RefreshSnapshot.take(in: db) }
    let known = try SourceState.fetch(db)
    let recorder = try ChangeRecorder(db: db, date: date, known: known, state: state)
    var transaction = try RefreshTransaction(
      db: db, source: file.name, recorder: recorder, storedBy: known?.importer ?? state.importer)
    try read(file, size: state.size, into: &transaction, canceled, progress)
    let loss = try transaction.loss()
    if loss.needsApproval, approved?.covers(loss) != true { throw UnapprovedLoss(loss: loss) }
    try transaction.finish { done, all in
      progress(RefreshProgress(phase: .removing, cars: done, totalCars: all))
    }
    try state.save(db)
    try EnergyPrices.update(in: db)
    if approved != nil { try RefreshSnapshot.seal(in: db) }
    if canceled.isSet { throw CatalogError.canceled }
    return transaction.counts
  }

  /// Copies the log into the database file. If the disk is too small for both, the error occurs only here.
  ///
  /// Waits for readers of an older state, because a part of the log cannot be copied until they have finished. If they
  /// do not, the committed changes stay in the log and are copied later if the disk has space.
  ///
  /// Blocks instead of suspending, because committed changes cannot be canceled.
  private func copyLog() throws(CatalogError) {
    let path = path
    do {
      try writingConnection?.writeWithoutTransaction { db in
        if try Self.copyLog(.passive, in: db) || Self.copyLog(.full, in: db) { return }
        func number(_ sql: String) throws -> Int64 { try Int64.fetchOne(db, sql: sql) ?? 0 }
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        let growth = try number("PRAGMA page_count") * number("PRAGMA page_size") - Int64(status.st_size)
        guard StoreError.hasRoom(for: growth, on: path) else { throw CatalogError.store(.diskFull, path: path) }
      }
    } catch {
      throw translated(error)
    }
  }

  /// Returns whether the whole log has been copied.
  private static func copyLog(_ mode: Database.CheckpointMode, in db: Database) throws -> Bool {
    do {
      let (all, copied) = try db.checkpoint(mode)
      return copied >= all
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      // Another program is copying the log or reading from it.
      return false
    }
  }

  private static func read(
    _ file: SourceFile, size: Int64, into transaction: inout RefreshTransaction, _ canceled: CancellationFlag,
    _ progress: (RefreshProgress) -> Void
  ) throws {
    var report = RefreshProgress(phase: .importing, totalBytes: size)
    progress(report)
    var cars = 0
    let step = max(size / 50, 1)
    let importer = CatalogImporter(path: file.path, source: file.name, isCanceled: { canceled.isSet })
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

  /// Restores the cars and the source from before the last approved refresh. User data is kept. Waits for a refresh
  /// that is writing.
  /// - Returns: `false` if there is no such refresh, or the cars have changed since.
  package func undoRefresh() throws(CatalogError) -> Bool {
    let isRestored = try write { try RefreshSnapshot.restore(in: $0) }
    try copyLog()
    return isRestored
  }

  /// Deletes the copy of the cars from before the last approved refresh, which can then no longer be undone. Waits for
  /// a refresh that is writing.
  package func keepRefresh() throws(CatalogError) {
    try write { try RefreshSnapshot.drop(in: $0) }
  }
}

/// A flag that cancels work on another thread.
final class CancellationFlag: Sendable {
  private let flag = Atomic(false)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}
