import ShowroomFiles
import ShowroomNetwork

extension WebDAVServer {
  /// Returns the state of an uploaded file, using the first of three requests that reports its length: `HEAD`,
  /// `PROPFIND` or a `GET` of one byte.
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
      body: .bytes(Array(WebDAVListing.requestBody.utf8)))
    let response = try await transport.send(question)
    guard response.status == 207, let root = XMLElement(parsing: response.body) else { return nil }
    return root.all("response").first?.all("propstat").compactMap { properties in
      properties.first("prop")?.first("getcontentlength").flatMap { Int64($0.text.trimmingWhitespace()) }
    }.first
  }

  private func rangedLength(of url: WebAddress) async throws(UploadFailure) -> Int64? {
    var question = request("GET", url, headers: ["Range": "bytes=0-0"])
    question.responseLimit = 1
    let response = try await transport.send(question)
    switch response.status {
    case 200: return response.headers.number("Content-Length")
    case 206:
      return response.headers["Content-Range"]?.split(separator: "/").last.flatMap { Int64($0.trimmingWhitespace()) }
    // An empty file has no first byte.
    case 416:
      return response.headers["Content-Range"]?.split(separator: "/").last.flatMap { Int64($0.trimmingWhitespace()) }
    default: return nil
    }
  }

  /// Returns whether this file is stored, by downloading it. Returns `nil` if it cannot be downloaded.
  ///
  /// - Parameters:
  ///   - hasReportedSize: Whether the server has just reported a file of this size, so that a download of a different
  ///     or unknown length shows nothing.
  ///   - progress: Called for each part that arrives.
  /// - Throws: The server's failure if a later attempt or a sign-in may succeed.
  func holds(
    _ file: StoredFile, at url: WebAddress, hasReportedSize: Bool = false, progress: () -> Void = {}
  ) async throws(UploadFailure) -> Bool? {
    let request = request("GET", url)
    let answer = try await transport.exchange(request) { _ in }
    guard answer.status == 200 else {
      let failure = try await answer.collected(limit: request.responseLimit).failure
      guard failure.isRefusal else { throw failure }
      return nil
    }
    do throws(UploadFailure) {
      try await answer.read(as: file) { _ in progress() }
      return true
    } catch {
      guard error.cause == .corrupted else { throw error }
      // The sign-in page of a network may have responded to one of the requests.
      return hasReportedSize && answer.headers.number("Content-Length") != file.size ? nil : false
    }
  }

  /// Returns whether the file at an address begins like the source and is not longer, as an interrupted upload leaves
  /// it. The file is downloaded. Returns `nil` if that is not possible.
  /// - Parameter progress: Called when parts of the source have been read, and for each part that arrives.
  /// - Throws: ``UploadFailure/Cause/source`` if the source has changed, or the server's failure if a later attempt or
  ///   a sign-in may succeed.
  func holdsPart(
    of source: UploadSource, at url: WebAddress, progress: @escaping @Sendable () -> Void = {}
  ) async throws(UploadFailure) -> Bool? {
    guard case .present(let found) = try await presence(of: url) else { return nil }
    var length = found.size
    if length == nil { length = try await listedLength(of: url) }
    if length == nil { length = try await rangedLength(of: url) }
    guard let length else { return nil }
    // The sign-in page of a network may be longer than the source.
    guard length <= source.size else { return try await presence(of: url) == .present(found) ? false : nil }
    let digest = try FileDigest()
    try await digest.catchUp(to: length, of: source, with: transport.resources().readers) { _ in progress() }
    guard let sha256 = digest.value(ofSize: length) else { return nil }
    let part = StoredFile(name: "", location: url.text, size: length, sha256: sha256)
    return try await holds(part, at: url, hasReportedSize: true, progress: progress)
  }

  /// Returns the presence of a file that determines whether another one may be deleted. A file that is reported is
  /// looked up again, because the sign-in page of a network may have responded.
  /// - Parameter name: The final name of the upload, or that of its hidden old file.
  func certainPresence(
    of name: String, _ state: WebDAVUploadState
  ) async throws(UploadFailure) -> Presence {
    let url = state.folder.inside(name)
    let found = try await anyPresence(of: url)
    guard case .present(let first) = found else { return found }
    try await checkHonesty(in: state.folder, name: ".\(state.id ?? "").absent\(Transfer.hiddenSuffix)")
    let again = try await anyPresence(of: url)
    if case .present(let second) = again, second.size != first.size { throw .dishonest(url.origin.name) }
    return again
  }

  /// Returns the presence of a file, even if the server refuses `HEAD` for it.
  private func anyPresence(of url: WebAddress) async throws(UploadFailure) -> Presence {
    let found = try await presence(of: url)
    guard found == .unknown else { return found }
    var length = try await listedLength(of: url)
    if length == nil { length = try await rangedLength(of: url) }
    return length == nil ? .unknown : .present(Description(size: length))
  }

  /// Checks that the server does not report every file as existing, as the sign-in page of a network might.
  /// - Parameter name: The name of a file that does not exist.
  /// - Throws: ``UploadFailure/Cause/unavailable``.
  func checkHonesty(in folder: WebAddress, name: String) async throws(UploadFailure) {
    guard case .present = try await presence(of: folder.inside(name)) else { return }
    throw .dishonest(folder.origin.name)
  }
}
