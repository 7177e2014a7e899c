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
    let (name, old) = if let direct { (direct.name, WebDAVServer.Presence.unknown) } else { try await freeName() }
    var mark = WebDAVMark(
      stage: direct?.stage ?? .sending, folder: folder, name: name, temporary: transfer.hiddenName, source: source)
    try await server.makeFolder(folder)
    let mayMove = direct == nil ? try await server.movesFiles(in: folder, id: transfer.id) : false
    guard mayMove else { return try await sendDirectly(&mark, over: old) }

    let temporary = folder.inside(mark.temporary)
    try await report(.checkpoint(mark.checkpoint(confirmed: 0)))
    mark.sha256 = try await server.put(source, to: temporary, isNew: false, report: report)
    try await report(.verifying)
    try await checkHidden(temporary)
    mark.stage = .stored
    try await report(.checkpoint(mark.checkpoint(confirmed: source.size)))
    return try await publish(&mark, from: mark.temporary)
  }

  private var place: String { folder.origin.name }

  // MARK: Names

  /// The name to publish under, by what is there and what to do about it, and what is there under it.
  private func freeName() async throws(UploadFailure) -> (name: String, old: WebDAVServer.Presence) {
    var taken: UploadFailure?
    for name in transfer.candidateNames {
      let presence = try await server.presence(of: folder.inside(name))
      if case .present = presence, taken == nil {
        try await server.checkHonesty(in: folder, name: ".\(transfer.id).absent\(Transfer.hiddenSuffix)")
      }
      let size: Int64?
      switch presence {
      case .present(let description): size = description.size
      // What the server does not say, our own records may.
      case .unknown where transfer.recorded(as: name) != nil: size = transfer.recorded(as: name)?.size
      case .absent, .unknown: return (name, presence)
      }
      if transfer.onDuplicate == .replace { return (name, presence) }
      taken = taken ?? duplicate(name, size: size)
    }
    throw taken ?? duplicate(transfer.name, size: nil)
  }

  private func duplicate(_ name: String, size: Int64?) -> UploadFailure {
    UploadFailure(
      .duplicate(size: size),
      "\(place) already has a file \(ServerWords.harmless(name, limit: 80)); skip it, replace it or keep both.")
  }

  private func misnamed(_ name: String) -> UploadFailure {
    UploadFailure(
      .protocol,
      "\(place) stores files under other names than it is told: \(ServerWords.harmless(name, limit: 80)) is not there; "
        + "nothing was replaced. Give the file a name of letters and digits only, and try again.")
  }

  // MARK: Sending

  /// For a server that cannot move files: under its own name from the beginning, which is not atomic.
  /// - Parameter old: what is there.
  private func sendDirectly(
    _ mark: inout WebDAVMark, over old: WebDAVServer.Presence
  ) async throws(UploadFailure) -> StoredFile {
    let target = folder.inside(mark.name)
    let isResumed = [.direct, .overwriting].contains(mark.stage)
    let old = isResumed ? try await server.presence(of: target) : old
    let isNew = !isResumed && transfer.onDuplicate != .replace
    if !isResumed { mark.stage = old == .absent ? .direct : .overwriting }
    try await report(
      .warning("\(place) cannot move files: \(mark.name) appears there while it is being sent (not atomic)."))
    try await report(.checkpoint(mark.checkpoint(confirmed: 0)))
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
    try await checkReplaced(old, by: mark)
    let file = try await confirmed(mark)
    try await report(.checkpoint(mark.checkpoint(confirmed: source.size)))
    return file
  }

  /// Checks that a file of the same size is not the old one: where the server's words for it have not changed, its contents
  /// tell.
  private func checkReplaced(_ old: WebDAVServer.Presence, by mark: WebDAVMark) async throws(UploadFailure) {
    let target = folder.inside(mark.name)
    guard case .present(let before) = old, before.size == source.size, let sha256 = mark.sha256,
      case .present(let now) = try await server.presence(of: target), now.version == before.version
    else { return }
    guard try await server.holds(sha256, at: target) else {
      throw UploadFailure(
        .protocol,
        "\(place) reported \(mark.name) as stored, and still has the old one; check the destination and retry.")
    }
  }

  /// Removes what is of no use any more. A server that does not let us is worth a warning, and changes nothing else.
  private func clean(_ url: WebAddress) async throws(UploadFailure) {
    do throws(UploadFailure) {
      try await server.delete(url)
    } catch {
      let name = ServerWords.harmless(url.segments.last ?? "", limit: 80)
      try await report(.warning("\(name) on \(place) could not be deleted. \(error.sentence)"))
    }
  }

  /// Compares what arrived under the hidden name with what was sent, before it is published. What is wrong does not stay there.
  private func checkHidden(_ url: WebAddress) async throws(UploadFailure) {
    let arrival = try await server.arrival(at: url, of: source.size)
    // Whether the file is there is asked once more, under its own name.
    if case .unknown = arrival { return }
    if case .different = arrival { try await clean(url) }
    _ = try arrival.confirmed(file(transfer.name, at: url, sha256: nil), at: place)
  }

  // MARK: Publishing

  /// Goes on from an earlier attempt that had sent everything; nil when that is gone.
  private func finish(_ mark: inout WebDAVMark) async throws(UploadFailure) -> StoredFile? {
    for name in mark.hiddenNames {
      guard case .whole = try await server.arrival(at: folder.inside(name), of: source.size) else { continue }
      try await report(.checkpoint(mark.checkpoint(confirmed: source.size)))
      return try await publish(&mark, from: name)
    }
    // It was moved, and the answer or our note of it was lost. Where a file was to be replaced nobody can tell: what is there
    // may be the old one. Sent again, it takes the same place.
    guard transfer.onDuplicate != .replace,
      case .whole = try await server.arrival(at: folder.inside(mark.name), of: source.size)
    else { return nil }
    return try await confirmed(mark)
  }

  /// How many names are tried where others take them at the same time.
  private static let mostMoves = 20

  /// Moves the file to its name, first in a way that replaces nothing: a server that makes another name of it must not hit
  /// another file.
  private func publish(_ mark: inout WebDAVMark, from name: String) async throws(UploadFailure) -> StoredFile {
    var hidden = folder.inside(name)
    var isReplacing = false
    let mayReplace = transfer.onDuplicate == .replace
    let old = mayReplace ? try await server.presence(of: folder.inside(mark.name)) : .absent
    for _ in 0..<Self.mostMoves {
      let target = folder.inside(mark.name)
      switch try await server.move(hidden, to: target, overwriting: isReplacing) {
      case .moved:
        try await checkReplaced(old, by: mark)
        return try await confirmed(mark)
      case .unsupported:
        server.lessons.movesFiles = false
        try await clean(hidden)
        mark.stage = .sending
        return try await sendDirectly(&mark, over: try await server.presence(of: target))
      case .occupied where isReplacing: throw duplicate(mark.name, size: nil)
      case .occupied where mayReplace:
        // Nothing is there under that name, and still it is taken.
        if case .absent = try await server.presence(of: target) { throw misnamed(mark.name) }
        hidden = try await staged(&mark, from: hidden)
        isReplacing = true
      case .occupied:
        let next = try await freeName().name
        guard next != mark.name else { throw misnamed(mark.name) }
        mark.name = next
        try await report(.checkpoint(mark.checkpoint(confirmed: source.size)))
      }
    }
    throw duplicate(mark.name, size: nil)
  }

  /// Moves the file to a name that has in it what is unusual in the final one, and looks for it there: a server that makes
  /// another name of it shows that where nothing is replaced.
  private func staged(_ mark: inout WebDAVMark, from hidden: WebAddress) async throws(UploadFailure) -> WebAddress {
    let name = transfer.stagedName(for: mark.name)
    let staged = folder.inside(name)
    guard staged != hidden else { return hidden }
    mark.staged = name
    try await report(.checkpoint(mark.checkpoint(confirmed: source.size)))
    guard case .moved = try await server.move(hidden, to: staged, overwriting: false),
      case .whole = try await server.arrival(at: staged, of: source.size)
    else { throw misnamed(mark.name) }
    return staged
  }

  /// The file, once the server shows it under its name.
  private func confirmed(_ mark: WebDAVMark) async throws(UploadFailure) -> StoredFile {
    let target = folder.inside(mark.name)
    let arrival = try await server.arrival(at: target, of: source.size)
    if case .missing = arrival { throw misnamed(mark.name) }
    if case .different = arrival, mark.stage == .direct { try await clean(target) }
    return try arrival.confirmed(file(mark.name, at: target, sha256: mark.sha256), at: place)
  }

  private func file(_ name: String, at url: WebAddress, sha256: String?) -> StoredFile {
    StoredFile(name: name, location: url.text, size: source.size, sha256: sha256)
  }
}
