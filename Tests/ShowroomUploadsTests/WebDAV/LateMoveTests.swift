import ShowroomFiles
import ShowroomTestSupport
import Synchronization
import Testing

@testable import ShowroomUploads

/// Servers behind a proxy that gives up on a `MOVE` (504), which the server processes during the next attempt.
@Suite("Late moves on WebDAV servers", .timeLimit(.minutes(5)))
struct LateMoveTests {
  let place: SourceFolder
  let source: UploadSource

  init() throws {
    place = try SourceFolder()
    source = try place.source("a;b.pdf", size: 5000)
  }

  private static let temporary = "/in/7/.a%3Bb.pdf.a1b2c3.upload"
  private static let staged = "/in/7/.a1b2c3%3B.new.upload"
  private static let final = "/in/7/a%3Bb.pdf"
  private static let bytes = SourceFolder.bytes(5000)

  private func send(_ transfer: Transfer, to peer: DAVPeer, _ reports: Reports) async throws -> StoredFile {
    try await withTransport { transport in
      try await WebDAVEngine(base: address(peer.url()), transport: transport).send(transfer, report: reports.report)
    }
  }

  /// Lets an attempt fail.
  /// - Returns: the failure and the checkpoint of the next attempt.
  private func fail(
    _ transfer: Transfer, to peer: DAVPeer
  ) async throws -> (failure: UploadFailure, checkpoint: Checkpoint) {
    let reports = Reports()
    let failure = await #expect(throws: UploadFailure.self) { try await send(transfer, to: peer, reports) }
    return (try #require(failure), try #require(reports.checkpoints.last))
  }

  /// A server that responds with 504 to the first `MOVE` to a path.
  /// - Parameter outdated: the responses to the first `HEAD` requests of the next attempt for some paths, from before
  ///   the move.
  private func peer(
    _ files: [String: [UInt8]] = [:], delayingMoveTo path: String, overwriting: String = "F",
    outdated: [String: FaultyPeer.Reply], isBusy: @escaping @Sendable (FaultyPeer.Request) -> Bool = { _ in false }
  ) async throws -> DAVPeer {
    let isDelayed = Mutex(false)
    let outdated = Mutex(outdated)
    return try await DAVPeer(files) { behavior in
      behavior.interruption = { request in
        guard isDelayed.withLock({ $0 }) else {
          guard request.method == "MOVE", request.header("Destination")?.hasSuffix(path) == true,
            request.header("Overwrite") == overwriting
          else { return nil }
          isDelayed.withLock { $0 = true }
          return .answer(504)
        }
        if isBusy(request) { return .answer(503) }
        return request.method == "HEAD" ? outdated.withLock { $0.removeValue(forKey: request.path) } : nil
      }
    }
  }

  private static let present = FaultyPeer.Reply.answer(200, ["Content-Length": "5000"])

  @Test(arguments: [true, false])
  func `a replacement is a success if it ends while the next attempt repeats it, and is repeated if the file is gone`(
    isMoved: Bool
  ) async throws {
    let old = Array(Self.bytes.reversed())
    let peer = try await peer(
      [Self.final: old], delayingMoveTo: Self.final, overwriting: "T", outdated: [Self.staged: Self.present])
    let first = try await fail(place.transfer(source, onDuplicate: .replace), to: peer)
    #expect(first.failure.status == 504 && peer.held == [Self.final: old, Self.staged: Self.bytes])
    peer.put(nil, at: Self.staged)
    if isMoved { peer.put(Self.bytes, at: Self.final) }
    var transfer = place.transfer(source, onDuplicate: .replace, checkpoint: first.checkpoint)
    if !isMoved {
      let second = try await fail(transfer, to: peer)
      #expect(second.failure.status == 404 && second.failure.retry == .later)
      transfer.checkpoint = second.checkpoint
    }

    let file = try await send(transfer, to: peer, Reports())

    #expect(file.name == "a;b.pdf" && peer.held == [Self.final: Self.bytes])
    #expect(peer.lines.count { $0.hasPrefix("PUT") } == (isMoved ? 1 : 2))
  }

  @Test func `a file that has its test name when the next attempt moves it there is not sent again`() async throws {
    let peer = try await peer(
      delayingMoveTo: Self.staged, outdated: [Self.staged: .answer(404), Self.temporary: Self.present])
    let first = try await fail(place.transfer(source), to: peer)
    peer.put(nil, at: Self.temporary)
    peer.put(Self.bytes, at: Self.staged)
    let second = try await fail(place.transfer(source, checkpoint: first.checkpoint), to: peer)
    #expect(second.failure.status == 404 && second.failure.retry == .later)

    let file = try await send(place.transfer(source, checkpoint: second.checkpoint), to: peer, Reports())

    #expect(file.name == "a;b.pdf" && peer.held == [Self.final: Self.bytes])
    #expect(peer.lines.count { $0.hasPrefix("PUT") } == 1)
  }

  @Test func `a file that gets its test name before the next attempt sends another one is deleted`() async throws {
    let peer = try await peer(
      delayingMoveTo: Self.staged, outdated: [Self.staged: .answer(404)], isBusy: { $0.method == "PUT" })
    let first = try await fail(place.transfer(source), to: peer)
    peer.put(nil, at: Self.temporary)
    peer.put(Self.bytes, at: Self.staged)
    let second = try await fail(place.transfer(source, checkpoint: first.checkpoint), to: peer)
    #expect(second.failure.status == 503)

    try await withTransport { transport in
      try await WebDAVEngine(base: address(peer.url()), transport: transport)
        .discard(place.transfer(source, checkpoint: second.checkpoint)) {}
    }

    #expect(peer.held == [:])
  }
}
