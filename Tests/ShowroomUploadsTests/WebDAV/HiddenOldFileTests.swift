import ShowroomTestSupport
import Synchronization
import Testing

@testable import ShowroomUploads

/// Uploads that were interrupted after the old file had been moved to a hidden name.
@Suite("Hidden old files on WebDAV servers", .timeLimit(.minutes(5)))
struct HiddenOldFileTests {
  let place: SourceFolder

  init() throws { place = try SourceFolder() }

  static let final = "/in/7/scan.pdf"
  static let new = "/in/7/.a1b2c3.new.upload"
  static let old = "/in/7/.a1b2c3.old.upload"
  static let bytes = SourceFolder.bytes(5000)
  static let oldBytes: [UInt8] = [1, 2, 3]

  func interrupted(
    _ stage: WebDAVUploadState.Stage = .stored, at peer: DAVPeer, mayHaveRemovedOld: Bool = true,
    onDuplicate: DuplicatePolicy = .replace, recorded: [UInt8]? = nil
  ) throws -> Transfer {
    let source = try place.source(size: 5000)
    var transfer = place.transfer(source, onDuplicate: onDuplicate)
    if let recorded {
      transfer.recorded = [
        StoredFile(
          name: "scan.pdf", location: peer.url(Self.final), size: Int64(recorded.count),
          sha256: Digests.hexadecimal("SHA256", of: recorded))
      ]
    }
    var state = WebDAVUploadState(
      stage: stage, folder: address(peer.url("/in/7/")), name: "scan.pdf", temporary: transfer.hiddenName,
      source: source, isNew: false)
    state.staged = transfer.stagedName(for: "scan.pdf")
    state.sha256 = Digests.hexadecimal("SHA256", of: Self.bytes)
    state.mayHaveRemovedOld = mayHaveRemovedOld
    transfer.checkpoint = state.checkpoint(confirmed: stage == .stored ? 5000 : 0)
    return transfer
  }

  /// Discards an upload after the last of some reports.
  /// - Returns: the warning.
  @discardableResult
  func discard(_ transfer: Transfer, at peer: DAVPeer, after reports: Reports = Reports()) async throws -> String? {
    var latest = transfer
    latest.checkpoint = reports.checkpoints.last ?? transfer.checkpoint
    return try await withTransport { [latest] transport in
      try await WebDAVEngine(base: address(peer.url()), transport: transport).discard(latest) {}
    }
  }

  func send(_ transfer: Transfer, to peer: DAVPeer, _ reports: Reports = Reports()) async throws {
    _ = try await withTransport { transport in
      try await WebDAVEngine(base: address(peer.url()), transport: transport).send(transfer, report: reports.report)
    }
  }

  /// Returns the response to the first requests of a kind.
  private static func answer(
    _ status: Int, toFirst count: Int, of line: String
  ) -> @Sendable (FaultyPeer.Request) -> FaultyPeer.Reply? {
    let answered = Mutex(0)
    return { request in
      guard request.line == line else { return nil }
      let isFirst = answered.withLock { answered in
        answered += 1
        return answered <= count
      }
      return isFirst ? .answer(status) : nil
    }
  }

  static func kept(_ peer: DAVPeer, isTaken: Bool = false) -> String {
    "The old scan.pdf may still be hidden on 127.0.0.1:\(peer.port), where it was kept as .a1b2c3.old.upload"
      + (isTaken
        ? ", because there is a file named scan.pdf; check both, and rename or delete one of them."
        : "; rename it there in that case.")
  }

  @Test func `an old file that stayed hidden is not deleted with the hidden files of a later attempt`() async throws {
    let peer = try await DAVPeer([Self.old: Self.oldBytes, Self.new: Self.bytes]) { behavior in
      behavior.methods.insert("PROPFIND")
    }

    try await discard(interrupted(at: peer, mayHaveRemovedOld: false), at: peer)

    #expect(peer.held == [Self.old: Self.oldBytes])
  }

