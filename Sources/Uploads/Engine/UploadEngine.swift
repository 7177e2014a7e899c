import Catalogue
import SystemPackage

/// What carries files to one kind of destination. An engine is for one destination; it may be used from any thread, for
/// several files at once.
///
/// An engine makes one attempt. Whether, and when, a failed one is repeated is decided by whoever called, from what the
/// ``UploadFailure`` says.
public protocol UploadEngine: Sendable {
  /// Says what becomes of an upload of so many bytes that is stopped. By default it starts over.
  func resumption(ofSize size: Int64) -> Survey.Resumption

  /// Asks what the destination can do, whether it may be written, what is left of its space, and what it already holds for
  /// a car.
  func survey(car: Car.ID) async throws(UploadFailure) -> Survey

  /// Carries a file to the destination and publishes it under its name, all or nothing.
  ///
  /// - Parameters:
  ///   - transfer: what to send, under which name, and where an earlier attempt got to.
  ///   - report: is told what happens. It is awaited: a checkpoint is on disk when it returns, so that nothing is left
  ///     behind on the server that nobody knows of.
  /// - Throws: ``UploadFailure``; ``UploadFailure/Cause/cancelled`` when the task was cancelled.
  func send(_ transfer: Transfer, report: @escaping TransferReport) async throws(UploadFailure) -> StoredFile

  /// Removes from the destination what an unfinished upload left there. That there is nothing left is not an error.
  func discard(_ checkpoint: Checkpoint) async throws(UploadFailure)

  /// Deletes a published file. That it is gone already is not an error.
  func delete(_ file: StoredFile) async throws(UploadFailure)

  /// Brings a published file back, into a new local file that appears whole or not at all.
  /// - Parameter progress: is told the bytes received so far.
  func fetch(_ file: StoredFile, to path: FilePath, progress: @escaping @Sendable (Int64) -> Void)
    async throws(UploadFailure)
}

extension UploadEngine {
  /// Starts over.
  public func resumption(ofSize size: Int64) -> Survey.Resumption { .startsOver }
}

/// Is told what happens to a transfer, in order; the engine waits for it.
public typealias TransferReport = @Sendable (TransferEvent) async throws(UploadFailure) -> Void

/// What happens to a transfer.
public enum TransferEvent: Sendable, Hashable {
  /// The checksum is being computed; so many bytes are done.
  case hashing(bytes: Int64)
  /// So many bytes have left, those of earlier attempts included. Not all of them need have arrived.
  case sent(bytes: Int64)
  /// The destination has so many bytes, and there is what another attempt needs to go on from there.
  case checkpoint(Checkpoint)
  /// All bytes are there; what arrived is being compared, or put in its place.
  case verifying
  /// Something that a person should know, and that does not keep the file from arriving: it is not atomic, or something could
  /// not be cleaned up. A sentence.
  case warning(String)
}
