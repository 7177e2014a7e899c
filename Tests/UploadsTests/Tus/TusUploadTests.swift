import Crypto
import Foundation
import Testing

@testable import Uploads

@Suite("A file on its way by tus", .timeLimit(.minutes(5)))
struct TusUploadTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func send(
    _ transfer: Transfer, to peer: TusPeer, _ reports: Reports = Reports()
  ) async throws -> StoredFile {
    try await withTransport { transport in
      try await TusEngine(endpoint: peer.endpoint, transport: transport).send(transfer, report: reports.report)
    }
  }

  @Test("is created with its name, type and checksum, and sent by one request")
  func whole() async throws {
    let peer = try await TusPeer { $0.expires = "Sun, 06 Nov 2044 08:49:37 GMT" }
    let source = try place.source("Größe.pdf", size: 200_000)
    let reports = Reports()
    let file = try await send(place.transfer(source), to: peer, reports)
    #expect(peer.lines == ["POST /files/", "PATCH /files/1", "HEAD /files/1"])
    #expect(peer.held["/files/1"]?.data == Workplace.bytes(200_000))
    let sha256 = SHA256.hash(data: Workplace.bytes(200_000)).hexadecimal
    let metadata = [("filename", "Größe.pdf"), ("filetype", "application/octet-stream"), ("sha256", sha256)]
    #expect(
      peer.held["/files/1"]?.metadata
        == metadata.map { "\($0) \(Data($1.utf8).base64EncodedString())" }.joined(separator: ","))
    #expect(
      file
        == StoredFile(
          name: "Größe.pdf", location: peer.endpoint.inside("1").text, size: 200_000, sha256: sha256))
    #expect(reports.checkpoints.map(\.confirmed) == [0, 200_000])
    #expect(reports.checkpoints.allSatisfy { $0.expires == 2_362_034_977 })
    #expect(reports.sent.last == 200_000 && reports.events.last == .verifying)
    let first = reports.events.firstIndex { if case .sent = $0 { true } else { false } } ?? 0
    let kept = reports.events.firstIndex { if case .checkpoint = $0 { true } else { false } } ?? .max
    #expect(kept < first, "the address is kept before the first byte")
  }

  @Test("of no bytes is there once it is created")
  func empty() async throws {
    let peer = try await TusPeer()
    let file = try await send(place.transfer(place.source(size: 0)), to: peer)
    #expect(peer.lines == ["POST /files/", "HEAD /files/1"] && file.size == 0 && peer.held["/files/1"]?.length == 0)
  }

  @Test("goes on where the server is, not where we thought, and is not hashed again")
  func resumed() async throws {
    let source = try place.source(size: 100_000)
    let peer = try await TusPeer { manners in
      // A whole PATCH is needed for anything to arrive at this server: the reset one leaves nothing.
      manners.early = { request in
        request.method == "PATCH" && request.header("Upload-Offset") == "0" ? .init(after: 60_000, reply: .reset) : nil
      }
    }
    let first = Reports()
    let failure = await #expect(throws: UploadFailure.self) { try await send(place.transfer(source), to: peer, first) }
    #expect(failure?.cause == .unavailable && failure?.retry == .later)
    peer.change("/files/1") { $0?.data = Array(Workplace.bytes(100_000)[..<43_210]) }
    let second = Reports()
    let file = try await send(place.transfer(source, checkpoint: first.checkpoints.last), to: peer, second)
    #expect(
      peer.lines == ["POST /files/", "PATCH /files/1", "HEAD /files/1", "PATCH /files/1", "HEAD /files/1"])
    #expect(peer.requests.last { $0.method == "PATCH" }?.header("Upload-Offset") == "43210")
    #expect(peer.held["/files/1"]?.data == Workplace.bytes(100_000))
    #expect(second.checkpoints.map(\.confirmed) == [43_210, 100_000])
    #expect(second.sent.allSatisfy { $0 > 43_210 } && second.sent.last == 100_000)
    #expect(file.sha256 == SHA256.hash(data: Workplace.bytes(100_000)).hexadecimal)
    #expect(!second.events.contains { if case .hashing = $0 { true } else { false } })
  }

  @Test("that was whole already, when we were cut off before we knew, is not sent again")
  func wholeAlready() async throws {
    let source = try place.source(size: 5000)
    let peer = try await TusPeer()
    let reports = Reports()
    _ = try await send(place.transfer(source), to: peer, reports)
    let file = try await send(place.transfer(source, checkpoint: reports.checkpoints.first), to: peer)
    #expect(peer.lines == ["POST /files/", "PATCH /files/1", "HEAD /files/1", "HEAD /files/1"])
    #expect(file.location.hasSuffix("/files/1") && peer.held.count == 1)
    // Some servers put a whole upload away at once.
    peer.change("/files/1") { $0 = nil }
    #expect(try await send(place.transfer(source, checkpoint: reports.checkpoints.last), to: peer) == file)
  }

  @Test("that the server has forgotten is created anew", arguments: [403, 404, 410])
  func forgotten(status: Int) async throws {
    let source = try place.source(size: 5000)
    let peer = try await TusPeer { manners in
      manners.interruption = { $0.line == "HEAD /files/1" ? .answer(status) : nil }
    }
    let reports = Reports()
    _ = try await send(place.transfer(source), to: peer, reports)
    let again = Reports()
    let file = try await send(place.transfer(source, checkpoint: reports.checkpoints.first), to: peer, again)
    #expect(peer.lines.suffix(4) == ["HEAD /files/1", "POST /files/", "PATCH /files/2", "HEAD /files/2"])
    #expect(again.checkpoints.map(\.confirmed) == [0, 5000] && file.location.hasSuffix("/files/2"))
  }

  @Test("that expires in the middle starts over once, and not for ever", arguments: [404, 410])
  func expiring(status: Int) async throws {
    let source = try place.source(size: 5000)
    let once = try await TusPeer { manners in
      manners.interruption = { $0.line == "PATCH /files/1" ? .answer(status) : nil }
    }
    let file = try await send(place.transfer(source), to: once)
    #expect(file.location.hasSuffix("/files/2") && once.held["/files/2"]?.data.count == 5000)
    let always = try await TusPeer { manners in
      manners.interruption = { $0.method == "PATCH" ? .answer(status) : nil }
    }
    let failure = await #expect(throws: UploadFailure.self) { try await send(place.transfer(source), to: always) }
    #expect(failure?.cause == .checkpointGone)
    #expect(always.lines == ["POST /files/", "PATCH /files/1", "POST /files/", "PATCH /files/2"])
  }

  @Test("whose upload is locked waits, and makes no second one", arguments: ["HEAD", "PATCH"])
  func locked(method: String) async throws {
    let source = try place.source(size: 5000)
    let peer = try await TusPeer { manners in
      manners.interruption = { request in
        guard request.method == method else { return nil }
        return .answer(423, ["Retry-After": "2"], method == "PATCH" ? "upload is locked" : "")
      }
    }
    let mark = TusMark(
      url: peer.endpoint.inside("1"), endpoint: peer.endpoint, sha256: "0", source: source, confirmed: 0, expires: nil)
    peer.change("/files/1") { $0 = TusPeer.Upload(length: 5000, metadata: "") }
    let failure = await #expect(throws: UploadFailure.self) {
      try await send(place.transfer(source, checkpoint: mark.checkpoint), to: peer)
    }
    #expect(failure?.cause == .unavailable && failure?.retry == .after(seconds: 2))
    #expect(failure?.serverText == (method == "PATCH" ? "upload is locked" : nil) && peer.held.count == 1)
  }

  @Test("follows the server's offset after 409")
  func misplaced() async throws {
    let source = try place.source(size: 50_000)
    let peer = try await TusPeer { manners in
      manners.early = { request in
        request.method == "PATCH" && request.header("Upload-Offset") == "0" ? .init(after: 0, reply: .answer(409)) : nil
      }
    }
    let mark = TusMark(
      url: peer.endpoint.inside("1"), endpoint: peer.endpoint, sha256: "0", source: source, confirmed: 0, expires: nil)
    peer.change("/files/1") { $0 = TusPeer.Upload(length: 50_000, metadata: "") }
    let isHead = Reports()
    // Between our question and our bytes, what an earlier connection still carried arrives.
    let report: TransferReport = { (event) async throws(UploadFailure) in
      if case .checkpoint(let checkpoint) = event, checkpoint.confirmed == 0 {
        peer.change("/files/1") { $0?.data = Array(Workplace.bytes(50_000)[..<30_000]) }
      }
      isHead.append(event)
    }
    _ = try await withTransport { transport in
      try await TusEngine(endpoint: peer.endpoint, transport: transport)
        .send(place.transfer(source, checkpoint: mark.checkpoint), report: report)
    }
    #expect(peer.held["/files/1"]?.data == Workplace.bytes(50_000))
    #expect(
      peer.lines == ["HEAD /files/1", "PATCH /files/1", "HEAD /files/1", "PATCH /files/1", "HEAD /files/1"])
  }

  @Test("that changed since belongs to no earlier upload")
  func changedSource() async throws {
    let peer = try await TusPeer()
    let reports = Reports()
    _ = try await send(place.transfer(place.source(size: 5000)), to: peer, reports)
    let other = try place.source(size: 6000)
    _ = try await send(place.transfer(other, checkpoint: reports.checkpoints.first), to: peer)
    #expect(peer.lines.suffix(4) == ["DELETE /files/1", "POST /files/", "PATCH /files/2", "HEAD /files/2"])
  }

  @Test("that is larger than the server takes is not begun")
  func tooLarge() async throws {
    let peer = try await TusPeer { $0.maximumSize = 4999 }
    let source = try place.source(size: 5000)
    let failure = await #expect(throws: UploadFailure.self) { try await send(place.transfer(source), to: peer) }
    #expect(failure?.cause == .noSpace && failure?.sentence.contains("4999") == true && peer.lines.isEmpty)
  }

  @Test("is sent in pieces where a proxy limits a request, and the limit is remembered")
  func limitedBody() async throws {
    let peer = try await TusPeer { $0.largestBody = 300_000 }
    let source = try place.source(size: 900_000)
    try await withTransport { transport in
      let engine = TusEngine(endpoint: peer.endpoint, transport: transport)
      _ = try await engine.send(place.transfer(source), report: Reports().report)
      let before = peer.lines.count
      _ = try await engine.send(place.transfer(source), report: Reports().report)
      #expect(peer.lines.count - before == 6, "one to create, four pieces of 256 KiB, one to look")
    }
    #expect(peer.held["/files/1"]?.data == Workplace.bytes(900_000) && peer.held["/files/2"]?.data.count == 900_000)
  }

  @Test("is refused at last where not even a small piece is taken")
  func tooLargeForever() async throws {
    let peer = try await TusPeer { $0.largestBody = 1000 }
    let source = try place.source(size: 900_000)
    let failure = await #expect(throws: UploadFailure.self) { try await send(place.transfer(source), to: peer) }
    #expect(failure?.cause == .noSpace && failure?.status == 413)
  }

  @Test("ends at once when it is cancelled, and can be discarded on the server")
  func cancelled() async throws {
    let source = try place.large()
    let (arrived, signal) = AsyncStream<Void>.makeStream()
    let peer = try await TusPeer { manners in
      manners.early = { request in
        guard request.method == "PATCH" else { return nil }
        signal.yield()
        return .init(after: 1000, reply: .stall)
      }
    }
    let reports = Reports()
    try await withTransport { transport in
      let engine = TusEngine(endpoint: peer.endpoint, transport: transport)
      let transfer = place.transfer(source)
      let task = Task { try await engine.send(transfer, report: reports.report) }
      for await _ in arrived { break }
      task.cancel()
      await #expect(throws: UploadFailure.cancelled) { try await task.value }
      let checkpoint = try #require(reports.checkpoints.last)
      try await engine.discard(checkpoint)
      #expect(peer.held.isEmpty)
      try await engine.discard(checkpoint)
    }
    #expect(peer.lines.suffix(2) == ["DELETE /files/1", "DELETE /files/1"])
  }
}