  @Test func `an old file that the server moves while the upload is discarded is moved back`() async throws {
    let peer = try await DAVPeer([Self.old: Self.oldBytes]) { behavior in
      behavior.interruption = Self.answer(404, toFirst: 1, of: "HEAD \(Self.old)")
    }

    try await discard(interrupted(at: peer), at: peer)

    #expect(peer.held == [Self.final: Self.oldBytes])
  }

  @Test func `a message names the old file if the server only claims to have moved it back`() async throws {
    let peer = try await DAVPeer([Self.old: Self.oldBytes]) { behavior in
      behavior.interruption = { $0.method == "MOVE" ? .answer(200) : nil }
    }

    let failure = await #expect(throws: UploadFailure.self) { try await discard(interrupted(at: peer), at: peer) }

    #expect(failure?.message == Self.kept(peer))
    #expect(peer.held == [Self.old: Self.oldBytes])
  }

  @Test func `an old file is moved back although the server does not report it`() async throws {
    let peer = try await DAVPeer([Self.old: Self.oldBytes, Self.new: Self.bytes]) { behavior in
      behavior.interruption = Self.answer(403, toFirst: 2, of: "HEAD \(Self.old)")
    }

    try await discard(interrupted(at: peer), at: peer)

    #expect(peer.held == [Self.final: Self.oldBytes])
  }

  @Test func `the hidden new file is kept if the server does not report whether the old one is there`() async throws {
    let peer = try await DAVPeer([Self.new: Self.bytes]) { behavior in
      behavior.interruption = { $0.line == "HEAD \(Self.final)" ? .answer(403) : nil }
    }

    let failure = await #expect(throws: UploadFailure.self) { try await discard(interrupted(at: peer), at: peer) }

    #expect(failure?.message.contains("the new one was kept as .a1b2c3.new.upload") == true)
    #expect(peer.held == [Self.new: Self.bytes])
  }

