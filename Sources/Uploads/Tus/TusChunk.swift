import Catalogue
import Crypto
import Foundation
import NIOCore

/// A piece of a file, sent by one `PATCH`.
struct TusChunk: Sendable {
  let range: FileRange
  private let url: WebAddress
  /// Whether its checksum goes along.
  private let isVerified: Bool

  init(_ range: FileRange, of url: WebAddress, isVerified: Bool) {
    self.range = range
    self.url = url
    self.isVerified = isVerified
  }

  /// What the server made of it.
  enum Result: Sendable {
    /// It took it, up to the offset where it says one.
    case accepted(offset: Int64?, expires: Double?)
    /// Its offset is another (409).
    case misplaced
    /// What arrived is not what was sent (460); it threw that away.
    case mismatched
    /// So much in one request is refused (413).
    case tooLarge(UploadFailure)
    /// It is not allowed (403), which some servers also say of an upload that is whole already.
    case forbidden(UploadFailure)
    /// It does not take checksums after all (400).
    case checksumRefused
  }

  /// Sends it.
  /// - Throws: ``UploadFailure``; ``UploadFailure/Cause/checkpointGone`` when the server does not know the upload any more.
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
      // An offset that comes before the bytes says nothing.
      let offset = response.isPremature ? nil : try server.offset(in: response)
      return .accepted(offset: offset, expires: server.expiry(in: response))
    case 403: return .forbidden(server.failure(of: response))
    case 409: return .misplaced
    case 460: return .mismatched
    case 413: return .tooLarge(server.failure(of: response))
    case 400 where isVerified: return .checksumRefused
    case 404, 410:
      throw UploadFailure(
        .checkpointGone, "\(server.name) has forgotten the upload (\(response.status)); it has to start over.",
        status: response.status, serverText: ServerWords.text(of: response.body))
    default: throw server.failure(of: response)
    }
  }

  private func sha1(with transport: HTTPTransport) async throws(UploadFailure) -> String {
    let range = range
    return try await transport.machinery().readers.running { () throws(UploadFailure) in
      let file = try SourceReader(range.source)
      var hash = Insecure.SHA1()
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
      defer { buffer.deallocate() }
      var done: Int64 = 0
      while done < range.length {
        let wanted = Int(min(Int64(buffer.count), range.length - done))
        let count = try file.read(
          into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), at: range.offset + done)
        guard count > 0 else { break }
        hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        done += Int64(count)
      }
      return Data(hash.finalize()).base64EncodedString()
    }
  }
}
