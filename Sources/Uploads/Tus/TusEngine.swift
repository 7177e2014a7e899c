import Catalogue
import Foundation
import SystemPackage

/// Carries files to a server of the tus protocol, version 1.0.0. An interrupted upload goes on where the server says that
/// it is; a file appears when all of it is there.
///
/// The server gives each upload an address of its own, so that names cannot collide. What was begun and is discarded is
/// terminated; a server that cannot do that keeps it until it expires.
public struct TusEngine: UploadEngine {
  private let server: TusServer

  /// Carries files to the server whose uploads are created at the address.
  public init(endpoint: WebAddress, transport: HTTPTransport, credentials: Credentials? = nil) {
    server = TusServer(
      endpoint: endpoint, transport: transport, authorisation: Authorisation(credentials, for: endpoint))
  }

  /// The server says how far it is.
  public func resumption(ofSize size: Int64) -> Survey.Resumption { .resumes }

  /// Asks with `OPTIONS`, once; a tus server lists no files.
  public func survey(car: Car.ID) async throws(UploadFailure) -> Survey {
    let abilities = try await server.abilities()
    return Survey(
      engine: "tus 1.0.0", resumption: .resumes, publishesAtomically: true,
      checksum: abilities.verifiesSHA1 ? "sha1" : nil, maximumSize: abilities.maximumSize)
  }

  /// Goes on where the server is, or begins.
  public func send(_ transfer: Transfer, report: @escaping TransferReport) async throws(UploadFailure) -> StoredFile {
    try await TusUpload(server: server, transfer: transfer, report: report).run()
  }

  /// Terminates an unfinished upload.
  public func discard(_ checkpoint: Checkpoint) async throws(UploadFailure) {
    guard let mark = TusMark(checkpoint), let refusal = try await server.terminate(mark.url) else { return }
    // There is nothing that could be done about these: the server does not terminate, or has forgotten it.
    guard [403, 405, 501].contains(refusal.status) else { throw server.failure(of: refusal) }
  }

  /// Terminates a whole upload.
  public func delete(_ file: StoredFile) async throws(UploadFailure) {
    guard let refusal = try await server.terminate(try file.address()) else { return }
    throw server.refusal(of: refusal, to: "delete uploads")
  }

  /// Brings a file back, compared by size and checksum, from a server that gives uploads out.
  public func fetch(
    _ file: StoredFile, to path: FilePath, progress: @escaping @Sendable (Int64) -> Void
  ) async throws(UploadFailure) {
    let server = server
    try await server.transport.receive(
      server.request("GET", try file.address()), as: file, into: path, progress: progress,
      failure: { server.refusal(of: $0, to: "give uploads out") })
  }
}