  @Test func `another file with the final name and the hidden old file are both kept`() async throws {
    let part = Array(Self.bytes.prefix(7))
    let other = Array(Self.bytes.reversed())
    let cases: [(WebDAVUploadState.Stage, [UInt8])] = [
      (.stored, []), (.stored, part), (.stored, other), (.direct, other), (.overwriting, other), (.direct, [9, 9]),
    ]
    for (stage, found) in cases {
      let peer = try await DAVPeer([Self.final: found, Self.old: Self.oldBytes, Self.new: Self.bytes])

      let failure = await #expect(throws: UploadFailure.self) {
        try await discard(interrupted(stage, at: peer), at: peer)
      }

      #expect(failure?.message == Self.kept(peer, isTaken: true))
      #expect(peer.held == [Self.final: found, Self.old: Self.oldBytes], "\(stage)")
    }
  }

  @Test func `the hidden new file is kept if the old one was deleted and a different file has its name`() async throws {
    let files = [Self.final: Array(Self.bytes.reversed()), Self.new: Self.bytes]
    let peer = try await DAVPeer(files)

    let failure = await #expect(throws: UploadFailure.self) {
      try await discard(interrupted(.direct, at: peer), at: peer)
    }

    #expect(failure?.message.contains("the new one was kept as .a1b2c3.new.upload") == true)
    #expect(peer.held == files)
  }

  @Test func `the old file is deleted if the new one has the final name`() async throws {
    for stage in [WebDAVUploadState.Stage.stored, .direct, .overwriting] {
      let peer = try await DAVPeer([Self.final: Self.bytes, Self.old: Self.oldBytes, Self.new: Self.bytes])

      try await discard(interrupted(stage, at: peer), at: peer)

      #expect(peer.held == [Self.final: Self.bytes], "\(stage)")
    }
  }

  @Test func `a part with the final name is deleted without a warning if the old file is hidden`() async throws {
    let peer = try await DAVPeer([
      Self.final: Array(Self.bytes.prefix(7)), Self.old: Self.oldBytes, Self.new: Self.bytes,
    ]) { behavior in
      let first = Once()
      behavior.interruption = { request in
        request.method == "MOVE" && request.header("Overwrite") == "T" && first.claim() ? .answer(403) : nil
      }
    }
    let reports = Reports()

    try await send(interrupted(.direct, at: peer), to: peer, reports)

    #expect(peer.held == [Self.final: Self.bytes])
    #expect(!reports.events.contains { if case .warning = $0 { true } else { false } })
  }

  @Test func `another file with the final name is not deleted if the old file is hidden`() async throws {
    let files: [String: [UInt8]] = [Self.final: [9, 9], Self.old: Self.oldBytes, Self.new: Self.bytes]
    let peer = try await DAVPeer(files) { behavior in
      behavior.interruption = { request in
        request.method == "MOVE" && request.header("Overwrite") == "T" ? .answer(403) : nil
      }
    }

    let failure = await #expect(throws: UploadFailure.self) { try await send(interrupted(at: peer), to: peer) }

    #expect(failure?.cause == .protocol && failure?.message == Self.kept(peer, isTaken: true))
    #expect(peer.held == files)
  }

  @Test(arguments: [409, 423, 429, 503])
  func `the hidden new file is deleted, and a message names the old one, if that cannot be moved back`(
    status: Int
  ) async throws {
    let peer = try await DAVPeer([Self.old: Self.oldBytes, Self.new: Self.bytes]) { behavior in
      behavior.interruption = { $0.method == "MOVE" ? .answer(status) : nil }
    }

    let failure = await #expect(throws: UploadFailure.self) { try await discard(interrupted(at: peer), at: peer) }

    #expect(failure?.status == status)
    let note = " The old scan.pdf may be on 127.0.0.1:\(peer.port) as .a1b2c3.old.upload."
    #expect(failure?.message.hasSuffix(note) == true)
    #expect(peer.held == [Self.old: Self.oldBytes])
  }

  @Test func `a part with the final name that may be the old file is kept, with a warning`() async throws {
    let part = Array(Self.bytes.prefix(7))
    let peer = try await DAVPeer([Self.final: part])

    let warning = try await discard(interrupted(.direct, at: peer), at: peer)

    #expect(
      warning == "scan.pdf on 127.0.0.1:\(peer.port) was not deleted, because it may be the old file. Delete it there "
        + "if it is a part of the new one.")
    #expect(peer.held == [Self.final: part])
  }

  @Test(arguments: [true, false])
  func `a part with the final name never takes the place of the deleted old file`(isFull: Bool) async throws {
    let isRemoved = Mutex(false)
    let peer = try await DAVPeer([Self.final: Array(Self.bytes.prefix(7)), Self.new: Self.bytes]) { behavior in
      behavior.refusesOverwriting = true
      behavior.interruption = { request in
        if ["DELETE \(Self.final)", "MOVE \(Self.final)"].contains(request.line) { isRemoved.withLock { $0 = true } }
        return isFull && request.line == "MOVE \(Self.new)" && isRemoved.withLock { $0 } ? .answer(507) : nil
      }
    }
    let transfer = try interrupted(.direct, at: peer)
    let reports = Reports()

    if isFull {
      let failure = await #expect(throws: UploadFailure.self) { try await send(transfer, to: peer, reports) }
      #expect(failure?.status == 507)
      _ = await #expect(throws: UploadFailure.self) { try await discard(transfer, at: peer, after: reports) }
    } else {
      try await send(transfer, to: peer, reports)
    }

    #expect(peer.held == [isFull ? Self.new : Self.final: Self.bytes])
    #expect(!peer.lines.contains("MOVE \(Self.final)"))
  }

  @Test func `another file is not deleted if the server refuses to move it over the hidden old file`() async throws {
    let files: [String: [UInt8]] = [Self.final: [9, 9], Self.old: Self.oldBytes, Self.new: Self.bytes]
    let peer = try await DAVPeer(files) { $0.refusesOverwriting = true }

    let failure = await #expect(throws: UploadFailure.self) { try await send(interrupted(at: peer), to: peer) }

    #expect(failure?.message.contains("was kept as .a1b2c3.old.upload, because") == true)
    #expect(peer.held == files)
  }

  @Test(arguments: [true, false])
  func `a sign-in page is not the file in whose favor the hidden new file is deleted`(lasts: Bool) async throws {
    let first = Once()
    let peer = try await DAVPeer([Self.new: Self.bytes]) { behavior in
      behavior.interruption = { request in
        let isPage =
          request.line == "HEAD \(Self.final)" && first.claim()
          || lasts && request.line == "HEAD /in/7/.a1b2c3.absent.upload"
        return isPage ? .answer(200, ["Content-Type": "text/html"]) : nil
      }
    }

    _ = await #expect(throws: UploadFailure.self) { try await discard(interrupted(at: peer), at: peer) }

    #expect(peer.held == [Self.new: Self.bytes])
  }

  /// Returns a server that refuses `HEAD` for hidden files, but not `GET` and `PROPFIND`.
  func peerConcealing(_ files: [String: [UInt8]]) async throws -> DAVPeer {
    try await DAVPeer(files) { behavior in
      behavior.methods.insert("PROPFIND")
      behavior.refusesOverwriting = true
      // A missing file has no properties.
      behavior.requiresFolders = true
      behavior.interruption = { $0.line.hasPrefix("HEAD /in/7/.") ? .answer(403) : nil }
    }
  }

  @Test(arguments: [true, false])
  func `a replaced file is deleted although the server does not report hidden files`(isResumed: Bool) async throws {
    let peer = try await peerConcealing(
      isResumed ? [Self.old: Self.oldBytes, Self.new: Self.bytes] : [Self.final: Self.oldBytes])
    let transfer =
      try isResumed
      ? interrupted(at: peer) : place.transfer(place.source(size: 5000), onDuplicate: .replace)

    try await send(transfer, to: peer)

    #expect(peer.held == [Self.final: Self.bytes])
  }

  @Test func `an old file is moved back although the server never reports hidden files`() async throws {
    let peer = try await peerConcealing([Self.old: Self.oldBytes, Self.new: Self.bytes])

    try await discard(interrupted(at: peer), at: peer)

    #expect(peer.held == [Self.final: Self.oldBytes])
  }

  @Test func `the old file is moved back if the user decides to keep both files`() async throws {
    let peer = try await DAVPeer([Self.old: Self.oldBytes, Self.new: Self.bytes])

    try await send(interrupted(at: peer, onDuplicate: .keepBoth), to: peer)

    #expect(peer.held == [Self.final: Self.oldBytes, "/in/7/scan%20%282%29.pdf": Self.bytes])
  }

  @Test func `the old file is moved back, and is a duplicate, if it may no longer be replaced`() async throws {
    let peer = try await DAVPeer([Self.old: Self.oldBytes, Self.new: Self.bytes])

    let failure = await #expect(throws: UploadFailure.self) {
      try await send(interrupted(at: peer, onDuplicate: .fail), to: peer)
    }

    let isDuplicate = if case .duplicate? = failure?.cause { true } else { false }
    #expect(isDuplicate, "\(String(describing: failure))")
    #expect(peer.held[Self.final] == Self.oldBytes && peer.held[Self.old] == nil)
  }

  @Test func `the recorded file of another upload is not deleted although it is a part of the source`() async throws {
    let part = Array(Self.bytes.prefix(7))
    let peer = try await DAVPeer([Self.final: part, Self.old: Self.oldBytes, Self.new: Self.bytes])

    _ = await #expect(throws: UploadFailure.self) {
      try await discard(interrupted(.direct, at: peer, recorded: part), at: peer)
    }

    #expect(peer.held[Self.final] == part && peer.held[Self.old] == Self.oldBytes)
  }

  @Test func `a part gives way to the old file that is recorded under its name`() async throws {
    let peer = try await DAVPeer([
      Self.final: Array(Self.bytes.prefix(7)), Self.old: Self.oldBytes, Self.new: Self.bytes,
    ])

    try await discard(interrupted(.direct, at: peer, recorded: Self.oldBytes), at: peer)

    #expect(peer.held == [Self.final: Self.oldBytes])
  }
}
