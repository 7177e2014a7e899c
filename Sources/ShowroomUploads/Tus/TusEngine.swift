import Foundation
import ShowroomCatalog
import ShowroomFiles
import ShowroomNetwork
import SystemPackage

/// An engine that uploads files to a tus 1.0.0 server. An interrupted upload resumes at the server's offset, and a file
/// appears only when it is complete.
///
/// The server assigns an address to each upload, so names cannot collide. It has no folders, so the metadata `filename`
/// of a file in folders is its path with underscores in place of slashes. A discarded upload is terminated if the
/// server supports it, and expires otherwise.
struct TusEngine: UploadEngine {
  private let server: TusServer

  /// Creates an engine for the address that creates uploads.
  init(endpoint: WebAddress, transport: HTTPTransport, credentials: Credentials? = nil) {
    server = TusServer(
      endpoint: endpoint, transport: transport, authorization: Authorization(credentials, for: endpoint))
  }

  var storesByName: Bool { false }

  func resumption(ofSize size: Int64) -> DestinationInfo.Resumption { .supported }

  /// Requests the capabilities with `OPTIONS`, once. A tus server cannot list files.
  func destinationInfo(for car: Car.ID, in folders: Set<[String]>?) async throws(UploadFailure) -> DestinationInfo {
    let capabilities = try await server.capabilities()
    return DestinationInfo(
      engine: "tus 1.0.0", resumption: .supported, publishesAtomically: true,
      checksum: capabilities.verifiesSHA1 ? "sha1" : nil, maximumSize: capabilities.maximumSize)
  }

  /// Resumes at the server's offset, or creates an upload.
  func send(_ transfer: Transfer, report: @escaping TransferReport) async throws(UploadFailure) -> StoredFile {
    var transfer = transfer
    if transfer.onDuplicate == .skip { transfer.recorded = try await existing(transfer.recorded, named: transfer.name) }
    return try await TusUpload(server: server, transfer: transfer, report: report).run()
  }

  /// Returns recorded files without those of a name that the server no longer has, so that a missing file is uploaded
  /// again instead of being skipped.
  private func existing(_ recorded: [StoredFile], named name: String) async throws(UploadFailure) -> [StoredFile] {
    var files: [StoredFile] = []
    for file in recorded {
      if file.name == name, let url = try? file.address(), try await server.isMissing(url) { continue }
      files.append(file)
    }
    return files
  }

  /// Terminates an unfinished upload if the server supports that, unless it has been recorded.
  @discardableResult
  func discard(_ transfer: Transfer, progress: @escaping @Sendable () -> Void) async throws(UploadFailure) -> String? {
    guard let state = TusUploadState(transfer.checkpoint),
      !transfer.recorded.contains(where: { $0.location == state.url.text })
    else { return nil }
    return try await server.discard(state.url)
  }

  /// Returns the complete file of an upload if the recorded file that it replaces is gone.
  func replacement(by transfer: Transfer) async throws(UploadFailure) -> StoredFile? {
    guard let state = TusUploadState(transfer.checkpoint),
      let replaced = transfer.recorded.first(where: { $0.location == state.replaced }),
      let size = try await server.completeSize(of: state.url),
      try await server.completeSize(of: replaced.address()) == nil
    else { return nil }
    return StoredFile(name: replaced.name, location: state.url.text, size: size)
  }

  /// Terminates a completed upload.
  func delete(_ file: StoredFile) async throws(UploadFailure) {
    guard let response = try await server.terminate(try file.address()) else { return }
    throw server.failure(of: response, attempting: "support deleting uploads")
  }

  func verify(_ file: StoredFile) async throws(UploadFailure) {
    let server = server
    try await server.transport.verify(
      server.request("GET", try file.address()), as: file,
      failure: { server.failure(of: $0, attempting: "support downloads") })
  }

  /// Downloads a file and verifies its size and checksum, if the server supports downloads.
  func fetch(_ file: StoredFile, to path: FilePath) async throws(UploadFailure) {
    let server = server
    try await server.transport.receive(
      server.request("GET", try file.address()), as: file, into: path,
      failure: { server.failure(of: $0, attempting: "support downloads") })
  }
}
