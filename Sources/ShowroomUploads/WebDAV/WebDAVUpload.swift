import Foundation
import ShowroomFiles
import ShowroomNetwork

/// One attempt to upload a file to a WebDAV server, first under a hidden name and then under its final one.
struct WebDAVUpload: Sendable {
  let server: WebDAVServer
  let transfer: Transfer
  /// The folders that the file needs, outermost first, beginning with that of the car.
  private let folders: [WebAddress]
  /// The last of the folders, which will contain the file.
  let folder: WebAddress
  let report: TransferReport

  /// - Parameter carFolder: The folder of the car.
  init(
    server: WebDAVServer, transfer: Transfer, in carFolder: WebAddress, report: @escaping TransferReport
  ) {
    folders = transfer.folders.reduce(into: [carFolder]) { folders, name in
      folders.append((folders.last ?? carFolder).inside(name, isFolder: true))
    }
    folder = folders.last ?? carFolder
    (self.server, self.transfer, self.report) = (server, transfer, report)
  }

  var source: UploadSource { transfer.source }

  /// The state in which an earlier attempt left the same file, or `nil` if there is none.
  var earlier: WebDAVUploadState? {
    WebDAVUploadState(transfer.checkpoint).flatMap { $0.belongs(to: source, in: folder) ? $0 : nil }
  }

  func run() async throws(UploadFailure) -> StoredFile {
    do throws(UploadFailure) {
      return try await attempt()
    } catch {
      // The sign-in page of a network may have intervened between two requests.
      if error.cause == .corrupted {
        try await server.checkHonesty(in: folder, name: ".\(transfer.id).absent\(Transfer.hiddenSuffix)")
      }
      if let status = error.status, Self.statusesOfFilesInPlace.contains(status),
        let file = await server.file(inPlaceOf: folders.dropFirst())
      {
        let name = (file.segments.last ?? "").singleLine(limit: 80)
        throw UploadFailure(
          .forbidden,
          "\(name) on \(place) is a file, but a folder of that name is required; rename it and retry.", status: status)
      }
      throw error
    }
  }

  /// The statuses with which servers refuse to store a file inside another file.
  private static let statusesOfFilesInPlace: Set = [400, 403, 404, 405, 409, 500]

  private func attempt() async throws(UploadFailure) -> StoredFile {
    guard folder.inside(transfer.hiddenName).text.utf8.count + Self.spareLength <= WebAddress.maximumLength,
      folder.inside(transfer.name).text.utf8.count + Self.spareLength <= WebAddress.maximumLength
    else {
      throw UploadFailure(
        .protocol,
        "The path \(transfer.path.singleLine(limit: 80)) is too long for the address of a file; shorten the names of its "
          + "folders and upload it again.")
    }
    let earlier = earlier
    if let earlier, earlier.isProbing, let warning = try await server.deleteProbes(in: folder, id: transfer.id) {
      try await report(.warning(warning))
    }
    // After the old file has been removed, the hidden one is kept until the new one is complete under the final name.
    if let earlier, earlier.stage == .stored || earlier.mayHaveRemovedOld && earlier.stage != .sending,
      let file = try await finish(earlier)
    {
      return file
    }
    // The server behind a proxy may have moved the hidden file to its test name only now.
    if let earlier, let staged = earlier.staged, !earlier.mayHaveRemovedOld {
      try await deleteHiddenFile(folder.inside(staged))
    }
    var direct = earlier.flatMap { $0.stage.isUnderFinalName ? $0 : nil }
    if let earlier = direct, try await isTaken(earlier) { direct = nil }
    // A file under this name was left by an earlier attempt.
    let (name, old) = if let direct { (direct.name, WebDAVServer.Presence.unknown) } else { try await freeName() }
    var state = WebDAVUploadState(
      stage: direct?.stage ?? .sending, folder: folder, name: name, temporary: transfer.hiddenName, source: source,
      isNew: transfer.onDuplicate != .replace)
    // The file with the test name may be the only complete one.
    if let earlier, earlier.mayHaveRemovedOld { (state.mayHaveRemovedOld, state.staged) = (true, earlier.staged) }
    try await server.makeFolders(folders)
    let moves = direct == nil ? try await moves(state) : server.learned.moves ?? .unsupported
    guard direct == nil, moves == .supported else {
      if direct == nil { try await deleteEarlierHiddenFile() }
      return try await sendDirectly(&state, over: old, because: moves.obstacle)
    }

    let temporary = folder.inside(state.temporary)
    try await report(.checkpoint(state.checkpoint(confirmed: 0)))
    do throws(UploadFailure) {
      state.sha256 = try await server.put(source, to: temporary, isNew: false, report: report)
    } catch {
      // Some servers refuse only hidden names.
      guard error.status == 403 else { throw error }
      let refused = WebDAVServer.Moves.refused(status: 403)
      try await deleteEarlierHiddenFile()
      let old = try await currentFile(&state)
      let file = try await sendDirectly(&state, over: old, because: refused.obstacle)
      server.learned.moves = refused
      return file
    }
    try await report(.verifying)
    try await verifyHidden(temporary)
    state.stage = .stored
    try await report(.checkpoint(state.checkpoint(confirmed: source.size)))
    return try await publish(state, from: state.temporary)
  }

