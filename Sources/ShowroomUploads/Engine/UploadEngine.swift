import ShowroomCatalog
import ShowroomFiles
import SystemPackage

/// An engine that uploads files to one destination. Safe to use from any thread, for several files at once.
///
/// Each call makes a single attempt. The caller decides from the ``UploadFailure`` whether and when to retry.
package protocol UploadEngine: Sendable {
  /// Whether the location of a file follows from its name, so that the destination itself detects duplicates. The
  /// default is `true`.
  var storesByName: Bool { get }

  /// Whether an attempt completes an upload whose file an earlier one has published, even if its source is missing or
  /// has changed.
  var finishesWithoutSource: Bool { get }

  /// Returns whether an interrupted upload of this size can be resumed. The default is
  /// ``DestinationInfo/Resumption/unsupported``.
  func resumption(ofSize size: Int64) -> DestinationInfo.Resumption

  /// Returns the capabilities of the destination, its free space and its files of a car.
  /// - Parameter folders: The folders in the folder of the car whose files are needed, each as the names that lead to
  ///   it, or `nil` for all folders. Files in other folders may be left out.
  func destinationInfo(for car: Car.ID, in folders: Set<[String]>?) async throws(UploadFailure) -> DestinationInfo

  /// Uploads a file and publishes it under its name, all or nothing.
  /// - Parameters:
  ///   - transfer: The file, its name and the state left by an earlier attempt.
  ///   - report: Receives events. The engine waits for it to return, so that a checkpoint is on disk before anything
  ///     that depends on it is created on the server.
  /// - Throws: ``UploadFailure``, with ``UploadFailure/Cause/canceled`` if the task was canceled.
  func send(_ transfer: Transfer, report: @escaping TransferReport) async throws(UploadFailure) -> StoredFile

  /// Returns the file of an unfinished upload if it has already replaced a recorded file at another location. It
  /// must be recorded instead of being discarded, because otherwise neither file would be left. The default
  /// implementation is for engines that store files by name.
  func replacement(by transfer: Transfer) async throws(UploadFailure) -> StoredFile?

  /// Removes the data of an unfinished upload from the destination, except for recorded files and those that another
  /// program has stored since. Succeeds if nothing is left to remove.
  /// - Parameters:
  ///   - transfer: The upload, with its checkpoint and the recorded files that must stay. Its source is used to
  ///     recognize a part of the file.
  ///   - progress: Called when data has been read in order to recognize it, which may take a long time.
  /// - Returns: `nil` if nothing is left, or a warning if data may be left or is removed only later.
  /// - Throws: ``UploadFailure`` if data may be left. The checkpoint is needed to try again.
  @discardableResult
  func discard(_ transfer: Transfer, progress: @escaping @Sendable () -> Void) async throws(UploadFailure) -> String?

  /// Deletes a published file. Succeeds if it no longer exists.
  func delete(_ file: StoredFile) async throws(UploadFailure)

  /// Reads a published file and compares its size and, if known, its SHA-256.
  /// - Throws: ``UploadFailure/Cause/corrupted`` if the contents differ, ``UploadFailure/Cause/missing`` if the file is
  ///   gone.
  func verify(_ file: StoredFile) async throws(UploadFailure)

  /// Downloads a published file to a new local file, which appears only when it is complete.
  func fetch(_ file: StoredFile, to path: FilePath) async throws(UploadFailure)
}

extension UploadEngine {
  package var storesByName: Bool { true }
  package var finishesWithoutSource: Bool { false }

  package func resumption(ofSize size: Int64) -> DestinationInfo.Resumption { .unsupported }

  package func replacement(by transfer: Transfer) async throws(UploadFailure) -> StoredFile? { nil }

  package func verify(_ file: StoredFile) async throws(UploadFailure) {
    throw UploadFailure(.protocol, "\(file.name) cannot be read back from the destination.")
  }
}

/// Receives the events of a transfer in order. The engine waits for each call to return.
package typealias TransferReport = @Sendable (TransferEvent) async throws(UploadFailure) -> Void

/// An event of a transfer.
package enum TransferEvent: Sendable, Hashable {
  /// The checksum is being computed. The associated value is the number of bytes read so far.
  case hashing(bytes: Int64)
  /// The total number of bytes sent, including earlier attempts. Some of them may not have arrived yet.
  case sent(bytes: Int64)
  /// The file will be published under a different name, because its own is taken. The report throws
  /// ``UploadFailure/Cause/duplicate`` if another upload has reserved the new name.
  case name(String)
  /// The destination has confirmed data, so another attempt can resume from here.
  case checkpoint(Checkpoint)
  /// All bytes have been sent and are being verified or published.
  case verifying
  /// A problem that does not prevent the upload, such as a publication that is not atomic or a failed cleanup.
  case warning(String)
}
