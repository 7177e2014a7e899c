import Catalogue
import Foundation

/// One attempt to carry one file to a WebDAV server: under a temporary name first, and under its own when it is whole.
struct WebDAVUpload: Sendable {
  let server: WebDAVServer
  let transfer: Transfer
  /// The folder of the car.
  let folder: WebAddress
  let report: TransferReport

  private var source: UploadSource { transfer.source }

  func run() async throws(UploadFailure) -> StoredFile {
    let earlier = WebDAVMark(transfer.checkpoint).flatMap { $0.belongs(to: source, in: folder) ? $0 : nil }
    if var earlier, earlier.stage == .stored, let file = try await finish(&earlier) { return file }
    let direct = earlier.flatMap { [.direct, .overwriting].contains($0.stage) ? $0 : nil }
    // What is there under that name is what an earlier attempt of ours left.
    let name = if let direct { direct.name } else { try await freeName() }
    var mark = WebDAVMark(
      stage: direct?.stage ?? .sending, folder: folder, name: name, temporary: temporaryName, source: source)
    try await server.makeFolder(folder)
    if direct != nil || server.lessons.cannotMove { return try await sendDirectly(&mark) }

    let temporary = folder.inside(mark.temporary)
    try await report(.checkpoint(mark.checkpoint(confirmed: 0)))
    mark.sha256 = try await server.put(source, to: temporary, isNew: false, report: report)
    try await report(.verifying)
    try await compare(temporary)
    mark.stage = .stored
    try await report(.checkpoint(mark.checkpoint(confirmed: source.size)))
    return try await publish(&mark)
  }

  // MARK: Names

  /// The name to publish under, by what is there and what to do about it.
  private func freeName() async throws(UploadFailure) -> String {
    for number in 1...999 {
      let name = number == 1 ? transfer.name : StoredName(transfer.name).numbered(number).text
      guard transfer.onDuplicate != .replace,
        case .present(let size) = try await server.presence(of: folder.inside(name))
      else { return name }
      if transfer.onDuplicate == .fail { throw duplicate(name, size: size) }
    }
    throw duplicate(transfer.name, size: nil)
  }

  private func duplicate(_ name: String, size: Int64?) -> UploadFailure {
    UploadFailure(
      .duplicate(size: size),
      "\(folder.origin.name) already has a file \(ServerWords.harmless(name, limit: 80)); "
        + "skip it, replace it or keep both.")
  }

  /// Hidden, the same in every attempt, and no longer than names may be.
  private var temporaryName: String {
    let ending = ".\(transfer.id).upload"
    var stem = transfer.name
    while stem.utf8.count > 254 - ending.utf8.count { stem.removeLast() }
    return ".\(stem)\(ending)"
  }

  // MARK: Sending

  /// For a server that cannot move files: under its own name from the beginning, which is not all or nothing.
  private func sendDirectly(_ mark: inout WebDAVMark) async throws(UploadFailure) -> StoredFile {
    let isNew = ![.direct, .overwriting].contains(mark.stage) && transfer.onDuplicate != .replace
    if isNew { mark.stage = .direct } else if mark.stage != .direct { mark.stage = .overwriting }
    try await report(.checkpoint(mark.checkpoint(confirmed: 0)))
    let target = folder.inside(mark.name)
    do throws(UploadFailure) {
      mark.sha256 = try await server.put(source, to: target, isNew: isNew, report: report)
    } catch {
      guard error.status != nil else { throw error }
      // The server took nothing: what is there under that name is not ours to discard.
      mark.stage = .sending
      try await report(.checkpoint(mark.checkpoint(confirmed: 0)))
      if case .duplicate = error.cause { throw duplicate(mark.name, size: nil) }
      throw error
    }
    try await report(.verifying)
    try await compare(target)
    try await report(.checkpoint(mark.checkpoint(confirmed: source.size)))
    return stored(mark)
  }

  /// Compares what arrived with what was sent, as far as the server lets us; what is wrong does not stay there.
  private func compare(_ url: WebAddress) async throws(UploadFailure) {
    guard case .present(let size?) = try await server.presence(of: url), size != source.size else { return }
    try await server.delete(url)
    throw UploadFailure(
      .corrupted,
      "Of \(source.size) bytes \(size) arrived at \(url.origin.name); nothing was published. Retry.")
  }

  // MARK: Publishing

  /// Goes on from an earlier attempt that had sent everything; nil when that is gone.
  private func finish(_ mark: inout WebDAVMark) async throws(UploadFailure) -> StoredFile? {
    switch try await server.presence(of: folder.inside(mark.temporary)) {
    case .present(let size) where size == source.size:
      try await report(.checkpoint(mark.checkpoint(confirmed: source.size)))
      return try await publish(&mark)
    case .absent:
      // It was moved, and the answer or our note of it was lost. Where a file was to be replaced nobody can tell: what is
      // there may be the old one. Sent again, it takes the same place.
      guard transfer.onDuplicate != .replace,
        case .present(source.size) = try await server.presence(of: folder.inside(mark.name))
      else { return nil }
      return stored(mark)
    default: return nil
    }
  }

  private func publish(_ mark: inout WebDAVMark) async throws(UploadFailure) -> StoredFile {
    let temporary = folder.inside(mark.temporary)
    while true {
      let target = folder.inside(mark.name)
      switch try await server.move(temporary, to: target, overwriting: transfer.onDuplicate == .replace) {
      case .moved: return stored(mark)
      case .unsupported:
        server.lessons.cannotMove = true
        try await server.delete(temporary)
        mark.stage = .sending
        return try await sendDirectly(&mark)
      case .occupied:
        let next = try await freeName()
        // The server sees what it does not show: another name is the only way out, and only when that is wished.
        guard next != mark.name else { throw duplicate(mark.name, size: nil) }
        mark.name = next
        try await report(.checkpoint(mark.checkpoint(confirmed: source.size)))
      }
    }
  }

  private func stored(_ mark: WebDAVMark) -> StoredFile {
    StoredFile(
      name: mark.name, location: folder.inside(mark.name).text, size: source.size, sha256: mark.sha256)
  }
}
