import Foundation
import ShowroomTestSupport
import Synchronization
import Testing

@testable import ShowroomUploads

@Suite("HTTP transport", .timeLimit(.minutes(20)))
struct TransportBodyTests {
  let place: SourceFolder

  init() throws { place = try SourceFolder() }

  private func put(_ url: String, _ body: HTTPBody) -> HTTPRequest { HTTPRequest("PUT", address(url), body: body) }

  @Test func `a body arrives byte for byte, and its progress ends at its size`() async throws {
    let source = try place.source(size: 300_001)
    let peer = try await FaultyPeer { _ in .answer(201) }
    let progress = Mutex<[Int64]>([])
    let response = try await withTransport { transport in
      try await transport.send(put(peer.url("/a"), .file(FileRange(source)))) { bytes in
        progress.withLock { $0.append(bytes) }
      }
    }
    #expect(response.status == 201 && response.bytesSent == 300_001)
    #expect(peer.requests.first?.body == SourceFolder.bytes(300_001))
    #expect(peer.requests.first?.header("Content-Length") == "300001")
    let steps = progress.withLock { $0 }
    #expect(steps.last == 300_001 && steps == steps.sorted() && Set(steps).count == steps.count)
  }

  @Test func `a body can be a range of a file, bytes or empty`() async throws {
    let source = try place.source(size: 1000)
    let peer = try await FaultyPeer { _ in .answer(201) }
    try await withTransport { transport in
      _ = try await transport.send(put(peer.url(), .file(FileRange(source, from: 900, length: 5000))))
      _ = try await transport.send(put(peer.url(), .file(FileRange(source, from: 10, length: 5))))
      _ = try await transport.send(put(peer.url(), .file(FileRange(try place.source("empty", size: 0)))))
      _ = try await transport.send(put(peer.url(), .bytes([1, 2, 3])))
    }
    let all = SourceFolder.bytes(1000)
    #expect(peer.requests.map(\.body) == [Array(all[900...]), Array(all[10..<15]), [], [1, 2, 3]])
    #expect(peer.requests[2].header("Content-Length") == "0")
  }

  @Test(arguments: [1, 65_536, 1 << 20, 1 << 20 + 1, 3 << 20 + 7])
  func `a checksum follows the data in chunks of a mebibyte`(size: Int) async throws {
    let source = try place.source(size: size + 10)
    let peer = try await FaultyPeer(keptBytes: .max) { _ in .answer(200) }
    let checksum = BodyChecksum()
    let progress = Mutex<[Int64]>([])
    let range = FileRange(source, from: 10)

    let response = try await withTransport { transport in
      try await transport.send(put(peer.url(), .checksummed(range, checksum))) { bytes in
        progress.withLock { $0.append(bytes) }
      }
    }

    let received = try #require(peer.requests.first)
    let body = try #require(DecodedChunks(received.body))
    #expect(body.data == Array(SourceFolder.bytes(size + 10)[10...]))
    let value = try #require(checksum.value).value
    #expect(body.trailer == ["x-amz-checksum-crc64nvme": ChunkedFraming.text(value)])
    if size < 100_000 { #expect(body.trailer.values.first == DecodedChunks.checksum(body.data)) }
    #expect(received.header("Content-Length") == "\(received.body.count)")
    #expect(response.bytesSent == Int64(received.body.count) && !response.isPremature)
    let framing = ChunkedFraming(length: Int64(size))
    let steps = progress.withLock { $0 }.map(framing.decoded)
    #expect(steps == steps.sorted() && steps.last == Int64(size))
    #expect((0...framing.encodedLength).lazy.filter { $0 % 977 == 0 }.allSatisfy { framing.decoded($0) <= $0 })
  }

  @Test func `a range that was read before is sent from memory, unless its file has changed`() async throws {
    let source = try place.source(size: 5000)
    let peer = try await FaultyPeer { _ in .answer(200) }
    let digest = try FileDigest()
    var request = put(peer.url(), .loaded(FileRange(source, from: 100, length: 3), [7, 8, 9]))
    request.digest = digest

    try await withTransport { transport in
      _ = try await transport.send(request)
      #expect(peer.requests.first?.body == [7, 8, 9])
      _ = try place.rewrite(source, with: [1])
      let failure = await #expect(throws: UploadFailure.self) { try await transport.send(request) }
      #expect(failure?.cause == .source)
    }
    #expect(digest.value(ofSize: 5000) == nil, "bytes before the range are missing")
  }

  @Test func `the digest of a file is that of the pieces that were sent, and of those that were not`() async throws {
    let bytes = SourceFolder.bytes(9_000_000)
    let source = try place.source("a.bin", bytes: bytes)
    let sha256 = Digests.hexadecimal("SHA256", of: bytes)
    func take(_ range: Range<Int>, _ digest: FileDigest) {
      bytes[range].withUnsafeBytes { digest.take($0, at: Int64(range.lowerBound)) }
    }
    // In order, overlapping and repeated, and with gaps.
    let whole = [[0..<9_000_000], [0..<100, 50..<200, 0..<100, 200..<9_000_000]]
    for ranges in whole + [[0..<10, 4_000_000..<9_000_000], [5..<10], []] {
      let digest = try FileDigest()
      for range in ranges { take(range, digest) }
      #expect(digest.value(ofSize: 9_000_000) == (whole.contains(ranges) ? sha256 : nil))
      let completed = try await withTransport { try await $0.sha256(of: source, digest: digest, report: { _ in }) }
      #expect(completed == sha256)
    }
  }

  @Test(arguments: [413, 401, 405, 307])
  func `a response that arrives before the end of the body counts`(status: Int) async throws {
    let source = try place.large()
    let peer = try await FaultyPeer { _ in
      FaultyPeer.Early(after: 100_000, reply: .answer(status, ["Connection": "close"], "no"))
    } answer: { _ in
      .answer(201)
    }
    let response = try await withTransport { transport in
      var request = put(peer.url(), .file(FileRange(source)))
      request.redirects = .handOver
      return try await transport.send(request)
    }
    #expect(response.status == status && String(decoding: response.body, as: UTF8.self) == "no")
    #expect(response.bytesSent < source.size)
  }

  @Test(arguments: Change.allCases)
  func `a file that changes during the request never arrives completely`(_ change: Change) async throws {
    let source = try place.large(size: 32 << 20)
    let path = source.path.string
    // The server makes the change before it reads the body, of which the buffers hold only a part.
    let peer = try await FaultyPeer { _ in
      change.make(path)
      return nil
    } answer: { _ in
      .answer(201)
    }
    let failure = await #expect(throws: UploadFailure.self) {
      try await withTransport { try await $0.send(put(peer.url(), .file(FileRange(source)))) }
    }
    #expect(failure?.cause == .source && failure?.retry == .never)
    #expect(failure?.message.contains("large.bin") == true && failure?.message.hasSuffix(".") == true)
    #expect(peer.requests.count == 1)
    #expect((peer.requests.first?.received ?? 0) < 32 << 20)
  }

