import Catalogue
import Glibc
import Synchronization
import SystemPackage
import Uploads

/// Counts the moments that matter to an upload, before and after everything that an engine tells and at both ends of a
/// transfer, and kills the program at one of them, as `kill -9` would.
struct LethalEngine: UploadEngine {
  let base: any UploadEngine
  let death: Death

  /// When to die, and how slowly to live.
  final class Death: Sendable {
    private let left: Atomic<Int>
    private let pause: UInt32

    /// - Parameters:
    ///   - moment: the number of the last moment; 0 for none.
    ///   - pause: microseconds at each.
    init(moment: Int, pause: UInt32) {
      left = Atomic(moment == 0 ? .max : moment)
      self.pause = pause
    }

    func step() {
      if left.subtract(1, ordering: .relaxed).newValue == 0 { kill(getpid(), SIGKILL) }
      if pause > 0 { usleep(pause) }
    }
  }

  func send(
    _ transfer: Transfer, report: @escaping TransferReport
  ) async throws(UploadFailure) -> StoredFile {
    death.step()
    let death = death
    let stored = try await base.send(transfer) { event async throws(UploadFailure) in
      death.step()
      try await report(event)
      death.step()
    }
    // It is published, and the database does not know.
    death.step()
    return stored
  }

  func survey(car: Car.ID) async throws(UploadFailure) -> Survey { try await base.survey(car: car) }

  func discard(_ checkpoint: Checkpoint) async throws(UploadFailure) { try await base.discard(checkpoint) }

  func delete(_ file: StoredFile) async throws(UploadFailure) { try await base.delete(file) }

  func fetch(
    _ file: StoredFile, to path: FilePath, progress: @escaping @Sendable (Int64) -> Void
  ) async throws(UploadFailure) {
    try await base.fetch(file, to: path, progress: progress)
  }
}
