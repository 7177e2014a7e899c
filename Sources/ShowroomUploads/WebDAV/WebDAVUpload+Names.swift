import ShowroomFiles
import ShowroomNetwork

extension WebDAVUpload {
  /// Whether the file may be sent although its name may have been taken since the folder was listed.
  private var isSmall: Bool { source.size <= 1 << 20 }

  /// Returns the name to publish under, and what already exists under that name.
  func freeName() async throws(UploadFailure) -> (name: String, old: WebDAVServer.Presence) {
    var taken: UploadFailure?
    for name in transfer.candidateNames {
      if isSmall, transfer.onDuplicate != .replace, transfer.recorded(as: name) == nil,
        try await server.isListedAsFree(name, in: folder, id: transfer.id)
      {
        guard try await transfer.reserve(name, report: report) else { continue }
        return (name, .absent)
      }
      let presence = try await server.presence(of: folder.inside(name))
      if case .present = presence, taken == nil {
        try await server.checkHonesty(in: folder, name: ".\(transfer.id).absent\(Transfer.hiddenSuffix)")
      }
      let size: Int64?
      switch presence {
      case .present(let description): size = description.size
      // The database may contain files that the server does not report.
      case .unknown where transfer.recorded(as: name) != nil: size = transfer.recorded(as: name)?.size
      case .absent, .unknown:
        guard try await transfer.reserve(name, report: report) else { continue }
        return (name, presence)
      }
      if transfer.onDuplicate == .replace { return (name, presence) }
      taken = taken ?? duplicate(name, size: size)
    }
    throw taken ?? duplicate(transfer.name, size: nil)
  }

  /// Takes the next free name, because another file has the current one.
  /// - Returns: The file that already exists under the new name.
  func takeNextName(_ state: inout WebDAVUploadState) async throws(UploadFailure) -> WebDAVServer.Presence {
    server.learned.names.forget(folder)
    try await reportTaken(state)
    let (name, old) = try await freeName()
    state.name = name
    return old
  }

  /// Returns what exists under the final name after the hidden file was sent. Another program may have taken the name
  /// meanwhile, and `PUT` may overwrite its file, so the next name is taken unless the file is to be replaced.
  func currentFile(_ state: inout WebDAVUploadState) async throws(UploadFailure) -> WebDAVServer.Presence {
    let old = try await server.presence(of: folder.inside(state.name))
    if case .present = old, transfer.onDuplicate != .replace { return try await takeNextName(&state) }
    return old
  }

  /// Records that another file has the final name, so that discarding the upload never deletes that one.
  func reportTaken(_ state: WebDAVUploadState) async throws(UploadFailure) {
    var state = state
    state.isNameTaken = true
    try await report(.checkpoint(state.checkpoint(confirmed: state.stage == .stored ? source.size : 0)))
  }

  /// Whether another upload or program has taken the final name since an earlier attempt started to send this file
  /// under it. A file with that name belongs to this upload only if it is a part of the source.
  /// - Throws: ``UploadFailure``, including if the file cannot be recognized after the old one may have been removed.
  func isTaken(_ state: WebDAVUploadState) async throws(UploadFailure) -> Bool {
    if state.stage == .direct, !state.mayHaveRemovedOld, transfer.recorded(as: state.name) != nil { return true }
    guard try await transfer.reserve(state.name, report: report) else { return true }
    // The user has agreed to replace any file.
    if state.stage == .overwriting, transfer.onDuplicate == .replace { return false }
    let target = folder.inside(state.name)
    guard case .present(let found) = try await server.presence(of: target) else { return false }
    let isPart = try await server.holdsPart(of: source, at: target)
    // Without the old file, one that may be a part of this one is neither overwritten nor forgotten (see `discard`).
    if state.mayHaveRemovedOld, isPart == nil || isPart == false && [nil, source.size].contains(found.size) {
      throw state.oldFileKept(isTaken: true).retriedLater
    }
    return isPart != true
  }

  func duplicate(_ name: String, size: Int64?) -> UploadFailure {
    UploadFailure(
      .duplicate(size: size),
      "\(place) already has a file named \(name.singleLine(limit: 80)); \(UploadFailure.duplicateAdvice).")
  }

  func nameMismatch(_ name: String) -> UploadFailure {
    UploadFailure(
      .protocol,
      "\(place) may change the names of files: \(name.singleLine(limit: 80)) was not found there. Check the "
        + "destination, rename the file, using only letters and digits, and try again.")
  }
}
