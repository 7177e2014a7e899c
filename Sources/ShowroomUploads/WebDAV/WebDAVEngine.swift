import Foundation
import ShowroomCatalog
import ShowroomFiles
import ShowroomNetwork
import SystemPackage

/// An engine that uploads files to a server that supports WebDAV or at least `PUT`, as `<address>/<car>/<name>` or,
/// with the folders of the file, `<address>/<car>/<folders>/<name>`.
///
/// A file is sent under a hidden name, verified by its length, moved to its final name and verified again. If the
/// server cannot move files, which is detected in advance, the file is sent directly under its final name. That is not
/// atomic, which ``destinationInfo(for:in:)`` reports. An interrupted upload starts over, because `PUT` with
/// `Content-Range` destroys files on servers that do not support it.
struct WebDAVEngine: UploadEngine {
  private let base: WebAddress
  private let server: WebDAVServer

  /// Creates an engine for an address.
  /// - Parameter filesBeforeList: The number of files in a folder before its names are listed.
  init(base: WebAddress, transport: HTTPTransport, credentials: Credentials? = nil, filesBeforeList: Int = 6) {
    self.base = base
    server = WebDAVServer(
      transport: transport, authorization: Authorization(credentials, for: base),
      learned: WebDAVServer.LearnedBehavior(filesBeforeList: filesBeforeList))
  }

  private func folder(of car: Car.ID) -> WebAddress { base.inside("\(car)", isFolder: true) }

  /// The number of uploads that are waiting for a folder that another one is creating.
  var waitingForFolders: Int { server.learned.folders.waiting }

  /// Requests the capabilities with `OPTIONS`, and the files in the car's folder and in the needed folders with one
  /// `PROPFIND` for each folder. If all folders are needed, at most 10,000 files in 100 folders are included, those
  /// nearest to the car's folder first.
  func destinationInfo(for car: Car.ID, in folders: Set<[String]>?) async throws(UploadFailure) -> DestinationInfo {
    let place = base.inside(isFolder: true)
    let options = try await server.transport.sendOptional(server.request("OPTIONS", place))
    if let options, [401, 403].contains(options.status) { throw options.failure }
    let isDAV = options?.isSuccess == true && options?.headers["DAV"] != nil
    if server.learned.moves == nil {
      server.learned.moves = await server.reportedMoves(options, in: place, id: "info")
    }
    let folder = folder(of: car)
    let contents = try await server.listing(of: folder)
    let space = contents.freeBytes == nil ? try await server.listing(of: place) : contents
    let files: [StoredFile]?
    if let folders {
      files = try await server.files(in: folders, of: folder, contents: contents)
    } else {
      files = try await server.files(inAllFoldersOf: folder, contents: contents)
    }
    return DestinationInfo(
      engine: isDAV || contents.files != nil ? "WebDAV" : "HTTP PUT", resumption: .unsupported,
      publishesAtomically: [nil, .supported].contains(server.learned.moves), freeBytes: space.freeBytes, files: files)
  }

  /// Sends the file under a hidden name, verifies its length and moves it to its final name.
  func send(_ transfer: Transfer, report: @escaping TransferReport) async throws(UploadFailure) -> StoredFile {
    var transfer = transfer
    // The user may no longer want to replace the old file.
    if transfer.onDuplicate != .replace, WebDAVUploadState(transfer.checkpoint)?.mayHaveRemovedOld == true {
      try await removeEarlier(transfer, report: report)
      transfer.checkpoint = nil
    }
    let upload = WebDAVUpload(server: server, transfer: transfer, in: folder(of: transfer.car), report: report)
    if upload.earlier == nil { try await removeEarlier(transfer, report: report) }
    return try await upload.run()
  }

  /// Removes what an attempt stored when the file was in another state. The checkpoint, which is the only
  /// reference to that, is kept until then.
  private func removeEarlier(_ transfer: Transfer, report: TransferReport) async throws(UploadFailure) {
    do throws(UploadFailure) {
      if let warning = try await discard(transfer, progress: {}) { try await report(.warning(warning)) }
    } catch {
      guard error.isRefusal else { throw error }
      try await report(.warning("Could not remove the part of an earlier attempt. \(error.message)"))
    }
  }