  private func moves(_ state: WebDAVUploadState) async throws(UploadFailure) -> WebDAVServer.Moves {
    try await server.moves(in: folder, id: transfer.id) { () async throws(UploadFailure) in
      // Nothing else refers to the files of the test if the program ends before they are deleted.
      var state = state
      state.isProbing = true
      try await report(.checkpoint(state.checkpoint(confirmed: 0)))
    }
  }

  /// The number of bytes by which other names of the file may be longer.
  private static let spareLength = 1024

  var place: String { folder.origin.name }

  // MARK: Sending

  /// Sends the file under its final name, because the server does not move it. This is not atomic.
  /// - Parameters:
  ///   - old: The existing file.
  ///   - obstacle: The predicate of the warning. It names no file, because the warning applies to all such files.
  private func sendDirectly(
    _ state: inout WebDAVUploadState, over old: WebDAVServer.Presence, because obstacle: String
  ) async throws(UploadFailure) -> StoredFile {
    let target = folder.inside(state.name)
    let isResumed = state.stage.isUnderFinalName
    let old = isResumed ? try await server.presence(of: target) : old
    // After an earlier attempt, an existing file is a part of this one.
    var isOwn = false
    if isResumed, case .present = old { isOwn = true }
    let isNew = !isOwn && transfer.onDuplicate != .replace
    if !isResumed { state.stage = old == .absent || state.mayHaveRemovedOld ? .direct : .overwriting }
    try await report(
      .warning("\(place) \(obstacle), so incomplete files are visible there during the upload."))
    try await report(.checkpoint(state.checkpoint(confirmed: 0)))
    do throws(UploadFailure) {
      do throws(UploadFailure) {
        state.sha256 = try await server.put(source, to: target, isNew: isNew, report: report)
      } catch {
        // The server behind a proxy may have stored the file of an earlier attempt only now.
        guard isResumed, error.status == 412, try await server.holdsPart(of: source, at: target) == true else {
          throw error
        }
        isOwn = true
        state.sha256 = try await server.put(source, to: target, isNew: false, report: report)
      }
    } catch {
      // A proxy may respond with a server error although the server behind it stores the file.
      guard !isOwn, let status = error.status, (300...499).contains(status) else { throw error }
      // The server accepted nothing from this upload, so discarding it must not delete an existing file. If the old one
      // has been removed, the file with the final name may be a part of this one from an earlier attempt.
      if !state.mayHaveRemovedOld { state.stage = .sending }
      try await report(.checkpoint(state.checkpoint(confirmed: state.mayHaveRemovedOld ? source.size : 0)))
      if case .duplicate = error.cause { throw duplicate(state.name, size: nil) }
      throw error
    }
    try await report(.verifying)
    try await verifyReplaced(old, by: state)
    let file = try await verify(state)
    try await report(.checkpoint(state.checkpoint(confirmed: source.size)))
    try await deleteOld(state, and: state.hiddenNames)
    return file
  }

  /// Checks that a file of the same size is not the old one. If its version has not changed, the contents are compared.
  private func verifyReplaced(_ old: WebDAVServer.Presence, by state: WebDAVUploadState) async throws(UploadFailure) {
    let target = folder.inside(state.name)
    guard case .present(let before) = old, before.size == source.size, state.sha256 != nil,
      case .present(let now) = try await server.presence(of: target), now.version == before.version
    else { return }
    guard try await server.holds(file(state.name, at: target, sha256: state.sha256), at: target) == true else {
      throw UploadFailure(
        .protocol,
        "\(place) reported \(state.name) as stored, but still has the old file; check the destination and retry.")
    }
  }

  /// Verifies the hidden file before it is published. A file of the wrong size is deleted.
  private func verifyHidden(_ url: WebAddress) async throws(UploadFailure) {
    let arrival = try await server.arrival(at: url, of: source.size)
    // Continue, because the file is verified again under its final name.
    if case .unknown = arrival { return }
    if case .different = arrival { try await deleteIfPossible(url) }
    _ = try arrival.confirmed(file(transfer.name, at: url, sha256: nil), at: place)
  }

