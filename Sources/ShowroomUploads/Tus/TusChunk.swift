import Foundation
import ShowroomFiles
import ShowroomNetwork

/// A range of a file that is sent with one `PATCH`.
struct TusChunk: Sendable {
  let range: FileRange
  private let url: WebAddress
  /// Whether to send a checksum.
  private let isVerified: Bool

  init(_ range: FileRange, of url: WebAddress, isVerified: Bool) {
    self.range = range
    self.url = url
    self.isVerified = isVerified
  }

  /// The server's response to a chunk.
  enum Result: Sendable {
    /// The server accepted the chunk. The offset is the new one if it was reported.
    case accepted(offset: Int64?, expires: Double?)
    /// The server expects another offset (409).
    case misplaced
    /// The checksum did not match (460), and the server discarded the chunk.
    case mismatched
    /// The request is too large (413).
    case tooLarge(UploadFailure)
    /// The request is forbidden (403). Some servers also use this status for an upload that is already complete.
    case forbidden(UploadFailure)
    /// The server rejects the checksum (400) although it announced support for it.
    case checksumRefused
  }

  /// Sends the chunk.
  /// - Throws: ``UploadFailure``, with ``UploadFailure/Cause/checkpointGone`` if the upload no longer exists.
  func send(to server: TusServer, report: @escaping TransferReport) async throws(UploadFailure) -> Result {
    var headers: HeaderFields = [
      "Content-Type": "application/offset+octet-stream", "Upload-Offset": "\(range.offset)",
    ]
    if isVerified { headers.add("Upload-Checksum", "sha1 \(try await sha1(with: server.transport))") }
    let start = range.offset
    let response = try await server.transport.send(
      server.request("PATCH", url, headers: headers, body: .file(range))
    ) { (bytes) async throws(UploadFailure) in try await report(.sent(bytes: start + bytes)) }
    switch response.status {
    case 200...299:
      // An offset that arrives before all bytes have been sent is meaningless.
      let offset = response.isPremature ? nil : try server.offset(in: response)
      return .accepted(offset: offset, expires: server.expiry(in: response))
    case 403: return .forbidden(server.failure(of: response))
    case 409: return .misplaced
    case 460: return .mismatched
    case 413: return .tooLarge(server.failure(of: response))
    case 400 where isVerified: return .checksumRefused
    case 404, 410:
      throw UploadFailure(
        .checkpointGone, "\(server.name) no longer has the upload (\(response.status)), so it starts over.",
        status: response.status, serverText: ServerMessage.text(of: response.body))
    default: throw server.failure(of: response)
    }
  }

  private func sha1(with transport: HTTPTransport) async throws(UploadFailure) -> String {
    let (range, start) = (range, try MessageDigest.begin(.sha1))
    return try await transport.resources().readers.running { () throws(SourceFailure) in
      var hash = start
      try SourceReader(range.source).forEachBlock(in: range.offset..<range.offset + range.length) {
        hash.update($0)
      }
      return Data(hash.value()).base64EncodedString()
    }
  }
}
