import Foundation
import ShowroomFiles
import ShowroomTestSupport
import Synchronization
import Testing

@testable import ShowroomUploads

/// Without `MOVE`, a file is sent under its final name, where another program may store one after an interruption.
@Suite("Files of other programs on servers without MOVE", .timeLimit(.minutes(5)))
struct PlainPutOwnershipTests {
  let place: SourceFolder
  let source: UploadSource

  init() throws {
    place = try SourceFolder()
    source = try place.source(size: 5000)
  }

  private static let final = PlainPutTests.final

  /// A server whose first `PUT` of the file ends without a response or with an error, as behind a proxy, after which
  /// `left` is stored under its name.
  private func peer(leaving left: [UInt8]?, after status: Int? = nil) async throws -> DAVPeer {
    let reply = status.map { FaultyPeer.Reply.answer($0) } ?? .reset
    let isInterrupted = Mutex(false)
    let peer = try await DAVPeer { behavior in
      PlainPutTests.Sign.allow.apply(to: &behavior)
      behavior.methods.insert("DELETE")
      behavior.interruption = { request in
        guard request.line == "PUT \(Self.final)" else { return nil }
        return isInterrupted.withLock { isInterrupted in
          defer { isInterrupted = true }
          return isInterrupted ? nil : reply
        }
      }
    }
    try await withTransport { transport in
      let engine = WebDAVEngine(base: address(peer.url()), transport: transport)
      let reports = Reports()
      await #expect(throws: UploadFailure.self) {
        try await engine.send(place.transfer(source), report: reports.report)
      }
      #expect(reports.checkpoints.last == checkpoint(at: peer))
    }
    peer.put(left, at: Self.final)
    return peer
  }

  private func checkpoint(at peer: DAVPeer) -> Checkpoint {
    WebDAVUploadState(
      stage: .direct, folder: address(peer.url("/in/7/")), name: "scan.pdf", temporary: ".scan.pdf.a1b2c3.upload",
      source: source, isNew: true
    ).checkpoint(confirmed: 0)
  }

  @Test(arguments: [1, 4999, 5000, 7000], [DuplicatePolicy.fail, .keepBoth, .replace])
  func `a file of another program is replaced only if the user wants that, and never deleted`(
    size: Int, policy: DuplicatePolicy
  ) async throws {
    let other = [UInt8](repeating: 7, count: size)
    let peer = try await peer(leaving: other)

    try await withTransport { transport in
      let engine = WebDAVEngine(base: address(peer.url()), transport: transport)
      let transfer = place.transfer(source, onDuplicate: policy, checkpoint: checkpoint(at: peer))
      try await engine.discard(transfer) {}
      #expect(peer.held[Self.final] == other)
      switch policy {
      case .fail, .skip:
        let failure = await #expect(throws: UploadFailure.self) {
          try await engine.send(transfer, report: Reports().report)
        }
        #expect(failure?.cause == .duplicate(size: Int64(size)))
        #expect(peer.held[Self.final] == other)
      case .keepBoth:
        let file = try await engine.send(transfer, report: Reports().report)
        #expect(file.name == "scan (2).pdf")
        #expect(peer.held[Self.final] == other)
      case .replace:
        let reports = Reports()
        let file = try await engine.send(transfer, report: reports.report)
        #expect(file.name == "scan.pdf")
        #expect(peer.held[Self.final] == SourceFolder.bytes(5000))
        #expect(reports.checkpoints.allSatisfy { WebDAVUploadState($0)?.stage == .overwriting })
      }
    }
  }

  @Test(arguments: [0, 1, 4999, 5000], [nil, 500, 502, 504, 507])
  func `a part of the file is sent again or deleted`(size: Int, status: Int?) async throws {
    for isDiscarded in [true, false] {
      let peer = try await peer(leaving: Array(SourceFolder.bytes(5000).prefix(size)), after: status)

      try await withTransport { transport in
        let engine = WebDAVEngine(base: address(peer.url()), transport: transport)
        let transfer = place.transfer(source, checkpoint: checkpoint(at: peer))
        if isDiscarded {
          let reads = Mutex(0)
          let warning = try await engine.discard(transfer) { reads.withLock { $0 += 1 } }
          #expect(warning == nil)
          let readCount = reads.withLock { $0 }
          #expect(size == 0 || readCount > 0)
        } else {
          let file = try await engine.send(transfer, report: Reports().report)
          #expect(file.name == "scan.pdf")
        }
      }

      #expect(peer.held[Self.final] == (isDiscarded ? nil : SourceFolder.bytes(5000)))
    }
  }

  @Test(arguments: [nil, 500, 504])
  func `a file that was sent completely but not confirmed is not sent under another name`(status: Int?) async throws {
    let peer = try await peer(leaving: SourceFolder.bytes(5000), after: status)

    try await withTransport { transport in
      let transfer = place.transfer(source, onDuplicate: .keepBoth, checkpoint: checkpoint(at: peer))
      let file = try await WebDAVEngine(base: address(peer.url()), transport: transport)
        .send(transfer, report: Reports().report)
      #expect(file.name == "scan.pdf" && peer.held.keys.filter { $0.hasSuffix(".pdf") } == [Self.final])
    }
  }

  @Test(arguments: [DuplicatePolicy.fail, .keepBoth])
  func `a file that the server stores only during the next attempt is not taken for somebody else's`(
    policy: DuplicatePolicy
  ) async throws {
    let isStored = Mutex(false)
    let peer = try await DAVPeer([Self.final: SourceFolder.bytes(5000)]) { behavior in
      PlainPutTests.Sign.allow.apply(to: &behavior)
      behavior.interruption = { request in
        if request.method == "PUT" { isStored.withLock { $0 = true } }
        if request.header("If-None-Match") != nil { return .answer(412) }
        return request.line == "HEAD \(Self.final)" && !isStored.withLock { $0 } ? .answer(404) : nil
      }
    }

    let file = try await withTransport { transport in
      try await WebDAVEngine(base: address(peer.url()), transport: transport)
        .send(
          place.transfer(source, onDuplicate: policy, checkpoint: checkpoint(at: peer)), report: Reports().report)
    }

    #expect(file.name == "scan.pdf" && peer.held == [Self.final: SourceFolder.bytes(5000)])
  }

  @Test(arguments: [nil, 503])
  func `a free name is requested with the condition that it is free in every attempt`(status: Int?) async throws {
    let peer = try await peer(leaving: nil, after: status)

    try await withTransport { transport in
      _ = try await WebDAVEngine(base: address(peer.url()), transport: transport)
        .send(place.transfer(source, checkpoint: checkpoint(at: peer)), report: Reports().report)
    }

    let puts = peer.requests.filter { $0.line == "PUT \(Self.final)" }
    #expect(puts.map { $0.header("If-None-Match") } == ["*", "*"])
  }

  @Test func `a part that cannot be recognized stays, with a warning`() async throws {
    let peer = try await peer(leaving: Array(SourceFolder.bytes(5000).prefix(99)))
    let changed = try place.rewrite(source, with: [UInt8](repeating: 1, count: 5000))
    #expect(!changed.matches(source))

    try await withTransport { transport in
      let warning = try await WebDAVEngine(base: address(peer.url()), transport: transport)
        .discard(place.transfer(source, checkpoint: checkpoint(at: peer))) {}
      #expect(warning?.hasPrefix("scan.pdf on 127.0.0.1") == true)
    }

    #expect(peer.held[Self.final]?.count == 99)
  }
}