  // MARK: Publishing

  /// Publishes the file of an earlier attempt. Returns `nil` if it no longer exists.
  private func finish(_ state: WebDAVUploadState) async throws(UploadFailure) -> StoredFile? {
    for name in state.hiddenNames {
      guard case .whole = try await server.arrival(at: folder.inside(name), of: source.size) else { continue }
      // The stage stays, because a part of the file may have the final name (see `discard`).
      var state = state
      // The user may have decided to replace the existing file since, and the name may be free again.
      state.isNew = transfer.onDuplicate != .replace
      state.isNameTaken = false
      try await report(.checkpoint(state.checkpoint(confirmed: source.size)))
      return try await publish(state, from: name)
    }
    return try await movedFile(state)
  }

  /// Returns the file if it was moved, but the response or the checkpoint was lost.
  private func movedFile(_ state: WebDAVUploadState) async throws(UploadFailure) -> StoredFile? {
    let target = folder.inside(state.name)
    guard !state.isNameTaken, case .whole = try await server.arrival(at: target, of: source.size) else { return nil }
    // Since the move, another upload may have replaced the file with one of the same size. With `.replace`, it may also
    // be the old one, so only its contents prove the move.
    let mayBeOld = transfer.onDuplicate == .replace
    let isSame = try await server.holds(file(state.name, at: target, sha256: state.sha256), at: target)
    guard mayBeOld ? isSame == true && state.sha256 != nil : isSame != false else { return nil }
    let moved = try await verify(state)
    // If the old file had the same contents, the new one may still be hidden.
    if mayBeOld { for name in state.hiddenNames { try await deleteHiddenFile(folder.inside(name)) } }
    try await deleteOld(state)
    return moved
  }

  /// The maximum number of names to try if other programs take names at the same time.
  private static let maximumMoves = 20

  /// Moves the file to its final name, without overwriting at first, because a server that changes names could
  /// otherwise overwrite a different file.
  private func publish(_ state: WebDAVUploadState, from name: String) async throws(UploadFailure) -> StoredFile {
    // If the response to `MOVE` were lost, it would be unknown whether the file is there.
    try await server.transport.completing { () throws(UploadFailure) in
      var state = state
      return try await move(&state, from: name)
    }
  }

  private func move(_ state: inout WebDAVUploadState, from name: String) async throws(UploadFailure) -> StoredFile {
    var hidden = folder.inside(name)
    var isReplacing = false
    var mayRemoveOld = true
    var isRepeated = false
    let mayReplace = transfer.onDuplicate == .replace
    let old = mayReplace ? try await server.presence(of: folder.inside(state.name)) : .absent
    if server.learned.isDoubtful(state.name) {
      guard let staged = try await stage(&state, from: hidden) else {
        return try await sendDirectly(
          &state, insteadOf: hidden,
          because: "cannot move files whose names contain \(WebDAVServer.LearnedBehavior.doubtfulList)")
      }
      hidden = staged
    }
    for _ in 0..<Self.maximumMoves {
      let target = folder.inside(state.name)
      let result: WebDAVServer.MoveResult
      do throws(UploadFailure) {
        result = try await server.move(hidden, to: target, overwriting: isReplacing)
      } catch {
        // The server behind a proxy may have completed the move of an earlier attempt only now.
        if error.status == 404 || error.status == 410, let file = try await movedFile(state) { return file }
        throw try await failure(error, ofMoving: hidden)
      }
      switch result {
      case .moved:
        server.learned.noteMoved(state.name)
        try await verifyReplaced(old, by: state)
        let file = try await verify(state)
        try await deleteOld(state, and: state.hiddenNames.filter { folder.inside($0) != hidden })
        return file
      case .unsupported:
        server.learned.moves = .unsupported
        return try await sendDirectly(&state, insteadOf: hidden, because: WebDAVServer.Moves.unsupported.obstacle)
      case .occupied where isReplacing: throw duplicate(state.name, size: nil)
      case .occupied where mayReplace:
        if case .absent = try await server.presence(of: target) {
          // The name is free, but the server treats it as taken, unless it has moved the old file only now.
          guard state.mayHaveRemovedOld, !isRepeated else { throw nameMismatch(state.name) }
          isRepeated = true
          continue
        }
        hidden = try await staged(&state, from: hidden)
        isReplacing = true
      case .occupied:
        let taken = state.name
        _ = try await takeNextName(&state)
        guard state.name != taken else { throw nameMismatch(taken) }
        try await report(.checkpoint(state.checkpoint(confirmed: source.size)))
      case .refused(let failure):
        guard case .present = try await server.presence(of: target) else {
          let status = failure.status.map { " (\($0))" } ?? ""
          return try await sendDirectly(&state, insteadOf: hidden, because: "refused to move some files\(status)")
        }
        // The server does not move files over existing ones. A file of another upload is never deleted.
        guard mayReplace else {
          let taken = state.name
          _ = try await takeNextName(&state)
          guard state.name != taken else { throw duplicate(taken, size: nil) }
          try await report(.checkpoint(state.checkpoint(confirmed: source.size)))
          continue
        }
        guard mayRemoveOld else { throw failure }
        hidden = try await staged(&state, from: hidden)
        mayRemoveOld = false
        state.mayHaveRemovedOld = true
        try await report(.checkpoint(state.checkpoint(confirmed: source.size)))
        try await moveOldAside(state)
      }
    }
    throw duplicate(state.name, size: nil)
  }

