import Foundation
import ShowroomTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import ShowroomUploads

@Suite("tus servers", .timeLimit(.minutes(20)))
struct TusServerTests {
  let place: SourceFolder

  init() throws { place = try SourceFolder() }

  private func failure(
    of peer: TusPeer, size: Int = 5000, location: SourceLocation = #_sourceLocation
  ) async throws -> UploadFailure? {
    let source = try place.source(size: size)
    return try await peer.failure(of: place.transfer(source), location: location)
  }

  @Test(arguments: ["beyond": 1, "backwards": -4000, "minus": -100_000_000, "none at all": 0])
  func `an inconsistent offset is rejected`(kind: String, by: Int) async throws {
    let peer = try await TusPeer { behavior in
      behavior.offset = { offset in
        if offset == 0 { return "0" }
        return by == 0 ? "0" : by == -100_000_000 ? "-3" : "\(offset + by)"
      }
    }
    let failure = try await failure(of: peer)
    #expect(failure?.cause == .protocol && failure?.retry == .never, "\(kind)")
    #expect(failure?.message.contains("sent inconsistent responses") == true, "\(failure?.message ?? "")")
    #expect(peer.lines.filter { $0.hasPrefix("PATCH") }.count <= 7)
  }

  @Test(arguments: [true, false])
  func `an offset that decreases is rejected, and nothing more is sent`(isReported: Bool) async throws {
    let patches = Mutex(0)
    let peer = try await TusPeer { behavior in
      behavior.interruption = { request in
        // In the response to the second chunk, or to the request for the offset that follows its rejection.
        if request.method == "HEAD" { return .answer(200, ["Upload-Offset": "1000", "Upload-Length": "5000"]) }
        guard request.method == "PATCH" else { return nil }
        return patches.withLock { patches in
          patches += 1
          if patches == 1 { return .answer(204, ["Upload-Offset": "3000"]) }
          return isReported ? .answer(204, ["Upload-Offset": "1000"]) : .answer(409)
        }
      }
    }
    let failure = try await failure(of: peer)
    #expect(failure?.cause == .protocol && failure?.retry == .never)
    #expect(patches.withLock { $0 } == 2)
  }

