import Foundation
import Synchronization
import Testing

@testable import ShowroomUploads

@Suite("tus verification and limits", .timeLimit(.minutes(20)))
struct TusRulesTests {
  let place: SourceFolder

  init() throws { place = try SourceFolder() }

  @Test func `an offset that only PATCH reports does not count`() async throws {
    let peer = try await TusPeer { behavior in
      behavior.interruption = { $0.method == "PATCH" ? .answer(204, ["Upload-Offset": "5000"]) : nil }
    }

    let failure = try await peer.failure(of: place.transfer(place.source(size: 5000)))

    #expect(failure?.cause == .corrupted && failure?.message.contains("Only 0 of 5000 bytes") == true)
  }

  @Test func `an offset that arrives before the bytes does not count`() async throws {
    let source = try place.large()
    let peer = try await TusPeer { behavior in
      behavior.early = { request in
        request.method == "PATCH"
          ? .init(after: 1000, reply: .answer(204, ["Upload-Offset": "\(64 << 20)", "Connection": "close"])) : nil
      }
    }

    let failure = try await peer.failure(of: place.transfer(source))

    #expect(
      failure?.cause == .protocol && failure?.message.contains("accepts bytes, but the offset does not change") == true
    )
    #expect(peer.lines.filter { $0.hasPrefix("PATCH") }.count == TusUpload.maximumStalledRequests)
  }

  @Test func `successful PATCHes without an offset end after a few requests without progress`() async throws {
    let peer = try await TusPeer { behavior in
      behavior.interruption = { $0.method == "PATCH" ? .answer(204) : nil }
    }

    let failure = try await peer.failure(of: place.transfer(place.source(size: 5000)))

    #expect(failure?.cause == .protocol && failure?.retry == .never)
    #expect(peer.lines.filter { $0.hasPrefix("PATCH") }.count == TusUpload.maximumStalledRequests)
  }

  @Test func `different rejections count together`() async throws {
    let patches = Mutex(0)
    let peer = try await TusPeer { behavior in
      behavior.extensions += ",checksum"
      behavior.checksums = "sha1"
      behavior.interruption = { request in
        guard request.method == "PATCH" else { return nil }
        let number = patches.withLock { patches in
          patches += 1
          return patches
        }
        return .answer([409, 460, 204][number % 3])
      }
    }

    _ = try await peer.failure(of: place.transfer(place.source(size: 5000)))

    #expect(patches.withLock { $0 } == TusUpload.maximumStalledRequests)
  }

  @Test func `403 for an upload that is already complete is not a failure`() async throws {
    let source = try place.source(size: 5000)
    let peer = try await TusPeer { behavior in
      behavior.interruption = { $0.method == "PATCH" && $0.header("Upload-Offset") == "3000" ? .answer(403) : nil }
    }
    let state = TusUploadState(
      url: peer.endpoint.inside("1"), endpoint: peer.endpoint, source: source, confirmed: 0, expires: nil)
    peer.change("/files/1") {
      $0 = TusPeer.Upload(length: 5000, metadata: "", data: Array(SourceFolder.bytes(5000)[..<3000]))
    }
    // Data of an earlier connection arrives between the request for the offset and the next chunk.
    let report: TransferReport = { (event) async throws(UploadFailure) in
      guard case .checkpoint(let checkpoint) = event, checkpoint.confirmed == 3000 else { return }
      peer.change("/files/1") { $0?.data = SourceFolder.bytes(5000) }
    }

    let file = try await withTransport { transport in
      try await TusEngine(endpoint: peer.endpoint, transport: transport)
        .send(place.transfer(source, checkpoint: state.checkpoint), report: report)
    }

    #expect(file.location == peer.endpoint.inside("1").text)
    #expect(peer.held["/files/1"]?.data == SourceFolder.bytes(5000) && peer.held.count == 1)
  }

  @Test func `403 for an incomplete upload is final`() async throws {
    let peer = try await TusPeer { $0.interruption = { $0.method == "PATCH" ? .answer(403) : nil } }

    let failure = try await peer.failure(of: place.transfer(place.source(size: 5000)))

    #expect(failure?.status == 403 && failure?.retry == .never)
    #expect(peer.lines.filter { $0.hasPrefix("PATCH") }.count == 1)
  }

  @Test func `a file that changed in place with the same size and time starts over`() async throws {
    let peer = try await TusPeer()
    let before = try place.source(size: 5000)
    let state = TusUploadState(
      url: peer.endpoint.inside("9"), endpoint: peer.endpoint, source: before, confirmed: 3000,
      expires: nil)
    peer.change("/files/9") {
      $0 = TusPeer.Upload(length: 5000, metadata: "", data: Array(SourceFolder.bytes(5000)[..<3000]))
    }
    let other = Array(SourceFolder.bytes(5000).reversed())
    let after = try place.rewrite(before, with: other)

    _ = try await peer.upload(place.transfer(after, checkpoint: state.checkpoint))

    #expect(after.size == before.size && after.modified == before.modified && after.identity == before.identity)
    #expect(peer.held.mapValues(\.data) == ["/files/1": other], "the old data is deleted, and the new file is complete")
  }

  @Test func `a name that the database has is a duplicate`() async throws {
    let peer = try await TusPeer()
    var transfer = place.transfer(try place.source(size: 5000))
    transfer.recorded = [StoredFile(name: "scan.pdf", location: peer.endpoint.inside("0").text, size: 7)]

    let failure = try await peer.failure(of: transfer)

    #expect(failure?.cause == .duplicate(size: 7) && peer.lines.isEmpty)
  }

  @Test func `keeping both gives the new file a number`() async throws {
    let peer = try await TusPeer()
    var transfer = place.transfer(try place.source(size: 5000), onDuplicate: .keepBoth)
    transfer.recorded = ["scan.pdf", "scan (2).pdf"].map {
      StoredFile(name: $0, location: peer.endpoint.inside($0).text, size: 7)
    }

    let file = try await peer.upload(transfer)

    #expect(file.name == "scan (3).pdf")
    #expect(peer.held["/files/1"]?.metadata.contains(Data("scan (3).pdf".utf8).base64EncodedString()) == true)
  }

  @Test(arguments: [nil, 405])
  func `replacing deletes the old file after the new one is stored`(refusal: Int?) async throws {
    let peer = try await TusPeer { behavior in
      behavior.interruption = { $0.method == "DELETE" ? refusal.map { .answer($0) } : nil }
    }
    peer.change("/files/old") { $0 = TusPeer.Upload(length: 1, metadata: "", data: [1]) }
    var transfer = place.transfer(try place.source(size: 5000), onDuplicate: .replace)
    transfer.recorded = [StoredFile(name: "scan.pdf", location: peer.endpoint.inside("old").text, size: 1)]
    let reports = Reports()

    let file = try await peer.upload(transfer, reports)

    #expect(file.name == "scan.pdf" && peer.lines.last == "DELETE /files/old")
    #expect((peer.held["/files/old"] == nil) == (refusal == nil))
    let warnings = reports.events.count { if case .warning = $0 { true } else { false } }
    #expect(warnings == (refusal == nil ? 0 : 1), "a failed deletion is only a warning")
  }
}
