import Catalogue
import Foundation
import SystemPackage

/// Carries files into a bucket of an S3-compatible store: small ones in one request, others in parts that are resumed.
struct S3Engine: UploadEngine {
  private let connection: S3Connection

  /// - Parameters:
  ///   - credentials: an access key; without one everything fails with a sentence that says where keys are taken from.
  ///   - now: the time that requests are signed with.
  init(
    location: S3Location, transport: HTTPTransport, credentials: Credentials?,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    connection = S3Connection(
      address: S3Address(location: location), transport: transport, credentials: credentials, now: now)
  }

  /// What is sent in parts goes on after the last that the store has.
  func resumption(ofSize size: Int64) -> Survey.Resumption {
    size > PartPlan.usualPart ? .resumes : .startsOver
  }

  func survey(car: Car.ID) async throws(UploadFailure) -> Survey {
    var survey = Survey(
      engine: "S3", resumption: .resumes, publishesAtomically: true, checksum: "SHA-256",
      maximumSize: PartPlan.maximumSize)
    do throws(UploadFailure) {
      survey.files = try await connection.files(of: car)
    } catch {
      guard error.cause == .forbidden else { throw error }
      survey.refusal = try await connection.refusal(to: connection.address.folder(of: car))
    }
    return survey
  }

  func send(_ transfer: Transfer, report: @escaping TransferReport) async throws(UploadFailure) -> StoredFile {
    try await S3Upload(transfer: transfer, connection: connection, report: report).run()
  }

  func discard(_ checkpoint: Checkpoint) async throws(UploadFailure) {
    guard let key = checkpoint.values["key"], let id = checkpoint.values["upload"] else { return }
    try await connection.abort(key, id: id)
  }

  func delete(_ file: StoredFile) async throws(UploadFailure) {
    let response = try await connection.answer(to: S3Request("DELETE", file.location))
    let failure = response.isSuccess ? nil : connection.refusal(in: response)
    guard let failure, failure.code != "NoSuchKey" else { return }
    throw failure.failure
  }

  func fetch(
    _ file: StoredFile, to path: FilePath, progress: @escaping @Sendable (Int64) -> Void
  ) async throws(UploadFailure) {
    let request = try connection.signed(S3Request("GET", file.location))
    let connection = connection
    try await connection.transport.receive(
      request, as: file, into: path, progress: progress, failure: { connection.failure(of: $0) })
  }
}