  enum Change: CaseIterable {
    case grows, shrinks, isWritten, isReplaced, vanishes

    func make(_ path: String) {
      switch self {
      case .grows: truncate(path, 33 << 20)
      case .shrinks: truncate(path, 1 << 20)
      case .isWritten:
        // The current time may be that of the file's creation.
        utimes(path, [timeval](repeating: timeval(tv_sec: 1_600_000_000, tv_usec: 0), count: 2))
      case .isReplaced:
        rename(path, path + ".old")
        try? Data(count: 32 << 20).write(to: URL(fileURLWithPath: path))
      case .vanishes: unlink(path)
      }
    }
  }

  @Test func `a missing file fails before a request is sent`() async throws {
    let source = try place.source()
    try FileManager.default.removeItem(atPath: source.path.string)
    let peer = try await FaultyPeer { _ in .answer(201) }
    let failure = await #expect(throws: UploadFailure.self) {
      try await withTransport { try await $0.send(put(peer.url(), .file(FileRange(source)))) }
    }
    #expect(failure?.cause == .source && peer.requests.isEmpty)
  }

  @Test func `an error thrown by the progress ends the request`() async throws {
    let source = try place.large()
    let peer = try await FaultyPeer { _ in .answer(201) }
    await #expect(throws: UploadFailure(.store, "The database is full.")) {
      try await withTransport { transport in
        try await transport.send(put(peer.url(), .file(FileRange(source)))) { _ throws(UploadFailure) in
          throw UploadFailure(.store, "The database is full.")
        }
      }
    }
  }

  @Test func `an error thrown by the progress is not lost when the response arrives first`() async throws {
    let source = try place.source(size: 200_000)
    let peer = try await FaultyPeer { _ in .answer(201) }
    await #expect(throws: UploadFailure(.store, "The database is full.")) {
      try await withTransport { transport in
        try await transport.send(put(peer.url(), .file(FileRange(source)))) { bytes throws(UploadFailure) in
          guard bytes == 200_000 else { return }
          for _ in 0..<2000 { await Task.yield() }
          throw UploadFailure(.store, "The database is full.")
        }
      }
    }
  }

  @Test func `progress is complete before the response, and never reported after it`() async throws {
    let source = try place.source(size: 200_000)
    let large = try place.large()
    let peer = try await FaultyPeer { request in
      request.path == "/early" ? .init(after: 1000, reply: .answer(413, ["Connection": "close"])) : nil
    } answer: { _ in
      .answer(201)
    }
    try await withTransport { transport in
      for (path, source) in [("/whole", source), ("/early", large)] {
        let told = Mutex<[Int64]>([])
        let response = try await transport.send(put(peer.url(path), .file(FileRange(source)))) { bytes in
          // The report is slow, so the response arrives before it returns.
          for _ in 0..<200 { await Task.yield() }
          told.withLock { $0.append(bytes) }
        }
        let heard = told.withLock { $0 }
        #expect(path == "/early" ? response.status == 413 : heard.last == 200_000)
        for _ in 0..<1000 { await Task.yield() }
        #expect(told.withLock { $0 } == heard)
      }
    }
  }

  @Test func `the body of a response is kept up to the limit`() async throws {
    let peer = try await FaultyPeer { _ in .answer(200, [:], String(repeating: "x", count: 5000)) }
    try await withTransport { transport in
      var request = HTTPRequest("GET", address(peer.url()))
      request.responseLimit = 4999
      let cut = try await transport.send(request)
      #expect(cut.body.count == 4999 && cut.isCut)
      request.responseLimit = 5000
      let whole = try await transport.send(request)
      #expect(whole.body.count == 5000 && !whole.isCut)
    }
  }
}
