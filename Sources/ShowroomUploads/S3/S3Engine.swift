import Foundation
import ShowroomCatalog
import ShowroomFiles
import SystemPackage

/// An engine that uploads files to a bucket of an S3-compatible store. Small files are sent with one request, others in
/// parts, so that they can be resumed.
struct S3Engine: UploadEngine {
  private let connection: S3Connection

  /// - Parameters:
  ///   - credentials: An access key. Without one, every call fails with a message that lists the sources of keys.
  ///   - partSizes: The sizes of parts.
  ///   - now: Returns the time for signatures.
  init(
    location: S3Location, transport: HTTPTransport, credentials: Credentials?, partSizes: PartPlan.Sizes = .init(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    connection = S3Connection(
      address: S3Address(location: location), transport: transport, credentials: credentials, now: now,
      partSizes: partSizes)
  }

  /// Returns whether a file is sent in parts, which can be resumed.
  func resumption(ofSize size: Int64) -> DestinationInfo.Resumption {
    size > connection.partSizes.usual ? .supported : .unsupported
  }

  /// Returns the files in all folders or, if only one folder is needed, those in that folder.
  func destinationInfo(for car: Car.ID, in folders: Set<[String]>?) async throws(UploadFailure) -> DestinationInfo {
    var info = DestinationInfo(
      engine: "S3", resumption: .supported, publishesAtomically: true, checksum: "SHA-256",
      maximumSize: PartPlan.maximumSize)
    do throws(UploadFailure) {
      info.files = try await connection.files(of: car, in: folders?.count == 1 ? folders?.first : nil)
    } catch {
      guard error.cause == .forbidden else { throw error }
      info.readOnlyReason = try await connection.readOnlyReason(of: connection.address.folder(of: car))
    }
    return info
  }

  func send(_ transfer: Transfer, report: @escaping TransferReport) async throws(UploadFailure) -> StoredFile {
    try await S3Upload(transfer: transfer, connection: connection, report: report).run()
  }

  /// Removes the parts or the object of an unfinished upload.
  @discardableResult
  func discard(_ transfer: Transfer, progress: @escaping @Sendable () -> Void) async throws(UploadFailure) -> String? {
    guard let checkpoint = transfer.checkpoint else { return nil }
    return try await connection.discard(checkpoint, keeping: transfer.recorded)
  }

  func delete(_ file: StoredFile) async throws(UploadFailure) {
    try await connection.delete(file.location)
  }

  func verify(_ file: StoredFile) async throws(UploadFailure) {
    try await connection.verify(file)
  }

  func fetch(_ file: StoredFile, to path: FilePath) async throws(UploadFailure) {
    let request = try connection.signed(S3Request("GET", file.location))
    let connection = connection
    try await connection.transport.receive(request, as: file, into: path, failure: { connection.failure(of: $0) })
  }
}
