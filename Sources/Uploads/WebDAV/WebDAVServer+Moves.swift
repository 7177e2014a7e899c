import Catalogue

extension WebDAVServer {
  /// Whether the server moves files; found out before the first byte of a file is sent, and remembered: a file that cannot be
  /// moved would be sent twice, and stay under its hidden name where it cannot be deleted either.
  /// - Parameters:
  ///   - folder: one that exists, as far as the server makes folders.
  ///   - id: names what is made to try it.
  func movesFiles(in folder: WebAddress, id: String) async throws(UploadFailure) -> Bool {
    if let known = lessons.movesFiles { return known }
    let moves: Bool
    let options = try await transport.ask(request("OPTIONS", folder))
    if let stated = await statedMoves(options, in: folder, id: id) {
      moves = stated
    } else {
      moves = try await triedMoves(in: folder, id: id)
    }
    lessons.movesFiles = moves
    return moves
  }

  /// What the server says of moving, in its answer to `OPTIONS` or by refusing to move what does not exist; nil where that
  /// tells nothing.
  func statedMoves(_ options: HTTPResponse?, in folder: WebAddress, id: String) async -> Bool? {
    if let options, options.isSuccess, let stated = Self.statedMoves(options.headers) { return stated }
    let (absent, other) = probes(in: folder, id: id)
    do throws(UploadFailure) {
      if case .unsupported = try await move(absent, to: other, overwriting: false) { return false }
    } catch {
      if error.status == 403 { return false }
    }
    return nil
  }

  /// What the answer to `OPTIONS` says of moving.
  static func statedMoves(_ headers: HeaderFields) -> Bool? {
    let methods = Set(headers.list("Allow").map { $0.uppercased() })
    let isDAV = headers.list("DAV").contains("1")
    if methods.contains("MOVE") { return true }
    // Apache names few methods for a folder that does not exist yet; `PROPFIND` is then not among them.
    if methods.contains("PUT"), !isDAV || methods.contains("PROPFIND") { return false }
    return isDAV ? true : nil
  }

  /// Moves an empty file.
  private func triedMoves(in folder: WebAddress, id: String) async throws(UploadFailure) -> Bool {
    let (probe, moved) = probes(in: folder, id: id)
    let stored = try await transport.send(request("PUT", probe, body: .bytes([])))
    guard stored.isSuccess else {
      // Hidden names may be what it refuses.
      guard stored.failure.retry == .never, stored.status != 401 else { throw stored.failure }
      return false
    }
    let result: MoveResult
    do throws(UploadFailure) {
      result = try await move(probe, to: moved, overwriting: true)
    } catch {
      try? await delete(probe)
      // What the server cannot do now says nothing of what it can do.
      guard error.retry == .never, error.status != nil, error.status != 401 else { throw error }
      return false
    }
    let isThere = if case .moved = result { try await presence(of: moved) != .absent } else { false }
    // Two empty files at most are left where the server deletes none.
    try? await delete(isThere ? moved : probe)
    return isThere
  }

  private func probes(in folder: WebAddress, id: String) -> (from: WebAddress, to: WebAddress) {
    (folder.inside(".\(id).probe\(Transfer.hiddenSuffix)"), folder.inside(".\(id).moved\(Transfer.hiddenSuffix)"))
  }
}