  /// Deletes the hidden file, and the visible one if it was moved to a free name or was being sent directly. Another
  /// program may have stored a file there since, so a file that was being sent is deleted only if it is a part of the
  /// source. Folders stay, because another upload may be about to use them.
  /// - Throws: ``UploadFailure``, including if the old file cannot be moved back, or if the hidden file is the only
  ///   one, because the old one has been deleted.
  @discardableResult
  func discard(_ transfer: Transfer, progress: @escaping @Sendable () -> Void) async throws(UploadFailure) -> String? {
    guard let checkpoint = transfer.checkpoint, let state = WebDAVUploadState(checkpoint), isInside(state.folder)
    else { return nil }
    let target = state.folder.inside(state.name)
    var isRestored = true
    if state.mayHaveRemovedOld { isRestored = try await restoreOld(state, of: transfer, progress) }
    if !isRestored {
      // While the file is sent again, only the test name may refer to a complete one.
      for name in state.hiddenNames where state.stage != .sending || name == state.staged {
        guard try await server.presence(of: state.folder.inside(name)) != .absent else { continue }
        throw state.newFileKept(as: name)
      }
    }
    var warning: String?
    if state.isProbing, let id = state.id { warning = try await server.deleteProbes(in: state.folder, id: id) }
    var wasHidden = false
    for name in state.hiddenNames {
      let existed = try await server.delete(state.folder.inside(name))
      wasHidden = wasHidden || existed
    }
    if let staged = state.staged, let id = state.id {
      try await server.deleteHidden(of: id, staged: staged, in: state.folder)
    }
    // The server behind a proxy may have moved the old file only now.
    if state.mayHaveRemovedOld {
      let old = try await server.certainPresence(of: state.oldName, state)
      if old.isPresent { isRestored = try await restoreOld(state, of: transfer, progress) }
      if old == .unknown { warning = warning ?? state.oldFileNote }
    }
    // In the stage `overwriting`, the old file may still exist and must not be deleted without a new one.
    guard !transfer.recorded.contains(where: { $0.name == state.name || $0.location == target.text }) else {
      return warning
    }
    if state.stage == .direct, !state.mayHaveRemovedOld || !isRestored {
      return try await discardPart(at: target, of: transfer.source, mayBeOld: state.mayHaveRemovedOld, progress)
        ?? warning
    }
    // The file was moved, but this was not recorded. Another file may have taken the name since.
    if state.stage == .stored, state.isNew, !state.mayHaveRemovedOld, !state.isNameTaken, !wasHidden,
      let sha256 = state.sha256
    {
      let file = StoredFile(name: state.name, location: target.text, size: checkpoint.confirmed, sha256: sha256)
      if try await server.holds(file, at: target, progress: progress) == true { try await server.delete(target) }
    }
    return warning
  }

  /// Moves the old file back from its hidden name, or deletes it if the new one has replaced it. The hidden files of
  /// the new one are deleted even if the old one cannot be moved back.
  /// - Returns: `false` if the old file is not hidden, and no complete file is known to have the final name.
  private func restoreOld(
    _ state: WebDAVUploadState, of transfer: Transfer, _ progress: @escaping @Sendable () -> Void
  ) async throws(UploadFailure) -> Bool {
    do throws(UploadFailure) {
      let isVisible = try await server.certainPresence(of: state.name, state).isPresent
      let hidden = try await server.certainPresence(of: state.oldName, state)
      guard hidden.isPresent || hidden == .unknown && !isVisible else {
        // What has the final name may be incomplete only if this upload has sent it there.
        guard isVisible, state.stage.isUnderFinalName else { return isVisible }
        return try await [.new, .other].contains(contents(state, of: transfer, progress))
      }
      do throws(UploadFailure) {
        return try await moveBack(state, of: transfer, progress)
      } catch {
        // The new file is not the only one.
        if case .present? = try? await server.certainPresence(of: state.oldName, state) {
          for name in state.hiddenNames { _ = try? await server.delete(state.folder.inside(name)) }
        }
        throw error
      }
    } catch {
      throw state.naming(error)
    }
  }

  /// Moves the old file back, or deletes it if the new one has the final name and may still replace it.
  /// - Returns: `false` if the old file is not hidden, and no file has the final name.
  private func moveBack(
    _ state: WebDAVUploadState, of transfer: Transfer, _ progress: @escaping @Sendable () -> Void
  ) async throws(UploadFailure) -> Bool {
    let (target, old) = (state.folder.inside(state.name), state.folder.inside(state.oldName))
    for _ in 0..<2 {
      switch try await contents(state, of: transfer, progress) {
      case .new where transfer.onDuplicate == .replace:
        try await server.delete(old)
        return true
      case .new where state.isRecorded(in: transfer.recorded): throw state.oldFileKept(isTaken: true)
      case .new, .part: try await server.delete(target)
      case .other, .unrecognized: throw state.oldFileKept(isTaken: true)
      case .absent: break
      }
      let result: WebDAVServer.MoveResult
      do throws(UploadFailure) {
        result = try await server.move(old, to: target, overwriting: false)
      } catch {
        if error.status == 404 || error.status == 410,
          try await !server.certainPresence(of: state.oldName, state).isPresent
        {
          return try await server.certainPresence(of: state.name, state).isPresent
        }
        throw error
      }
      // If the file was not moved, the server behind a proxy may have stored the new one only now.
      guard try await server.certainPresence(of: state.name, state).isPresent else {
        throw state.oldFileKept(isTaken: false)
      }
      guard case .moved = result else { continue }
      // The sign-in page of a network may have responded.
      guard try await !server.certainPresence(of: state.oldName, state).isPresent else {
        throw state.oldFileKept(isTaken: false)
      }
      return true
    }
    throw state.oldFileKept(isTaken: true)
  }

