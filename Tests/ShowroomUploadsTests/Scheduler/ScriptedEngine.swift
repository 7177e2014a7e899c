import ShowroomCatalog
import ShowroomFiles
import Synchronization
import SystemPackage

@testable import ShowroomUploads

/// An engine that runs a script for each attempt and records its calls.
final class ScriptedEngine: UploadEngine {
  typealias Script = @Sendable (Int, Transfer, @escaping TransferReport) async throws(UploadFailure) -> Void

  /// Replaces the cleanup, after the call has been recorded.
  typealias Discard = @Sendable (Checkpoint) async throws(UploadFailure) -> Void

  private let script: Script
  /// The warning that cleanups return.
  private let leftover: String?
  private let discarding: Discard
  private let log = Mutex<(attempts: [Transfer], discarded: [Checkpoint])>(([], []))
  /// The number of each attempt as it begins, from 1.
  let begun: AsyncStream<Int>
  private let begin: AsyncStream<Int>.Continuation

  private let resumption: DestinationInfo.Resumption
  private let cleanupProgress = Mutex<(@Sendable () -> Void)?>(nil)

  init(
    resumption: DestinationInfo.Resumption = .unsupported, _ script: @escaping Script,
    leftover: String? = nil, discard: @escaping Discard = { _ in }
  ) {
    discarding = discard
    self.leftover = leftover
    self.resumption = resumption
    self.script = script
    (begun, begin) = AsyncStream.makeStream()
  }

  var attempts: [Transfer] { log.withLock { $0.attempts } }
  var discarded: [Checkpoint] { log.withLock { $0.discarded } }

  func resumption(ofSize size: Int64) -> DestinationInfo.Resumption { resumption }

  func send(
    _ transfer: Transfer, report: @escaping TransferReport
  ) async throws(UploadFailure) -> StoredFile {
    let number = log.withLock { log in
      log.attempts.append(transfer)
      return log.attempts.count
    }
    begin.yield(number)
    try await script(number, transfer, report)
    return StoredFile(name: transfer.name, location: "/there/\(transfer.name)", size: transfer.source.size)
  }

  func discard(_ transfer: Transfer, progress: @escaping @Sendable () -> Void) async throws(UploadFailure) -> String? {
    guard let checkpoint = transfer.checkpoint else { return nil }
    cleanupProgress.withLock { $0 = progress }
    log.withLock { $0.discarded.append(checkpoint) }
    try await discarding(checkpoint)
    return leftover
  }

  /// Reports that the latest cleanup has read data.
  func reportCleanupProgress() { cleanupProgress.withLock { $0 }?() }

  func destinationInfo(for car: Car.ID, in folders: Set<[String]>?) async throws(UploadFailure) -> DestinationInfo {
    DestinationInfo(engine: "script", resumption: .supported, publishesAtomically: true)
  }

  func delete(_ file: StoredFile) async throws(UploadFailure) {}

  func fetch(_ file: StoredFile, to path: FilePath) async throws(UploadFailure) {}
}

/// A gate that suspends its callers until it opens or their tasks are canceled.
final class Gate: Sendable {
  private let state = Mutex<(isOpen: Bool, next: Int, waiting: [Int: CheckedContinuation<Void, Never>])>(
    (false, 0, [:]))

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [:] }
      return state.waiting.values.map { $0 }
    }
    for continuation in waiting { continuation.resume() }
  }

  func pass() async throws(UploadFailure) {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isFree = state.withLock { state in
          if state.isOpen || Task.isCancelled { return true }
          state.waiting[number] = continuation
          return false
        }
        if isFree { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
    }
    if Task.isCancelled { throw UploadFailure(.canceled, "canceled") }
  }
}

extension UploadFailure {
  static let busy = UploadFailure(.unavailable, retry: .later, "The server is busy.", status: 503)
}

extension QueueFixture {
  func scheduler(
    _ engine: ScriptedEngine, concurrency: Int = 2, clock: ManualClock = ManualClock(),
    delays: [Double] = [10, 30, 50], attempts: Int = 5
  ) -> UploadScheduler {
    scheduler(
      concurrency: concurrency, policy: RetryPolicy(delays: delays, attempts: attempts, spread: 0), clock: clock,
      engines: { _ in engine })
  }
}
