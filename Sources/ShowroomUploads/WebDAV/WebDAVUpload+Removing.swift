import ShowroomNetwork

extension WebDAVUpload {
  /// Deletes a file that is no longer needed. A failure is reported only as a warning.
  func deleteIfPossible(_ url: WebAddress) async throws(UploadFailure) {
    do throws(UploadFailure) { try await server.delete(url) } catch { try await warn(of: error, deleting: url) }
  }

  /// Deletes a hidden file to which only the checkpoint refers. A refusal is reported only as a warning.
  func deleteHiddenFile(_ url: WebAddress) async throws(UploadFailure) {
    guard try await server.presence(of: url) != .absent else { return }
    do throws(UploadFailure) {
      try await server.delete(url)
    } catch {
      guard error.isRefusal else { throw error }
      try await warn(of: error, deleting: url)
    }
  }

  /// Deletes the hidden file that an earlier attempt may have sent before another upload, or this one, showed that the
  /// server does not move files or refuses hidden ones.
  func deleteEarlierHiddenFile() async throws(UploadFailure) {
    guard let earlier, !earlier.mayHaveRemovedOld else { return }
    let url = folder.inside(earlier.temporary)
    do throws(UploadFailure) {
      guard case .present = try await server.presence(of: url) else { return }
    } catch {
      // A server that refuses hidden names has no file with one.
      guard error.retry == .never, error.cause != .canceled else { throw error }
      return
    }
    try await deleteHiddenFile(url)
  }

  private func warn(of failure: UploadFailure, deleting url: WebAddress) async throws(UploadFailure) {
    let name = (url.segments.last ?? "").singleLine(limit: 80)
    try await report(.warning("Could not delete \(name) on \(place). \(failure.message)"))
  }

  /// Deletes the files that the server has stored under different names than the test name.
  func deleteStrays(of staged: String) async throws(UploadFailure) {
    do throws(UploadFailure) {
      try await server.deleteHidden(of: transfer.id, staged: staged, in: folder)
    } catch {
      // A user without permission to list files may still be able to send them.
      guard error.retry == .never, error.cause != .canceled else { throw error }
      try await report(.warning("A hidden copy of the file may remain on \(place). \(error.message)"))
    }
  }

  // MARK: The old file

  /// Moves the old file to a hidden name, because the server does not replace it. If the server refuses that, the old
  /// file is deleted. A part of this file that an earlier attempt has sent under its name is deleted instead.
  /// - Throws: ``UploadFailure``, including if it is unknown whether the file is such a part.
  func moveOldAside(_ state: WebDAVUploadState) async throws(UploadFailure) {
    let (target, old) = (folder.inside(state.name), folder.inside(state.oldName))
    // A part of this file must not be taken for the old file.
    if state.stage == .direct {
      switch try await server.holdsPart(of: source, at: target) {
      case true?:
        try await server.delete(target)
        return
      case false?: break
      case nil: throw state.oldFileKept(isTaken: true).retriedLater
      }
    }
    let result: WebDAVServer.MoveResult
    do throws(UploadFailure) {
      result = try await server.move(target, to: old, overwriting: false)
    } catch {
      // The server behind a proxy may have completed the move of an earlier attempt only now.
      guard error.status == 404 || error.status == 410 else { throw error }
      return
    }
    switch result {
    case .moved: return
    case .occupied:
      guard state.stage.isUnderFinalName, try await server.holdsPart(of: source, at: target) == true else {
        throw state.oldFileKept(isTaken: true)
      }
    case .unsupported, .refused:
      // Some servers also refuse a move because an earlier attempt has moved the old file there.
      if try await server.certainPresence(of: state.oldName, state).isPresent {
        throw state.oldFileKept(isTaken: true)
      }
      try await report(
        .warning("\(place) cannot replace files, so the old file is deleted before the new one takes its place."))
    }
    try await server.delete(target)
  }

  /// Deletes the old file when the new one has the final name.
  /// - Parameter names: The hidden names under which an earlier attempt may have left the new file.
  func deleteOld(_ state: WebDAVUploadState, and names: [String] = []) async throws(UploadFailure) {
    guard state.mayHaveRemovedOld else { return }
    for name in names { try await deleteIfPossible(folder.inside(name)) }
    try await deleteHiddenFile(folder.inside(state.oldName))
  }
}
