import Foundation
import ShowroomTestSupport
import Testing

@testable import ShowroomUploads

@Suite("tus uploads", .timeLimit(.minutes(20)))
struct TusUploadTests {
  let place: SourceFolder

  init() throws { place = try SourceFolder() }

  @Test func `an upload is created with name, type and time, and sent with one request`() async throws {
    let peer = try await TusPeer { $0.expires = "Sun, 06 Nov 2044 08:49:37 GMT" }
    let source = try place.source("Größe.pdf", size: 200_000)
    let reports = Reports()
    let file = try await peer.upload(place.transfer(source), reports)
    #expect(peer.lines == ["POST /files/", "PATCH /files/1", "HEAD /files/1"])
    #expect(peer.held["/files/1"]?.data == SourceFolder.bytes(200_000))
    let sha256 = Digests.hexadecimal("SHA256", of: SourceFolder.bytes(200_000))
    let metadata = [
      ("filename", "Größe.pdf"), ("filetype", "application/octet-stream"), ("mtime", source.modifiedSeconds),
    ]
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
    #expect(!reports.events.contains { if case .hashing = $0 { true } else { false } }, "it is hashed while it is sent")
    let first = reports.events.firstIndex { if case .sent = $0 { true } else { false } } ?? 0
    let kept = reports.events.firstIndex { if case .checkpoint = $0 { true } else { false } } ?? .max
    #expect(kept < first, "the checkpoint precedes the first byte")
  }

  @Test func `a small file is sent with the request that creates its upload, where the server allows it`() async throws
  {
    let peer = try await TusPeer { $0.extensions = "creation,creation-with-upload,termination" }
    let reports = Reports()

    let file = try await peer.upload(place.transfer(place.source(size: 20_000)), reports)

    #expect(peer.lines == ["POST /files/"])
    #expect(peer.held["/files/1"]?.data == SourceFolder.bytes(20_000) && file.size == 20_000)
    #expect(reports.checkpoints.map(\.confirmed) == [20_000] && reports.sent.last == 20_000)
    #expect(file.sha256 == Digests.hexadecimal("SHA256", of: SourceFolder.bytes(20_000)))
    #expect(!reports.events.contains { if case .hashing = $0 { true } else { false } })
  }

