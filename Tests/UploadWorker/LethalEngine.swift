import Glibc
import ShowroomCatalog
import ShowroomUploads
import Synchronization
import SystemPackage

/// Counts the significant moments of an upload (before and after each event, and at both ends of a transfer) and kills
/// the program at one of them with SIGKILL.
struct LethalEngine: UploadEngine {
  let base: any UploadEngine
  let death: Death

  /// The moment of the kill and the delay at each moment.
  final class Death: Sendable {
    private let left: Atomic<Int>
    private let pause: UInt32

    /// - Parameters:
    ///   - moment: The number of the last moment, or 0 for none.
    ///   - pause: The delay at each moment in microseconds.
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
    // The file is published, but the database does not record it.
    death.step()
    return stored
  }

  func destinationInfo(for car: Car.ID, in folders: Set<[String]>?) async throws(UploadFailure) -> DestinationInfo {
    try await base.destinationInfo(for: car, in: folders)
  }

  func discard(_ transfer: Transfer, progress: @escaping @Sendable () -> Void) async throws(UploadFailure) -> String? {
    try await base.discard(transfer, progress: progress)
  }

  func delete(_ file: StoredFile) async throws(UploadFailure) { try await base.delete(file) }

  func fetch(_ file: StoredFile, to path: FilePath) async throws(UploadFailure) {
    try await base.fetch(file, to: path)
  }
}