  /// Returns the failure to move the hidden file. If it no longer exists, another attempt sends it again.
  private func failure(
    _ failure: UploadFailure, ofMoving hidden: WebAddress
  ) async throws(UploadFailure) -> UploadFailure {
    guard failure.status == 404 || failure.status == 410, try await server.presence(of: hidden) == .absent
    else { return failure }
    return failure.retriedLater
  }

  /// Sends the file again under its final name, because the server does not move it there.
  private func sendDirectly(
    _ state: inout WebDAVUploadState, insteadOf hidden: WebAddress, because obstacle: String
  ) async throws(UploadFailure) -> StoredFile {
    let old = try await currentFile(&state)
    if !state.mayHaveRemovedOld {
      try await deleteIfPossible(hidden)
      if let staged = state.staged { try await deleteStrays(of: staged) }
    }
    state.stage = .sending
    return try await sendDirectly(&state, over: old, because: obstacle)
  }

  /// Moves the file to a test name that contains the unusual characters of the final one, and checks that it is there.
  /// This detects a server that changes names before anything is replaced.
  /// - Returns: The address of the test name, or `nil` if the file is not there.
  private func stage(_ state: inout WebDAVUploadState, from hidden: WebAddress) async throws(UploadFailure)
    -> WebAddress?
  {
    let name = transfer.stagedName(for: state.name)
    let staged = folder.inside(name)
    guard staged != hidden else { return hidden }
    state.staged = name
    try await report(.checkpoint(state.checkpoint(confirmed: source.size)))
    var result: WebDAVServer.MoveResult
    do throws(UploadFailure) {
      result = try await server.move(hidden, to: staged, overwriting: false)
      // The name depends only on the upload and the final name, so an earlier attempt may have left a file there. The
      // complete new file is at the hidden address.
      if case .occupied = result {
        try await server.delete(staged)
        result = try await server.move(hidden, to: staged, overwriting: false)
      }
    } catch {
      throw try await failure(error, ofMoving: hidden)
    }
    guard case .moved = result, case .whole = try await server.arrival(at: staged, of: source.size) else { return nil }
    return staged
  }

  /// Moves the file to its test name in order to replace the existing file. A folder is not replaced, because its
  /// contents would be deleted (RFC 4918, section 9.9.3).
  private func staged(_ state: inout WebDAVUploadState, from hidden: WebAddress) async throws(UploadFailure)
    -> WebAddress
  {
    if try await server.isFolder(folder.inside(state.name)) {
      throw UploadFailure(
        .forbidden, "\(state.name.singleLine(limit: 80)) on \(place) is a folder; rename it and retry.")
    }
    guard let staged = try await stage(&state, from: hidden) else { throw nameMismatch(state.name) }
    return staged
  }

  /// Returns the file after verifying it under its final name.
  private func verify(_ state: WebDAVUploadState) async throws(UploadFailure) -> StoredFile {
    let target = folder.inside(state.name)
    let arrival = try await server.arrival(at: target, of: source.size)
    if case .missing = arrival { throw nameMismatch(state.name) }
    if case .different = arrival, state.stage == .direct, !state.mayHaveRemovedOld,
      try await server.holdsPart(of: source, at: target) == true
    {
      try await deleteIfPossible(target)
    }
    return try arrival.confirmed(file(state.name, at: target, sha256: state.sha256), at: place)
  }

  private func file(_ name: String, at url: WebAddress, sha256: String?) -> StoredFile {
    StoredFile(name: name, location: url.text, size: source.size, sha256: sha256)
  }
}