  @Test(arguments: [400, 413])
  func `a server that rejects a small file at creation receives it with a PATCH instead`(status: Int) async throws {
    let peer = try await TusPeer { behavior in
      behavior.extensions = "creation,creation-with-upload,termination"
      behavior.interruption = { $0.method == "POST" && !$0.body.isEmpty ? .answer(status) : nil }
    }

    try await withTransport { transport in
      let engine = TusEngine(endpoint: peer.endpoint, transport: transport)
      for name in ["one.pdf", "two.pdf"] {
        _ = try await engine.send(place.transfer(place.source(name, size: 20_000)), report: Reports().report)
      }
    }

    #expect(
      peer.lines == [
        "POST /files/", "POST /files/", "PATCH /files/1", "HEAD /files/1",
        "POST /files/", "PATCH /files/2", "HEAD /files/2",
      ])
    #expect(peer.held.values.allSatisfy { $0.data == SourceFolder.bytes(20_000) })
  }

  @Test func `an empty file is complete when it is created`() async throws {
    let peer = try await TusPeer()
    let file = try await peer.upload(place.transfer(place.source(size: 0)))
    #expect(peer.lines == ["POST /files/", "HEAD /files/1"] && file.size == 0 && peer.held["/files/1"]?.length == 0)
  }

  @Test func `an upload resumes at the server's offset while its beginning is hashed`() async throws {
    let source = try place.source(size: 100_000)
    let peer = try await TusPeer { behavior in
      // This server stores only complete PATCH requests, so the reset one leaves nothing.
      behavior.early = { request in
        request.method == "PATCH" && request.header("Upload-Offset") == "0" ? .init(after: 60_000, reply: .reset) : nil
      }
    }
    let first = Reports()
    let failure = await #expect(throws: UploadFailure.self) { try await peer.upload(place.transfer(source), first) }
    #expect(failure?.cause == .unavailable && failure?.retry == .later)
    peer.change("/files/1") { $0?.data = Array(SourceFolder.bytes(100_000)[..<43_210]) }
    let second = Reports()
    let file = try await peer.upload(place.transfer(source, checkpoint: first.checkpoints.last), second)
    // A PATCH on a reused connection is repeated immediately, so there may be several at the start.
    #expect(peer.lines.suffix(3) == ["HEAD /files/1", "PATCH /files/1", "HEAD /files/1"])
    #expect(Set(peer.lines.dropFirst().dropLast(3)) == ["PATCH /files/1"])
    #expect(peer.requests.last { $0.method == "PATCH" }?.header("Upload-Offset") == "43210")
    #expect(peer.held["/files/1"]?.data == SourceFolder.bytes(100_000))
    #expect(second.checkpoints.map(\.confirmed) == [43_210, 100_000])
    #expect(second.sent.allSatisfy { $0 > 43_210 } && second.sent.last == 100_000)
    #expect(file.sha256 == Digests.hexadecimal("SHA256", of: SourceFolder.bytes(100_000)))
    #expect(!second.events.contains { if case .hashing = $0 { true } else { false } })
  }

  @Test func `an upload that was already complete is not sent again`() async throws {
    let source = try place.source(size: 5000)
    let peer = try await TusPeer()
    let reports = Reports()
    _ = try await peer.upload(place.transfer(source), reports)
    let file = try await peer.upload(place.transfer(source, checkpoint: reports.checkpoints.first))
    #expect(peer.lines == ["POST /files/", "PATCH /files/1", "HEAD /files/1", "HEAD /files/1"])
    #expect(file.location.hasSuffix("/files/1") && peer.held.count == 1)
    // Some servers move a completed upload away at once.
    peer.change("/files/1") { $0 = nil }
    #expect(try await peer.upload(place.transfer(source, checkpoint: reports.checkpoints.last)) == file)
  }

  @Test(arguments: [403, 404, 410])
  func `an upload that no longer exists is created again`(status: Int) async throws {
    let source = try place.source(size: 5000)
    let peer = try await TusPeer { behavior in
      behavior.interruption = { $0.line == "HEAD /files/1" ? .answer(status) : nil }
    }
    let reports = Reports()
    _ = try await peer.upload(place.transfer(source), reports)
    let again = Reports()
    let file = try await peer.upload(place.transfer(source, checkpoint: reports.checkpoints.first), again)
    #expect(peer.lines.suffix(4) == ["HEAD /files/1", "POST /files/", "PATCH /files/2", "HEAD /files/2"])
    #expect(again.checkpoints.map(\.confirmed) == [0, 5000] && file.location.hasSuffix("/files/2"))
  }

  @Test(arguments: [404, 410])
  func `an upload that expires while it runs starts over only once`(status: Int) async throws {
    let source = try place.source(size: 5000)
    let once = try await TusPeer { behavior in
      behavior.interruption = { $0.line == "PATCH /files/1" ? .answer(status) : nil }
    }
    let file = try await once.upload(place.transfer(source))
    #expect(file.location.hasSuffix("/files/2") && once.held["/files/2"]?.data.count == 5000)
    let always = try await TusPeer { behavior in
      behavior.interruption = { $0.method == "PATCH" ? .answer(status) : nil }
    }
    let failure = await #expect(throws: UploadFailure.self) { try await always.upload(place.transfer(source)) }
    #expect(failure?.cause == .checkpointGone)
    #expect(always.lines == ["POST /files/", "PATCH /files/1", "POST /files/", "PATCH /files/2"])
  }

  @Test(arguments: ["HEAD", "PATCH"])
  func `a locked upload is retried and not created twice`(method: String) async throws {
    let source = try place.source(size: 5000)
    let peer = try await TusPeer { behavior in
      behavior.interruption = { request in
        guard request.method == method else { return nil }
        return .answer(423, ["Retry-After": "2"], method == "PATCH" ? "upload is locked" : "")
      }
    }
    let state = TusUploadState(
      url: peer.endpoint.inside("1"), endpoint: peer.endpoint, source: source, confirmed: 0, expires: nil)
    peer.change("/files/1") { $0 = TusPeer.Upload(length: 5000, metadata: "") }
    let failure = await #expect(throws: UploadFailure.self) {
      try await peer.upload(place.transfer(source, checkpoint: state.checkpoint))
    }
    #expect(failure?.cause == .unavailable && failure?.retry == .after(seconds: 2))
    #expect(failure?.serverText == (method == "PATCH" ? "upload is locked" : nil) && peer.held.count == 1)
  }

  @Test func `an upload continues at the server's offset after 409`() async throws {
    let source = try place.source(size: 50_000)
    let peer = try await TusPeer { behavior in
      behavior.early = { request in
        request.method == "PATCH" && request.header("Upload-Offset") == "0" ? .init(after: 0, reply: .answer(409)) : nil
      }
    }
    let state = TusUploadState(
      url: peer.endpoint.inside("1"), endpoint: peer.endpoint, source: source, confirmed: 0, expires: nil)
    peer.change("/files/1") { $0 = TusPeer.Upload(length: 50_000, metadata: "") }
    let isHead = Reports()
    // Data of an earlier connection arrives between the request for the offset and the next chunk.
    let report: TransferReport = { (event) async throws(UploadFailure) in
      if case .checkpoint(let checkpoint) = event, checkpoint.confirmed == 0 {
        peer.change("/files/1") { $0?.data = Array(SourceFolder.bytes(50_000)[..<30_000]) }
      }
      isHead.append(event)
    }
    _ = try await withTransport { transport in
      try await TusEngine(endpoint: peer.endpoint, transport: transport)
        .send(place.transfer(source, checkpoint: state.checkpoint), report: report)
    }
    #expect(peer.held["/files/1"]?.data == SourceFolder.bytes(50_000))
    #expect(
      peer.lines == ["HEAD /files/1", "PATCH /files/1", "HEAD /files/1", "PATCH /files/1", "HEAD /files/1"])
  }

  @Test func `a changed file does not resume an earlier upload`() async throws {
    let peer = try await TusPeer()
    let reports = Reports()
    _ = try await peer.upload(place.transfer(place.source(size: 5000)), reports)
    let other = try place.source(size: 6000)
    _ = try await peer.upload(place.transfer(other, checkpoint: reports.checkpoints.first))
    #expect(peer.lines.suffix(4) == ["DELETE /files/1", "POST /files/", "PATCH /files/2", "HEAD /files/2"])
  }

  @Test func `a changed file replaces an earlier upload that has been recorded only when it is stored`() async throws {
    let peer = try await TusPeer()
    let reports = Reports()
    let earlier = try await peer.upload(place.transfer(place.source(size: 5000)), reports)
    var transfer = place.transfer(try place.source(size: 6000), checkpoint: reports.checkpoints.first)
    transfer.onDuplicate = .replace
    transfer.recorded = [earlier]

    _ = try await peer.upload(transfer)

    #expect(peer.lines.suffix(4) == ["POST /files/", "PATCH /files/2", "HEAD /files/2", "DELETE /files/1"])
    #expect(peer.lines.count { $0 == "DELETE /files/1" } == 1)
  }

  @Test func `the earlier upload of a changed file is forgotten only if the server permanently refuses to remove it`()
    async throws
  {
    let old = Reports()
    let other = try place.source("other.pdf", size: 6000)
    for (status, isSent) in [(500, false), (423, false), (401, false), (400, true), (405, true), (501, true)] {
      let peer = try await TusPeer { $0.interruption = { $0.method == "DELETE" ? .answer(status) : nil } }
      _ = try await peer.upload(place.transfer(place.source(size: 5000)), old)
      let (before, reports) = (peer.lines.count, Reports())
      let checkpoint = try #require(old.checkpoints.last)

      var failure: UploadFailure?
      do {
        _ = try await peer.upload(place.transfer(other, checkpoint: checkpoint), reports)
      } catch let error as UploadFailure {
        failure = error
      }

      #expect((failure == nil) == isSent && failure?.status ?? status == status, "\(status)")
      #expect(peer.lines.dropFirst(before).first == "DELETE /files/1")
      #expect(peer.lines.contains("PATCH /files/2") == isSent && reports.checkpoints.isEmpty != isSent, "\(status)")
      let warnings = reports.events.filter { if case .warning = $0 { true } else { false } }
      #expect(warnings.count == (isSent ? 1 : 0), "\(status)")
    }
  }

  @Test func `a file that is larger than the server's limit is not sent`() async throws {
    let peer = try await TusPeer { $0.maximumSize = 4999 }
    let source = try place.source(size: 5000)
    let failure = await #expect(throws: UploadFailure.self) { try await peer.upload(place.transfer(source)) }
    #expect(failure?.cause == .noSpace && failure?.message.contains("4999") == true && peer.lines.isEmpty)
  }

  @Test func `chunks shrink if a proxy limits requests, and the limit is remembered`() async throws {
    let peer = try await TusPeer { $0.largestBody = 300_000 }
    let source = try place.source(size: 900_000)
    try await withTransport { transport in
      let engine = TusEngine(endpoint: peer.endpoint, transport: transport)
      _ = try await engine.send(place.transfer(source), report: Reports().report)
      let before = peer.lines.count
      _ = try await engine.send(place.transfer(source), report: Reports().report)
      #expect(peer.lines.count - before == 6, "one POST, four chunks of 256 KiB, one HEAD")
    }
    #expect(peer.held["/files/1"]?.data == SourceFolder.bytes(900_000) && peer.held["/files/2"]?.data.count == 900_000)
  }

  @Test func `an upload fails if not even a small chunk is accepted`() async throws {
    let peer = try await TusPeer { $0.largestBody = 1000 }
    let source = try place.source(size: 900_000)
    let failure = await #expect(throws: UploadFailure.self) { try await peer.upload(place.transfer(source)) }
    #expect(failure?.cause == .noSpace && failure?.status == 413)
  }

  @Test func `a canceled upload ends at once and can be discarded`() async throws {
    let source = try place.large()
    let (arrived, signal) = AsyncStream<Void>.makeStream()
    let peer = try await TusPeer { behavior in
      behavior.early = { request in
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
      await #expect(throws: UploadFailure.canceled) { try await task.value }
      let checkpoint = try #require(reports.checkpoints.last)
      let interrupted = place.transfer(source, checkpoint: checkpoint)
      try await engine.discard(interrupted) {}
      #expect(peer.held.isEmpty)
      try await engine.discard(interrupted) {}
    }
    #expect(peer.lines.suffix(2) == ["DELETE /files/1", "DELETE /files/1"])
  }
}
