import ShowroomTestSupport
import Synchronization
import Testing

@testable import ShowroomUploads

/// Files that must stay because nothing proves at the moment of the deletion that they are not needed.
extension HiddenOldFileTests {
  private static let part = Array(bytes.prefix(7))

  /// Replaces the response to one of several equal requests.
  private static func reply(
    _ reply: FaultyPeer.Reply, toRequest number: Int, of line: String
  ) -> @Sendable (FaultyPeer.Request) -> FaultyPeer.Reply? {
    let requests = Mutex(0)
    return { request in
      guard request.line == line else { return nil }
      let count = requests.withLock { requests in
        requests += 1
        return requests
      }
      return count == number ? reply : nil
    }
  }

  /// Lets an attempt fail that continues after the last of some reports.
  @discardableResult
  private func fail(_ transfer: Transfer, at peer: DAVPeer, _ reports: Reports) async -> UploadFailure? {
    var latest = transfer
    latest.checkpoint = reports.checkpoints.last ?? transfer.checkpoint
    let next = latest
    return await #expect(throws: UploadFailure.self) { try await send(next, to: peer, reports) }
  }

  /// Expects that the complete hidden file is kept, and named, if the upload is discarded.
  private func expectNewFileKept(_ transfer: Transfer, at peer: DAVPeer, _ reports: Reports) async {
    let failure = await #expect(throws: UploadFailure.self) {
      try await discard(transfer, at: peer, after: reports)
    }
    #expect(failure?.message.contains("the new one was kept as .a1b2c3.new.upload") == true, "\(peer.held.keys)")
    #expect(peer.held[Self.new] == Self.bytes)
  }

  // MARK: The only copy

  enum Resumption: CaseIterable {
    /// The old file is recorded.
    case recorded
    /// A sign-in page responds when the file with the final name is read.
    case page
    /// The file with the final name has the size of the new one.
    case complete
  }

  @Test(arguments: Resumption.allCases)
  func `a file with the final name that may be a part is not forgotten when the upload starts over`(
    _ resumption: Resumption
  ) async throws {
    let found = resumption == .complete ? Array(Self.bytes.reversed()) : Self.part
    let files = [Self.final: found, Self.new: Self.bytes]
    let peer = try await DAVPeer(files) { behavior in
      let first = Once()
      behavior.interruption = { request in
        if request.method == "PUT" { return .answer(503) }
        if resumption == .page, request.line == "GET \(Self.final)", first.claim() { return Self.page }
        return ["HEAD", "GET"].contains(request.method) && request.path.hasPrefix("/in/7/.") ? .answer(403) : nil
      }
    }
    let transfer = try interrupted(.direct, at: peer, recorded: resumption == .recorded ? Self.oldBytes : nil)
    let reports = Reports()

    let failure = await fail(transfer, at: peer, reports)
    await expectNewFileKept(transfer, at: peer, reports)

    #expect(peer.held == files)
    #expect(resumption == .recorded || failure?.message == Self.kept(peer, isTaken: true) && failure?.retry == .later)
  }

  @Test(arguments: ["GET", "HEAD", "MOVE"])
  func `a part with the final name is never hidden as the old file`(method: String) async throws {
    let isRemoved = Mutex(false)
    let peer = try await DAVPeer([Self.final: Self.part, Self.new: Self.bytes]) { behavior in
      behavior.refusesOverwriting = true
      let page =
        switch method {
        case "GET": Self.reply(Self.page, toRequest: 1, of: "GET \(Self.final)")
        // The page is longer than the file.
        case "HEAD": Self.reply(.answer(200, ["Content-Length": "20000"]), toRequest: 4, of: "HEAD \(Self.final)")
        default: Self.reply(.answer(405), toRequest: 1, of: "MOVE \(Self.new)")
        }
      behavior.interruption = { request in
        if let reply = page(request) { return reply }
        if request.method == "PUT" { return .answer(503) }
        if ["DELETE \(Self.final)", "MOVE \(Self.final)"].contains(request.line) { isRemoved.withLock { $0 = true } }
        return request.line == "MOVE \(Self.new)" && isRemoved.withLock { $0 } ? .answer(507) : nil
      }
    }
    let (transfer, reports) = (try interrupted(.direct, at: peer), Reports())

    for _ in 0..<2 { await fail(transfer, at: peer, reports) }
    await expectNewFileKept(transfer, at: peer, reports)

    #expect(peer.held == [Self.new: Self.bytes])
    #expect(!peer.lines.contains("MOVE \(Self.final)"))
  }

  @Test func `a part gives way to the new file although the old one is hidden`() async throws {
    let peer = try await DAVPeer([Self.final: Self.part, Self.old: Self.oldBytes, Self.new: Self.bytes]) { behavior in
      behavior.refusesOverwriting = true
      let first = Self.reply(.answer(405), toRequest: 1, of: "MOVE \(Self.new)")
      behavior.interruption = { $0.method == "PUT" ? .answer(503) : first($0) }
    }
    let (transfer, reports) = (try interrupted(.direct, at: peer), Reports())
    await fail(transfer, at: peer, reports)
    var next = transfer
    next.checkpoint = reports.checkpoints.last

    try await send(next, to: peer)

    #expect(peer.held == [Self.final: Self.bytes])
  }

  @Test(arguments: 1...5, [0, 20_000])
  func `one response of a sign-in page does not make another file of what has the final name`(
    number: Int, length: Int
  ) async throws {
    for found in [Self.part, Array(Self.bytes.reversed())] {
      let files = [Self.final: found, Self.new: Self.bytes]
      let peer = try await DAVPeer(files) { behavior in
        behavior.interruption = Self.reply(
          .answer(200, ["Content-Length": "\(length)"]), toRequest: number, of: "HEAD \(Self.final)")
      }

      _ = await #expect(throws: UploadFailure.self) {
        try await discard(interrupted(.direct, at: peer), at: peer)
      }

      #expect(peer.held == files, "\(found.count)")
    }
  }

  // MARK: The old file, and files of others

  @Test func `an old file that was moved back is not deleted if a sign-in page responds to the new one`() async throws {
    let old = Array(Self.bytes.prefix(9))
    let peer = try await DAVPeer([Self.final: old]) { behavior in
      behavior.interruption = { $0.method == "PUT" ? Self.page : nil }
    }

    let failure = await #expect(throws: UploadFailure.self) {
      try await send(interrupted(.direct, at: peer), to: peer)
    }

    #expect(failure?.cause == .corrupted)
    #expect(peer.held == [Self.final: old])
  }

  @Test func `a recorded file is not deleted if a sign-in page responds when it is read`() async throws {
    let peer = try await DAVPeer([Self.final: Self.part, Self.old: Self.oldBytes, Self.new: Self.bytes]) { behavior in
      behavior.interruption = Self.reply(Self.page, toRequest: 2, of: "GET \(Self.final)")
    }

    let failure = await #expect(throws: UploadFailure.self) {
      try await discard(interrupted(.direct, at: peer, recorded: Self.part), at: peer)
    }

    #expect(failure?.message == Self.kept(peer, isTaken: true))
    #expect(peer.held[Self.final] == Self.part && peer.held[Self.old] == Self.oldBytes)
  }

  @Test(arguments: [DuplicatePolicy.keepBoth, .fail, .skip])
  func `a new file that may no longer replace the old one gives it its name back`(
    policy: DuplicatePolicy
  ) async throws {
    let peer = try await DAVPeer([Self.final: Self.bytes, Self.old: Self.oldBytes])
    let transfer = try interrupted(at: peer, onDuplicate: policy)

    if policy == .keepBoth {
      try await send(transfer, to: peer)
    } else {
      let failure = await #expect(throws: UploadFailure.self) { try await send(transfer, to: peer) }
      #expect(failure?.cause == .duplicate(size: 3))
    }

    var expected = [Self.final: Self.oldBytes]
    if policy == .keepBoth { expected["/in/7/scan%20%282%29.pdf"] = Self.bytes }
    #expect(peer.held == expected)
  }

  @Test func `the recorded file of another upload is kept although its contents are those of the new one`() async throws
  {
    let files = [Self.final: Self.bytes, Self.old: Self.oldBytes]
    let peer = try await DAVPeer(files)
    let reports = Reports()

    try await send(interrupted(at: peer, onDuplicate: .keepBoth, recorded: Self.bytes), to: peer, reports)

    var expected = files
    expected["/in/7/scan%20%282%29.pdf"] = Self.bytes
    #expect(peer.held == expected)
    let isNamed = reports.events.contains { event in
      if case .warning(let text) = event { text.hasSuffix(Self.kept(peer, isTaken: true)) } else { false }
    }
    #expect(isNamed)
  }

  @Test func `a server that treats a free name as taken is not asked again and again`() async throws {
    let peer = try await DAVPeer([Self.old: Self.oldBytes, Self.new: Self.bytes]) { behavior in
      behavior.interruption = { $0.line == "MOVE \(Self.new)" ? .answer(412) : nil }
    }

    let failure = await #expect(throws: UploadFailure.self) { try await send(interrupted(at: peer), to: peer) }

    #expect(failure?.cause == .protocol && failure?.message.contains("may change the names of files") == true)
    #expect(peer.lines.count { $0 == "MOVE \(Self.new)" } == 2)
  }
}
