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
  /// - Parameter digest: The digest of the file.
  /// - Throws: ``UploadFailure``, with ``UploadFailure/Cause/checkpointGone`` if the upload no longer exists.
  func send(
    to server: TusServer, digest: FileDigest, report: @escaping TransferReport
  ) async throws(UploadFailure) -> Result {
    var request = server.request(
      "PATCH", url,
      headers: ["Content-Type": "application/offset+octet-stream", "Upload-Offset": "\(range.offset)"],
      body: .file(range))
    request.digest = digest
    if isVerified {
      let (bytes, sha1) = try await loaded(with: server.transport)
      request.headers.add("Upload-Checksum", "sha1 \(sha1)")
      request.body = .loaded(range, bytes)
    }
    let start = range.offset
    let response = try await server.transport.send(request) { (bytes) async throws(UploadFailure) in
      try await report(.sent(bytes: start + bytes))
    }
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

  /// Returns the bytes of the chunk and their SHA-1. They are read once, because the checksum precedes them.
  private func loaded(with transport: HTTPTransport) async throws(UploadFailure) -> (bytes: [UInt8], sha1: String) {
    let (range, start) = (range, try MessageDigest.begin(.sha1))
    return try await transport.resources().readers.running { () throws(SourceFailure) in
      var (bytes, hash) = ([UInt8](), start)
      bytes.reserveCapacity(Int(range.length))
      try SourceReader(range.source).forEachBlock(in: range.offset..<range.offset + range.length) { block in
        hash.update(block)
        bytes.append(contentsOf: block)
      }
      return (bytes, Data(hash.value()).base64EncodedString())
    }
  }
}