  @Test func `a server that accepts a part of a chunk receives the rest`() async throws {
    let taken = Mutex(0)
    let peer = try await TusPeer { behavior in
      behavior.interruption = { request in
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

  @Test func `a server that verifies checksums receives one per chunk, and a damaged chunk again`() async throws {
    let isDamaged = Mutex(true)
    let peer = try await TusPeer { behavior in
      behavior.extensions += ",checksum"
      behavior.checksums = "md5,sha1"
      behavior.interruption = { request in
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
      let info = try await engine.destinationInfo(for: 7, in: nil)
      #expect(info.checksum == "sha1")
    }
    #expect(peer.held["/files/1"]?.data == SourceFolder.bytes(100_000))
    #expect(
      peer.lines == ["POST /files/", "PATCH /files/1", "HEAD /files/1", "PATCH /files/1", "HEAD /files/1"])
    #expect(peer.requests.last { $0.method == "PATCH" }?.header("Upload-Checksum")?.hasPrefix("sha1 ") == true)
  }

  @Test(arguments: ["sha1", "", "crc32"])
  func `chunks are eight megabytes if the server verifies checksums, and otherwise contain all bytes`(algorithm: String)
    async throws
  {
    let peer = try await TusPeer { behavior in
      if !algorithm.isEmpty { behavior.extensions += ",checksum" }
      behavior.checksums = algorithm
      behavior.interruption = { request in
        let offset = request.header("Upload-Offset").flatMap { Int($0) } ?? 0
        switch request.method {
        case "PATCH": return .answer(204, ["Upload-Offset": "\(offset + request.received)"])
        case "HEAD": return .answer(200, ["Upload-Offset": "\(20 << 20)"])
        default: return nil
        }
      }
    }
    let source = try place.large(size: 20 << 20)
    let reports = Reports()
    let file = try await withTransport { transport in
      try await TusEngine(endpoint: peer.endpoint, transport: transport)
        .send(place.transfer(source), report: reports.report)
    }
    #expect(file.sha256 == Digests.hexadecimal("SHA256", of: [UInt8](repeating: 0, count: 20 << 20)))
    #expect(!reports.events.contains { if case .hashing = $0 { true } else { false } }, "it is hashed while it is sent")
    let sizes = peer.requests.filter { $0.method == "PATCH" }.map(\.received)
    let megabytes: [Int] = algorithm == "sha1" ? [8, 8, 4] : [20]
    #expect(sizes == megabytes.map { $0 << 20 })
  }

  @Test func `an upload whose chunks are all damaged ends after six requests`() async throws {
    let peer = try await TusPeer { behavior in
      behavior.extensions += ",checksum"
      behavior.checksums = "sha1"
      behavior.interruption = { $0.method == "PATCH" ? .answer(460) : nil }
    }
    let failure = try await failure(of: peer)
    #expect(failure?.cause == .corrupted && failure?.status == 460)
    #expect(peer.lines.filter { $0.hasPrefix("PATCH") }.count == 6)
  }

  @Test func `a server that announces checksums but rejects one receives none`() async throws {
    let peer = try await TusPeer { behavior in
      behavior.extensions += ",checksum"
      behavior.checksums = "sha1"
      behavior.interruption = { $0.header("Upload-Checksum") != nil ? .answer(400) : nil }
    }
    let source = try place.source(size: 5000)
    try await withTransport { transport in
      _ = try await TusEngine(endpoint: peer.endpoint, transport: transport)
        .send(place.transfer(source), report: Reports().report)
    }
    #expect(peer.held["/files/1"]?.data == SourceFolder.bytes(5000))
  }

  @Test func `an upload may have an address on another host, which receives no credentials`() async throws {
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

  @Test func `a token in the address of an upload resumes it and is never printed`() async throws {
    let token = "token=opensesame"
    let source = try place.source(size: 5000)
    let peer = try await TusPeer { behavior in
      behavior.location = { "\($0)?\(token)" }
      behavior.interruption = { request in
        ["HEAD", "PATCH"].contains(request.method) && !request.path.hasSuffix(token) ? .answer(401) : nil
      }
    }
    let reports = Reports()

    let file = try await withTransport { transport in
      let engine = TusEngine(endpoint: peer.endpoint, transport: transport)
      _ = try await engine.send(place.transfer(source), report: reports.report)
      peer.change("/files/1") { $0?.data.removeLast(2000) }
      return try await engine.send(place.transfer(source, checkpoint: reports.checkpoints.last), report: reports.report)
    }

    #expect(peer.held["/files/1"]?.data == SourceFolder.bytes(5000) && peer.held.count == 1)
    #expect(file.location.hasSuffix(token) && file.printableLocation == peer.endpoint.inside("1").text + "?token=…")
    var dumped = ""
    dump([file] as [Any] + reports.checkpoints, to: &dumped)
    for text in ["\(file)", String(reflecting: file), "\(reports.events)", dumped] {
      #expect(!text.contains("opensesame"), "\(text)")
    }
  }

  @Test(arguments: [nil, "ftp://h/x", "", "mailto:x"])
  func `a server that returns no address for an upload is rejected`(location: String?) async throws {
    let peer = try await TusPeer { behavior in
      behavior.interruption = { request in
        request.method == "POST" ? .answer(201, location.map { ["Location": $0] } ?? [:]) : nil
      }
    }
    let failure = try await failure(of: peer)
    #expect(
      failure?.cause == .protocol && failure?.message.contains("did not return an address") == true || location == "")
  }

  @Test func `a Location with an invalid port fails the attempt, not the program`() async throws {
    let peer = try await TusPeer { $0.location = { _ in "http://127.0.0.1:70000/files/1" } }

    let failure = try await failure(of: peer)

    #expect(failure?.cause == .protocol && failure?.message.contains("did not return an address") == true)
  }

  @Test func `a checkpoint with an invalid port is ignored`() throws {
    let values = ["url": "http://h:70000/1", "endpoint": "http://h/", "source": "s"]

    #expect(TusUploadState(Checkpoint(values: values, confirmed: 0)) == nil)
    #expect(TusUploadState(Checkpoint(values: values.merging(["url": "http://h:7/1"]) { $1 }, confirmed: 0)) != nil)
  }

  @Test(arguments: ["OPTIONS", "PATCH"])
  func `a sign-in page that responds to everything is retried, and no capabilities follow from it`(
    method: String
  ) async throws {
    let isShown = Mutex<Bool?>(nil)
    let peer = try await TusPeer { behavior in
      behavior.extensions += ",checksum"
      behavior.checksums = "sha1"
      behavior.interruption = { request in
        isShown.withLock { isShown in
          if isShown == nil, request.method == method { isShown = true }
          return isShown == true ? .answer(200, ["Content-Type": "text/html"]) : nil
        }
      }
    }
    let source = try place.source(size: 5000)

    try await withTransport { transport in
      let engine = TusEngine(endpoint: peer.endpoint, transport: transport)
      let failure = await #expect(throws: UploadFailure.self) {
        try await engine.send(place.transfer(source), report: Reports().report)
      }
      #expect(failure?.cause == .unavailable && failure?.retry == .later)
      isShown.withLock { $0 = false }
      _ = try await engine.send(place.transfer(source), report: Reports().report)
    }

    #expect(peer.requests.last { $0.method == "PATCH" }?.header("Upload-Checksum")?.hasPrefix("sha1 ") == true)
  }

  @Test func `a server of another version is rejected`() async throws {
    let peer = try await TusPeer { behavior in
      behavior.interruption = { $0.method == "OPTIONS" ? .answer(204, ["Tus-Version": "0.2.2"]) : nil }
    }
    let failure = try await failure(of: peer)
    #expect(failure?.cause == .protocol && failure?.message.contains("0.2.2") == true && peer.lines.isEmpty)
    let strict = try await TusPeer { $0.interruption = { $0.method == "POST" ? .answer(412) : nil } }
    #expect(try await self.failure(of: strict)?.cause == .protocol, "412 refers to the version here")
  }

  @Test func `the capabilities follow from the response to OPTIONS, or are minimal`() async throws {
    let peer = try await TusPeer { $0.maximumSize = 1_000_000 }
    let silent = try await TusPeer { $0.interruption = { $0.method == "OPTIONS" ? .answer(405) : nil } }
    try await withTransport { transport in
      let info = try await TusEngine(endpoint: peer.endpoint, transport: transport).destinationInfo(for: 7, in: nil)
      #expect(
        info
          == DestinationInfo(
            engine: "tus 1.0.0", resumption: .supported, publishesAtomically: true, maximumSize: 1_000_000))
      let other = try await TusEngine(endpoint: silent.endpoint, transport: transport).destinationInfo(for: 7, in: nil)
      #expect(other == DestinationInfo(engine: "tus 1.0.0", resumption: .supported, publishesAtomically: true))
    }
  }

  @Test func `a download is complete or absent, and the file can be deleted`() async throws {
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
      let failure = await #expect(throws: UploadFailure.self) { try await engine.fetch(wrong, to: target) }
      #expect(failure?.cause == .corrupted && failure?.message.hasSuffix("Nothing was saved.") == true)
      try await engine.verify(file)
      let unlike = await #expect(throws: UploadFailure.self) { try await engine.verify(wrong) }
      #expect(unlike?.cause == .corrupted && unlike?.message.contains("saved") == false)
      #expect(try FileManager.default.contentsOfDirectory(atPath: place.url.path) == ["letters.txt"])
      try await engine.fetch(file, to: target)
      #expect(FileManager.default.contents(atPath: target.string) == Data(text))
      let taken = await #expect(throws: UploadFailure.self) { try await engine.fetch(file, to: target) }
      #expect(taken?.cause == .duplicate(size: nil))
      try await engine.delete(file)
      #expect(peer.held.isEmpty)
      try await engine.delete(file)
      await #expect(throws: UploadFailure.self) { try await engine.fetch(file, to: target) }
      let gone = await #expect(throws: UploadFailure.self) { try await engine.verify(file) }
      #expect(gone?.cause == .missing)
    }
  }
}
