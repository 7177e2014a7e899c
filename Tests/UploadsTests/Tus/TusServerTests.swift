import Foundation
import Synchronization
import SystemPackage
import Testing

@testable import Uploads

@Suite("A tus server", .timeLimit(.minutes(5)))
struct TusServerTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func failure(
    of peer: TusPeer, size: Int = 5000, location: SourceLocation = #_sourceLocation
  ) async throws -> UploadFailure? {
    let source = try place.source(size: size)
    return await #expect(throws: UploadFailure.self, sourceLocation: location) {
      try await withTransport { transport in
        try await TusEngine(endpoint: peer.endpoint, transport: transport)
          .send(place.transfer(source), report: Reports().report)
      }
    }
  }

  @Test(
    "that lies about its offset is not believed",
    arguments: ["beyond": 1, "backwards": -4000, "minus": -100_000_000, "none at all": 0])
  func lies(kind: String, by: Int) async throws {
    let peer = try await TusPeer { manners in
      manners.offset = { offset in
        if offset == 0 { return "0" }
        return by == 0 ? "0" : by == -100_000_000 ? "-3" : "\(offset + by)"
      }
    }
    let failure = try await failure(of: peer)
    #expect(failure?.cause == .protocol && failure?.retry == .never, "\(kind)")
    #expect(failure?.sentence.contains("contradicts itself") == true, "\(failure?.sentence ?? "")")
    #expect(peer.lines.filter { $0.hasPrefix("PATCH") }.count <= 7)
  }

  @Test("that has fewer bytes than it said before is not believed, and gets no more", arguments: [true, false])
  func backwards(isTold: Bool) async throws {
    let patches = Mutex(0)
    let peer = try await TusPeer { manners in
      manners.interruption = { request in
        // By its answer to the second piece, or to the question that follows its refusal.
        if request.method == "HEAD" { return .answer(200, ["Upload-Offset": "1000", "Upload-Length": "5000"]) }
        guard request.method == "PATCH" else { return nil }
        return patches.withLock { patches in
          patches += 1
          if patches == 1 { return .answer(204, ["Upload-Offset": "3000"]) }
          return isTold ? .answer(204, ["Upload-Offset": "1000"]) : .answer(409)
        }
      }
    }
    let failure = try await failure(of: peer)
    #expect(failure?.cause == .protocol && failure?.retry == .never)
    #expect(patches.withLock { $0 } == 2)
  }

  @Test("that takes a part of what it is sent gets the rest")
  func partial() async throws {
    let taken = Mutex(0)
    let peer = try await TusPeer { manners in
      manners.interruption = { request in
        guard request.method == "PATCH" || request.method == "HEAD" else { return nil }
        let offset = taken.withLock { taken in
          if request.method == "PATCH" { taken = min(taken + 2000, 5000) }
          return taken
        }
        return .answer(request.method == "PATCH" ? 204 : 200, ["Upload-Offset": "\(offset)"])
      }
    }
    let source = try place.source(size: 5000)
    _ = try await withTransport { transport in
      try await TusEngine(endpoint: peer.endpoint, transport: transport)
        .send(place.transfer(source), report: Reports().report)
    }
    let patches = peer.requests.filter { $0.method == "PATCH" }
    #expect(patches.map { $0.header("Upload-Offset") } == ["0", "2000", "4000"])
    #expect(patches.map(\.received) == [5000, 3000, 1000])
  }

  @Test("that verifies checksums gets one with each piece, and a damaged piece again")
  func checksums() async throws {
    let isDamaged = Mutex(true)
    let peer = try await TusPeer { manners in
      manners.extensions += ",checksum"
      manners.checksums = "md5,sha1"
      manners.interruption = { request in
        guard request.method == "PATCH" else { return nil }
        return isDamaged.withLock { isDamaged in
          defer { isDamaged = false }
          return isDamaged ? .answer(460) : nil
        }
      }
    }
    let source = try place.source(size: 100_000)
    try await withTransport { transport in
      let engine = TusEngine(endpoint: peer.endpoint, transport: transport)
      _ = try await engine.send(place.transfer(source), report: Reports().report)
      let survey = try await engine.survey(car: 7)
      #expect(survey.checksum == "sha1")
    }
    #expect(peer.held["/files/1"]?.data == Workplace.bytes(100_000))
    #expect(
      peer.lines == ["POST /files/", "PATCH /files/1", "HEAD /files/1", "PATCH /files/1", "HEAD /files/1"])
    #expect(peer.requests.last { $0.method == "PATCH" }?.header("Upload-Checksum")?.hasPrefix("sha1 ") == true)
  }

  @Test(
    "that verifies checksums gets pieces of eight megabytes, any other all at once", arguments: ["sha1", "", "crc32"])
  func pieces(algorithm: String) async throws {
    let peer = try await TusPeer { manners in
      if !algorithm.isEmpty { manners.extensions += ",checksum" }
      manners.checksums = algorithm
      manners.interruption = { request in
        let offset = request.header("Upload-Offset").flatMap { Int($0) } ?? 0
        switch request.method {
        case "PATCH": return .answer(204, ["Upload-Offset": "\(offset + request.received)"])
        case "HEAD": return .answer(200, ["Upload-Offset": "\(20 << 20)"])
        default: return nil
        }
      }
    }
    let source = try place.large(size: 20 << 20)
    _ = try await withTransport { transport in
      try await TusEngine(endpoint: peer.endpoint, transport: transport)
        .send(place.transfer(source), report: Reports().report)
    }
    let sizes = peer.requests.filter { $0.method == "PATCH" }.map(\.received)
    #expect(sizes == (algorithm == "sha1" ? [8 << 20, 8 << 20, 4 << 20] : [20 << 20]))
  }

  @Test("that finds every piece damaged is given up after six")
  func damage() async throws {
    let peer = try await TusPeer { manners in
      manners.extensions += ",checksum"
      manners.checksums = "sha1"
      manners.interruption = { $0.method == "PATCH" ? .answer(460) : nil }
    }
    let failure = try await failure(of: peer)
    #expect(failure?.cause == .corrupted && failure?.status == 460)
    #expect(peer.lines.filter { $0.hasPrefix("PATCH") }.count == 6)
  }

  @Test("that announces checksums and refuses one gets the file without")
  func refusedChecksum() async throws {
    let peer = try await TusPeer { manners in
      manners.extensions += ",checksum"
      manners.checksums = "sha1"
      manners.interruption = { $0.header("Upload-Checksum") != nil ? .answer(400) : nil }
    }
    let source = try place.source(size: 5000)
    try await withTransport { transport in
      _ = try await TusEngine(endpoint: peer.endpoint, transport: transport)
        .send(place.transfer(source), report: Reports().report)
    }
    #expect(peer.held["/files/1"]?.data == Workplace.bytes(5000))
  }

  @Test("may keep the upload at another address, also on another host, which learns no secret")
  func elsewhere() async throws {
    let source = try place.source(size: 5000)
    let other = try await TusPeer()
    other.change("/files/9") { $0 = TusPeer.Upload(length: 5000, metadata: "") }
    let target = other.endpoint.inside("9").text.replacing("127.0.0.1", with: "localhost")
    let peer = try await TusPeer { $0.location = { _ in target } }
    let near = try await TusPeer {
      $0.location = { "../files/" + $0.split(separator: "/").joined(separator: "/").suffix(1) }
    }
    try await withTransport { transport in
      let credentials = Credentials.token("t0k")
      let file = try await TusEngine(endpoint: peer.endpoint, transport: transport, credentials: credentials)
        .send(place.transfer(source), report: Reports().report)
      #expect(file.location == target)
      _ = try await TusEngine(endpoint: near.endpoint, transport: transport, credentials: credentials)
        .send(place.transfer(source), report: Reports().report)
    }
    #expect(other.held["/files/9"]?.data.count == 5000)
    #expect(other.requests.allSatisfy { $0.header("Authorization") == nil } && other.requests.count == 2)
    #expect(peer.requests.allSatisfy { $0.header("Authorization") == "Bearer t0k" })
    #expect(near.held["/files/1"]?.data.count == 5000)
    #expect(near.requests.allSatisfy { $0.header("Authorization") == "Bearer t0k" })
  }

  @Test("that does not say where the upload is, is none", arguments: [nil, "ftp://h/x", "", "mailto:x"])
  func nowhere(location: String?) async throws {
    let peer = try await TusPeer { manners in
      manners.interruption = { request in
        request.method == "POST" ? .answer(201, location.map { ["Location": $0] } ?? [:]) : nil
      }
    }
    let failure = try await failure(of: peer)
    #expect(failure?.cause == .protocol && failure?.sentence.contains("does not say where") == true || location == "")
  }

  @Test func `a Location with a port that does not exist ends the attempt, not the program`() async throws {
    let peer = try await TusPeer { $0.location = { _ in "http://127.0.0.1:70000/files/1" } }

    let failure = try await failure(of: peer)

    #expect(failure?.cause == .protocol && failure?.sentence.contains("does not say where") == true)
  }

  @Test func `a checkpoint whose address has a port that does not exist is as good as none`() throws {
    let values = ["url": "http://h:70000/1", "endpoint": "http://h/", "sha256": "0", "source": "s"]

    #expect(TusMark(Checkpoint(values: values, confirmed: 0)) == nil)
    #expect(TusMark(Checkpoint(values: values.merging(["url": "http://h:7/1"]) { $1 }, confirmed: 0)) != nil)
  }

  @Test("of another version is not spoken to")
  func version() async throws {
    let peer = try await TusPeer { manners in
      manners.interruption = { $0.method == "OPTIONS" ? .answer(204, ["Tus-Version": "0.2.2"]) : nil }
    }
    let failure = try await failure(of: peer)
    #expect(failure?.cause == .protocol && failure?.sentence.contains("0.2.2") == true && peer.lines.isEmpty)
    let strict = try await TusPeer { $0.interruption = { $0.method == "POST" ? .answer(412) : nil } }
    #expect(try await self.failure(of: strict)?.cause == .protocol, "412 is about the version here, not about a name")
  }

  @Test("is surveyed by what it says of itself, or by nothing where it says nothing")
  func survey() async throws {
    let peer = try await TusPeer { $0.maximumSize = 1_000_000 }
    let silent = try await TusPeer { $0.interruption = { $0.method == "OPTIONS" ? .answer(405) : nil } }
    try await withTransport { transport in
      let survey = try await TusEngine(endpoint: peer.endpoint, transport: transport).survey(car: 7)
      #expect(
        survey
          == Survey(engine: "tus 1.0.0", resumption: .resumes, publishesAtomically: true, maximumSize: 1_000_000))
      let other = try await TusEngine(endpoint: silent.endpoint, transport: transport).survey(car: 7)
      #expect(other == Survey(engine: "tus 1.0.0", resumption: .resumes, publishesAtomically: true))
    }
  }

  @Test("gives a file back, whole or not at all, and deletes it")
  func fetching() async throws {
    let peer = try await TusPeer()
    let text = Array(repeating: UInt8(ascii: "x"), count: 50_000)
    let source = try place.source("letters.txt", bytes: text)
    let target = FilePath(place.url.appendingPathComponent("back.txt").path)
    try await withTransport { transport in
      let engine = TusEngine(endpoint: peer.endpoint, transport: transport)
      let file = try await engine.send(place.transfer(source), report: Reports().report)
      var other = file
      other.sha256 = String(repeating: "0", count: 64)
      let wrong = other
      let failure = await #expect(throws: UploadFailure.self) {
        try await engine.fetch(wrong, to: target) { _ in }
      }
      #expect(failure?.cause == .corrupted)
      #expect(try FileManager.default.contentsOfDirectory(atPath: place.url.path) == ["letters.txt"])
      let progress = Mutex<Int64>(0)
      try await engine.fetch(file, to: target) { bytes in progress.withLock { $0 = bytes } }
      #expect(FileManager.default.contents(atPath: target.string) == Data(text))
      #expect(progress.withLock { $0 } == 50_000)
      let taken = await #expect(throws: UploadFailure.self) { try await engine.fetch(file, to: target) { _ in } }
      #expect(taken?.cause == .duplicate(size: nil))
      try await engine.delete(file)
      #expect(peer.held.isEmpty)
      try await engine.delete(file)
      await #expect(throws: UploadFailure.self) { try await engine.fetch(file, to: target) { _ in } }
    }
  }
}
