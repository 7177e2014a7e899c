import Catalogue
import Crypto

extension WebDAVServer {
  /// What arrived under an address, by the first of three questions that the server answers: `HEAD`, `PROPFIND` and a `GET` of
  /// one byte.
  func arrival(at url: WebAddress, of size: Int64) async throws(UploadFailure) -> Arrival {
    switch try await presence(of: url) {
    case .absent: return .missing
    case .present(let found):
      if let length = found.size { return Arrival(length: length, of: size) }
    case .unknown: break
    }
    if let length = try await listedLength(of: url) { return Arrival(length: length, of: size) }
    return Arrival(length: try await rangedLength(of: url), of: size)
  }

  private func listedLength(of url: WebAddress) async throws(UploadFailure) -> Int64? {
    let question = request(
      "PROPFIND", url, headers: ["Depth": "0", "Content-Type": "application/xml; charset=utf-8"],
      body: .bytes(Array(WebDAVListing.question.utf8)))
    let response = try await transport.send(question)
    guard response.status == 207, let root = XMLElement(parsing: response.body) else { return nil }
    return root.all("response").first?.all("propstat").compactMap { properties in
      properties.first("prop")?.first("getcontentlength").flatMap { Int64($0.text.trimmingWhitespace()) }
    }.first
  }

  private func rangedLength(of url: WebAddress) async throws(UploadFailure) -> Int64? {
    var question = request("GET", url, headers: ["Range": "bytes=0-0"])
    question.answerLimit = 1
    let response = try await transport.send(question)
    switch response.status {
    case 200: return response.headers.number("Content-Length")
    case 206:
      return response.headers["Content-Range"]?.split(separator: "/").last.flatMap { Int64($0.trimmingWhitespace()) }
    // Of an empty file there is no first byte.
    case 416:
      return response.headers["Content-Range"]?.split(separator: "/").last.flatMap { Int64($0.trimmingWhitespace()) }
    default: return nil
    }
  }

  /// Whether a file has the contents that a checksum is of, read in full; false where it cannot be read.
  func holds(_ sha256: String, at url: WebAddress) async throws(UploadFailure) -> Bool {
    let answer = try await transport.exchange(request("GET", url)) { _ in }
    guard answer.status == 200 else { return false }
    var hash = SHA256()
    try await answer.forEachChunk { (chunk) async throws(UploadFailure) in
      chunk.withUnsafeReadableBytes { hash.update(bufferPointer: $0) }
    }
    return hash.finalize().hexadecimal == sha256
  }

  /// Checks that a server that says that something is there does not say so of everything, as the login page of a network does.
  /// - Parameter name: one that nothing has.
  /// - Throws: ``UploadFailure/Cause/unavailable``.
  func checkHonesty(in folder: WebAddress, name: String) async throws(UploadFailure) {
    guard case .present = try await presence(of: folder.inside(name)) else { return }
    throw UploadFailure(
      .unavailable, retry: .later,
      "\(folder.origin.name) reports files that do not exist, as the sign-in page of a network does; "
        + "open any web page and sign in, or check the destination.")
  }
}
