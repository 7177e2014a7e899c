import Foundation
import Synchronization
import SystemPackage
import Testing

@testable import Uploads

@Suite("tus: nothing lost, nothing endless", .timeLimit(.minutes(5)))
struct TusRulesTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func send(
    _ transfer: Transfer, to peer: TusPeer, _ reports: Reports = Reports()
  ) async throws -> StoredFile {
    try await withTransport { transport in
      try await TusEngine(endpoint: peer.endpoint, transport: transport).send(transfer, report: reports.report)
    }
  }

  private func failure(
    of transfer: Transfer, to peer: TusPeer, location: SourceLocation = #_sourceLocation
  ) async throws -> UploadFailure? {
    await #expect(throws: UploadFailure.self, sourceLocation: location) { try await send(transfer, to: peer) }
  }

  @Test func `an offset that only the PATCH reports is not believed`() async throws {
    let peer = try await TusPeer { manners in
      manners.interruption = { $0.method == "PATCH" ? .answer(204, ["Upload-Offset": "5000"]) : nil }
    }

    let failure = try await failure(of: place.transfer(place.source(size: 5000)), to: peer)

    #expect(failure?.cause == .corrupted && failure?.sentence.contains("0 arrived") == true)
  }

  @Test func `an offset that comes before the bytes is not believed`() async throws {
    let source = try place.large()
    let peer = try await TusPeer { manners in
      manners.early = { request in
        request.method == "PATCH"
          ? .init(after: 1000, reply: .answer(204, ["Upload-Offset": "\(64 << 20)", "Connection": "close"])) : nil
      }
    }

    let failure = try await failure(of: place.transfer(source), to: peer)

    #expect(failure?.cause == .protocol && failure?.sentence.contains("takes bytes and has none more") == true)
    #expect(peer.lines.filter { $0.hasPrefix("PATCH") }.count == TusUpload.fruitlessRequests)
  }

  @Test func `a PATCH that succeeds without an offset while nothing arrives ends after a few`() async throws {
    let peer = try await TusPeer { manners in
      manners.interruption = { $0.method == "PATCH" ? .answer(204) : nil }
    }

    let failure = try await failure(of: place.transfer(place.source(size: 5000)), to: peer)

    #expect(failure?.cause == .protocol && failure?.retry == .never)
    #expect(peer.lines.filter { $0.hasPrefix("PATCH") }.count == TusUpload.fruitlessRequests)
  }

  @Test func `refusals of different kinds count together`() async throws {
    let patches = Mutex(0)
    let peer = try await TusPeer { manners in
      manners.extensions += ",checksum"
      manners.checksums = "sha1"
      manners.interruption = { request in
        guard request.method == "PATCH" else { return nil }
        let number = patches.withLock { patches in
          patches += 1
          return patches
        }
        return .answer([409, 460, 204][number % 3])
      }
    }

    _ = try await failure(of: place.transfer(place.source(size: 5000)), to: peer)

    #expect(patches.withLock { $0 } == TusUpload.fruitlessRequests)
  }

  @Test func `403 on an upload that is whole already is no failure`() async throws {
    let source = try place.source(size: 5000)
    let peer = try await TusPeer { manners in
      manners.interruption = { $0.method == "PATCH" && $0.header("Upload-Offset") == "3000" ? .answer(403) : nil }
    }
    let mark = TusMark(
      url: peer.endpoint.inside("1"), endpoint: peer.endpoint, sha256: "0", source: source, confirmed: 0, expires: nil)
    peer.change("/files/1") {
      $0 = TusPeer.Upload(length: 5000, metadata: "", data: Array(Workplace.bytes(5000)[..<3000]))
    }
    // What an earlier connection still carried arrives between the question and our bytes.
    let report: TransferReport = { (event) async throws(UploadFailure) in
      guard case .checkpoint(let checkpoint) = event, checkpoint.confirmed == 3000 else { return }
      peer.change("/files/1") { $0?.data = Workplace.bytes(5000) }
    }

    let file = try await withTransport { transport in
      try await TusEngine(endpoint: peer.endpoint, transport: transport)
        .send(place.transfer(source, checkpoint: mark.checkpoint), report: report)
    }

    #expect(file.location == peer.endpoint.inside("1").text)
    #expect(peer.held["/files/1"]?.data == Workplace.bytes(5000) && peer.held.count == 1)
  }

  @Test func `403 on an upload that is not whole is final`() async throws {
    let peer = try await TusPeer { $0.interruption = { $0.method == "PATCH" ? .answer(403) : nil } }

    let failure = try await failure(of: place.transfer(place.source(size: 5000)), to: peer)

    #expect(failure?.status == 403 && failure?.retry == .never)
    #expect(peer.lines.filter { $0.hasPrefix("PATCH") }.count == 1)
  }

  @Test func `a file changed in place with its size and time kept starts over`() async throws {
    let peer = try await TusPeer()
    let before = try place.source(size: 5000)
    let mark = TusMark(
      url: peer.endpoint.inside("9"), endpoint: peer.endpoint, sha256: "0", source: before, confirmed: 3000,
      expires: nil)
    peer.change("/files/9") {
      $0 = TusPeer.Upload(length: 5000, metadata: "", data: Array(Workplace.bytes(5000)[..<3000]))
    }
    let other = Array(Workplace.bytes(5000).reversed())
    let after = try place.rewrite(before, with: other)

    _ = try await send(place.transfer(after, checkpoint: mark.checkpoint), to: peer)

    #expect(after.size == before.size && after.modified == before.modified && after.inode == before.inode)
    #expect(peer.held.mapValues(\.data) == ["/files/1": other], "the old part is deleted, the new file sent whole")
  }

  @Test func `a name that our records have is a duplicate`() async throws {
    let peer = try await TusPeer()
    var transfer = place.transfer(try place.source(size: 5000))
    transfer.recorded = [StoredFile(name: "scan.pdf", location: peer.endpoint.inside("0").text, size: 7)]

    let failure = try await failure(of: transfer, to: peer)

    #expect(failure?.cause == .duplicate(size: 7) && peer.lines.isEmpty)
  }

  @Test func `keeping both gives the new file a number`() async throws {
    let peer = try await TusPeer()
    var transfer = place.transfer(try place.source(size: 5000), onDuplicate: .keepBoth)
    transfer.recorded = ["scan.pdf", "scan (2).pdf"].map {
      StoredFile(name: $0, location: peer.endpoint.inside($0).text, size: 7)
    }

    let file = try await send(transfer, to: peer)

    #expect(file.name == "scan (3).pdf")
    #expect(peer.held["/files/1"]?.metadata.contains(Data("scan (3).pdf".utf8).base64EncodedString()) == true)
  }

  @Test(arguments: [nil, 405])
  func `replacing deletes the old file once the new one is there`(refusal: Int?) async throws {
    let peer = try await TusPeer { manners in
      manners.interruption = { $0.method == "DELETE" ? refusal.map { .answer($0) } : nil }
    }
    peer.change("/files/old") { $0 = TusPeer.Upload(length: 1, metadata: "", data: [1]) }
    var transfer = place.transfer(try place.source(size: 5000), onDuplicate: .replace)
    transfer.recorded = [StoredFile(name: "scan.pdf", location: peer.endpoint.inside("old").text, size: 1)]
    let reports = Reports()

    let file = try await send(transfer, to: peer, reports)

    #expect(file.name == "scan.pdf" && peer.lines.last == "DELETE /files/old")
    #expect((peer.held["/files/old"] == nil) == (refusal == nil))
    let warnings = reports.events.count { if case .warning = $0 { true } else { false } }
    #expect(warnings == (refusal == nil ? 0 : 1), "what cannot be deleted is a warning, not the result")
  }
}
