import ShowroomNetwork

extension WebDAVServer {
  /// Returns whether the server moves files. This is determined before the first byte is sent and then remembered,
  /// because a file that cannot be moved would have to be sent twice, and its hidden copy would stay if it could not be
  /// deleted.
  /// - Parameters:
  ///   - folder: An existing folder.
  ///   - id: The name for test files.
  ///   - willTest: Called before the first test file is stored.
  func moves(
    in folder: WebAddress, id: String, willTest: () async throws(UploadFailure) -> Void
  ) async throws(UploadFailure) -> Moves {
    if let known = learned.moves { return known }
    let moves: Moves
    let options = try await transport.sendOptional(request("OPTIONS", folder))
    if let reported = await reportedMoves(options, in: folder, id: id) {
      moves = reported
    } else {
      try await willTest()
      moves = try await transport.completing { () throws(UploadFailure) in try await testMoves(in: folder, id: id) }
    }
    learned.moves = moves
    return moves
  }

  /// Returns whether the server moves files, according to `OPTIONS` or to an attempt to move a file that does not
  /// exist. Returns `nil` if the result is inconclusive.
  func reportedMoves(_ options: HTTPResponse?, in folder: WebAddress, id: String) async -> Moves? {
    if let options, options.isSuccess, let reported = Self.reportedMoves(options.headers) { return reported }
    let (absent, other) = probes(in: folder, id: id)
    switch try? await move(absent, to: other, overwriting: false) {
    case .unsupported: return .unsupported
    case .refused(let failure) where failure.status == 403: return .refused(status: 403)
    default: return nil
    }
  }

  /// Returns whether the response to `OPTIONS` lists `MOVE`, or `nil` if it is inconclusive.
  static func reportedMoves(_ headers: HeaderFields) -> Moves? {
    let methods = Set(headers.list("Allow").map { $0.uppercased() })
    let isDAV = headers.list("DAV").contains("1")
    if methods.contains("MOVE") { return .supported }
    // For a missing folder, Apache lists only a few methods, without `PROPFIND`.
    if methods.contains("PUT"), !isDAV || methods.contains("PROPFIND") { return .unsupported }
    return isDAV ? .supported : nil
  }

  /// Tries to move an empty file.
  private func testMoves(in folder: WebAddress, id: String) async throws(UploadFailure) -> Moves {
    let (probe, moved) = probes(in: folder, id: id)
    do throws(UploadFailure) {
      return try await moveProbe(probe, to: moved)
    } catch {
      for url in [probe, moved] { _ = try? await delete(url) }
      // A temporary error is inconclusive.
      guard error.retry == .never, let status = error.status, status != 401 else { throw error }
      return .refused(status: status)
    }
  }

  private func moveProbe(_ probe: WebAddress, to moved: WebAddress) async throws(UploadFailure) -> Moves {
    // This also fails if the server rejects hidden names.
    let stored = try await transport.send(request("PUT", probe, body: .bytes([])))
    guard stored.isSuccess else { throw stored.failure }
    let result = try await move(probe, to: moved, overwriting: true)
    let isThere = if case .moved = result { try await presence(of: moved) != .absent } else { false }
    do throws(UploadFailure) {
      try await delete(isThere ? moved : probe)
    } catch {
      // At most two empty files are left if the server does not delete files. After a temporary error, the next attempt
      // deletes them.
      guard error.isRefusal else { throw error }
    }
    if isThere { return .supported }
    return if case .refused(let failure) = result { .refused(status: failure.status) } else { .unsupported }
  }

  /// Deletes the files of an interrupted test.
  /// - Returns: A warning if the server does not delete files, so that at most two empty ones are left.
  func deleteProbes(in folder: WebAddress, id: String) async throws(UploadFailure) -> String? {
    let (probe, moved) = probes(in: folder, id: id)
    do throws(UploadFailure) {
      for url in [probe, moved] { try await delete(url) }
      return nil
    } catch {
      guard error.retry == .never, error.cause != .canceled else { throw error }
      return "An empty hidden file may remain on \(folder.origin.name). \(error.message)"
    }
  }

  func probes(in folder: WebAddress, id: String) -> (from: WebAddress, to: WebAddress) {
    (folder.inside(".\(id).probe\(Transfer.hiddenSuffix)"), folder.inside(".\(id).moved\(Transfer.hiddenSuffix)"))
  }

  // MARK: Removing hidden files

  /// Deletes all hidden files of an upload but the old file, including those that the server has stored under different
  /// names.
  /// - Parameters:
  ///   - id: The ID of the upload, which every hidden name contains.
  ///   - staged: The test name, which the server may have truncated.
  /// - Throws: ``UploadFailure`` if the server supports listing files but does not return a valid list.
  func deleteHidden(of id: String, staged: String, in folder: WebAddress) async throws(UploadFailure) {
    for name in LearnedBehavior.cuts(of: staged) where name.contains(id) { try await delete(folder.inside(name)) }
    let response = try await transport.send(listingRequest(of: folder))
    switch response.status {
    case 207: break
    // The folder does not exist, or the server does not list files.
    case 404, 405, 410, 501: return
    default: throw response.failure
    }
    guard let root = response.isCut ? nil : XMLElement(parsing: response.body), root.name == "multistatus" else {
      throw UploadFailure(
        .protocol, "\(folder.origin.name) sent a list of files that cannot be read; check the destination.",
        status: response.status, serverText: ServerMessage.text(of: response.body))
    }
    for element in root.all("response") {
      guard let href = element.first("href")?.text.trimmingWhitespace(), let url = try? folder.resolving(href),
        url.isDirectly(in: folder), let name = url.segments.last, name.hasPrefix("."), name.contains(id),
        name != Transfer.oldName(of: id)
      else { continue }
      try await delete(url)
    }
  }
}