  /// The file with the final name of an upload.
  private enum Contents {
    /// No file that the server reports.
    case absent
    /// The complete new file.
    case new
    /// A part of the new file, which this upload may have sent.
    case part
    case other
    /// A file that cannot be compared with the new one, or a different one of the same size, which may be damaged.
    case unrecognized
  }

  private func contents(
    _ state: WebDAVUploadState, of transfer: Transfer, _ progress: @escaping @Sendable () -> Void
  ) async throws(UploadFailure) -> Contents {
    let target = state.folder.inside(state.name)
    guard case .present(let found) = try await server.certainPresence(of: state.name, state) else { return .absent }
    if let size = state.size, let sha256 = state.sha256, found.size ?? size == size {
      let file = StoredFile(name: state.name, location: target.text, size: size, sha256: sha256)
      if try await server.holds(file, at: target, progress: progress) == true { return .new }
    }
    guard state.stage.isUnderFinalName else { return .other }
    guard let isPart = try await isPartial(target, of: transfer.source, progress) else { return .unrecognized }
    if isPart, state.sha256 == nil, found.size == transfer.source.size { return .new }
    // Another upload may have stored its file there meanwhile.
    for file in transfer.recorded where isPart && file.name == state.name && file.size == found.size {
      let isSame = try await server.holds(file, at: target, hasReportedSize: true, progress: progress)
      if isSame != false { return .other }
    }
    if isPart { return .part }
    return found.size == nil || found.size == state.size ? .unrecognized : .other
  }

  /// Returns whether a file is a part of the source, or `nil` if it cannot be recognized.
  private func isPartial(
    _ target: WebAddress, of source: UploadSource, _ progress: @escaping @Sendable () -> Void
  ) async throws(UploadFailure) -> Bool? {
    do throws(UploadFailure) {
      return try await server.holdsPart(of: source, at: target, progress: progress)
    } catch {
      guard error.cause == .source else { throw error }
      return nil
    }
  }

  /// Deletes a file that was being sent under its final name.
  /// - Parameter mayBeOld: Whether an earlier call may have moved the old file back, which may be a part of the source.
  /// - Returns: A warning if the file may be the uploaded part, but cannot be recognized.
  private func discardPart(
    at target: WebAddress, of source: UploadSource, mayBeOld: Bool, _ progress: @escaping @Sendable () -> Void
  ) async throws(UploadFailure) -> String? {
    if try await server.presence(of: target) == .absent { return nil }
    let isPart = try await isPartial(target, of: source, progress)
    if isPart == true, !mayBeOld { try await server.delete(target) }
    guard isPart == nil || isPart == true && mayBeOld else { return nil }
    let name = (target.segments.last ?? "").singleLine(limit: 80)
    let reason =
      mayBeOld
      ? "the old file. Delete it there if it is a part of the new one."
      : "somebody else's file. Delete it there if it is yours."
    return "\(name) on \(target.origin.name) was not deleted, because it may be \(reason)"
  }

  /// Whether a folder from a checkpoint is one in which this engine uploads files.
  private func isInside(_ folder: WebAddress) -> Bool {
    let (outer, names) = (base.segments, folder.segments)
    return folder.origin == base.origin && names.count > outer.count && names.starts(with: outer)
      && names.dropFirst(outer.count).allSatisfy { StoredName(received: $0).text == $0 }
  }

  /// Deletes a published file.
  func delete(_ file: StoredFile) async throws(UploadFailure) {
    try await server.delete(try file.address())
  }

  func verify(_ file: StoredFile) async throws(UploadFailure) {
    let url = try file.address()
    do throws(UploadFailure) {
      try await server.transport.verify(server.request("GET", url), as: file)
    } catch {
      // The sign-in page of a network may have responded.
      if error.cause == .corrupted, let folder = url.parent,
        case .present? = try? await server.presence(of: folder.inside(".absent\(Transfer.hiddenSuffix)"))
      {
        throw .dishonest(folder.origin.name)
      }
      throw error
    }
  }

  /// Downloads a published file and verifies its size and checksum.
  func fetch(_ file: StoredFile, to path: FilePath) async throws(UploadFailure) {
    try await server.transport.receive(server.request("GET", try file.address()), as: file, into: path)
  }
}
