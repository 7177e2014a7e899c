import Foundation
import ShowroomFiles
import ShowroomTestSupport
import Synchronization
import Testing

@testable import ShowroomUploads

@Suite(
  "S3 checksums", .timeLimit(.minutes(20)),
  .enabled(if: TestCertificate.canBeMade, "skipped: openssl is not installed"))
struct S3ChecksumTests {
  private static let key = "scans/7/film.mp4"
  /// The size of a part.
  private static let part = 8 << 10
  private static let size = 2 * part + 5
  private let certificate: TestCertificate

  init() async throws { certificate = try await TestCertificate() }

  private func fixture(
    _ checksums: S3Checksums, encrypts: Bool = false,
    fault: @escaping @Sendable (S3Received) -> S3Peer.Fault? = { _ in nil }
  ) async throws -> S3Fixture {
    var fixture = try await S3Fixture(
      S3Store(encrypts: encrypts, checksums: checksums), tls: certificate, fault: fault)
    fixture.partSizes = PartPlan.Sizes(usual: Int64(Self.part), smallest: 1)
    return fixture
  }

  /// The requests for parts: their numbers, and whether each was signed.
  private func parts(_ fixture: S3Fixture) -> [String] {
    fixture.peer.store.received.compactMap { request in
      request.method == "PUT" ? request.partNumber.map { "\($0) \(request.isSigned ? "signed" : "checked")" } : nil
    }
  }

  private func fill(_ fixture: S3Fixture) throws -> (source: UploadSource, bytes: [UInt8]) {
    (try fixture.place.source("film.mp4", size: Self.size), SourceFolder.bytes(Self.size))
  }

  @Test(arguments: [false, true])
  func `parts are sent with checksums that combine to that of the object`(encrypts: Bool) async throws {
    let fixture = try await fixture(.verified(refusesOthers: true), encrypts: encrypts)
    let (source, bytes) = try fill(fixture)

    let file = try await fixture.send(fixture.place.transfer(source))

    #expect(file.sha256 == Digests.hexadecimal("SHA256", of: bytes))
    #expect(fixture.peer.store.holds(bytes, under: Self.key))
    let lines = fixture.peer.store.lines
    #expect(
      lines.prefix(5) == [
        "HEAD \(Self.key)", "GET - uploads", "POST \(Self.key) uploads", "PUT \(Self.key) part 1",
        "PUT \(Self.key) part 1",
      ])
    #expect(lines.dropFirst(5).dropLast().sorted() == (1...3).map { "PUT \(Self.key) part \($0)" })
    #expect(lines.last == "POST \(Self.key) upload", "the checksum is the proof, whatever the ETag is")
    #expect(parts(fixture).allSatisfy { $0.hasSuffix("checked") })
    let completion = fixture.peer.store.received.last
    #expect(completion?.headers["x-amz-checksum-crc64nvme"] == DecodedChunks.checksum(bytes))
    #expect(completion?.headers["x-amz-checksum-type"] == "FULL_OBJECT")
    #expect(fixture.reports.checkpoints.last?.values["checksums"] == "crc64nvme")
    #expect(fixture.reports.checkpoints.last?.values["md5"] == (encrypts ? "no" : "yes"))
    #expect(!fixture.reports.events.contains { if case .hashing = $0 { true } else { false } })
    #expect(fixture.reports.sent == fixture.reports.sent.sorted() && fixture.reports.sent.last == Int64(Self.size))
  }

  @Test func `checksums are tried once for all uploads to a store`() async throws {
    let fixture = try await fixture(.verified(refusesOthers: true))
    let (source, _) = try fill(fixture)

    try await fixture.withEngine { engine in
      for name in ["a.mp4", "b.mp4", "c.mp4"] {
        _ = try await engine.send(fixture.place.transfer(source, as: name), report: fixture.reports.report)
      }
    }

    #expect(parts(fixture).count == 2 + 3 * 3)
  }

  @Test(arguments: [
    S3Checksums.refused(status: 400, code: "InvalidRequest"), .refused(status: 400, code: "InvalidArgument"),
    .refused(status: 501, code: "NotImplemented"), .refused(status: 403, code: "SignatureDoesNotMatch"),
    .refusedAtCreation(status: 400, code: "InvalidArgument"), .refusedAtCreation(status: 501, code: "NotImplemented"),
    .silent, .dropped, .raw, .computedWrongly, .echoed,
  ])
  func `a store that does not verify checksums receives every part once, signed`(checksums: S3Checksums) async throws {
    let fixture = try await fixture(checksums)
    let (source, bytes) = try fill(fixture)

    try await fixture.withEngine { engine in
      let file = try await engine.send(fixture.place.transfer(source), report: fixture.reports.report)
      #expect(file.sha256 == Digests.hexadecimal("SHA256", of: bytes))
      _ = try await engine.send(fixture.place.transfer(source, as: "other.mp4"), report: fixture.reports.report)
    }

    #expect(fixture.peer.store.holds(bytes, under: Self.key))
    #expect(fixture.peer.store.holds(bytes, under: "scans/7/other.mp4"))
    #expect(fixture.peer.store.uploads.isEmpty)
    let signed = parts(fixture).filter { $0.hasSuffix("signed") }
    #expect(signed.sorted() == ["1 signed", "1 signed", "2 signed", "2 signed", "3 signed", "3 signed"])
    #expect(parts(fixture).count - signed.count <= 2, "and a few bytes with checksums")
  }

  @Test(arguments: [false, true])
  func `an object whose checksum the store computes wrongly is read back unless the ETag proves it`(
    isRefused: Bool
  ) async throws {
    for encrypts in [false, true] {
      let fixture = try await fixture(.combinedWrongly(isRefused: isRefused), encrypts: encrypts)
      let (source, bytes) = try fill(fixture)

      _ = try await fixture.send(fixture.place.transfer(source))

      #expect(fixture.peer.store.holds(bytes, under: Self.key))
      let combined = fixture.peer.store.lines.count { $0 == "POST \(Self.key) upload" }
      #expect(combined == (isRefused ? 2 : 1))
      let last = fixture.peer.store.lines.suffix(2)
      #expect(last.last == (encrypts ? "GET \(Self.key)" : "POST \(Self.key) upload"))
      if encrypts { #expect(last.first == "HEAD \(Self.key)") }
    }
  }

  @Test func `a damaged object with a wrong checksum and an ETag that proves nothing is not uploaded`() async throws {
    let fixture = try await fixture(.combinedWrongly(isRefused: false), encrypts: true) { request in
      request.method == "GET" && request["uploadId"] == nil && request["uploads"] == nil
        ? .answers(S3Reply(body: Array(SourceFolder.bytes(Self.size).reversed()))) : nil
    }

    let failure = try await fixture.failure(of: fixture.place.transfer(try fill(fixture).source))

    #expect(failure.cause == .corrupted)
  }

  @Test(arguments: ["refused", "unconfirmed", "different"])
  func `a part whose checksum is suddenly not confirmed is sent again with a signature, and no other one is`(
    answer: String
  ) async throws {
    let fixture = try await fixture(.verified(refusesOthers: false)) { request in
      guard request.partNumber == 2, !request.isSigned else { return nil }
      return switch answer {
      case "refused": .answers(.error(400, "InvalidRequest"))
      case "unconfirmed": .answers(S3Reply(headers: ["ETag": "\"x\""]))
      default: .answers(S3Reply(headers: ["ETag": "\"x\"", "x-amz-checksum-crc64nvme": "AAAAAAAAAAA="]))
      }
    }
    let (source, bytes) = try fill(fixture)

    let file = try await fixture.send(fixture.place.transfer(source))

    #expect(fixture.peer.store.holds(bytes, under: Self.key) && file.size == Int64(Self.size))
    #expect(parts(fixture).filter { $0.hasPrefix("2") } == ["2 checked", "2 signed"])
    #expect(parts(fixture).filter { $0.hasPrefix("1") } == ["1 checked", "1 checked", "1 checked"])
    #expect(fixture.peer.store.received.last?.headers["x-amz-checksum-crc64nvme"] == nil)
  }

  @Test func `an upload starts over without checksums if the store wants that of a part which it did not confirm`()
    async throws
  {
    let fixture = try await fixture(.verified(refusesOthers: true)) { request in
      request.partNumber == 2 && !request.isSigned ? .answers(.error(400, "InvalidRequest")) : nil
    }
    let (source, bytes) = try fill(fixture)

    try await fixture.withEngine { engine in
      let failure = await #expect(throws: UploadFailure.self) {
        try await engine.send(fixture.place.transfer(source), report: fixture.reports.report)
      }
      #expect(failure?.cause == .checkpointGone && failure?.retry == .later)
      #expect(fixture.peer.store.uploads.isEmpty)
      _ = try await engine.send(fixture.place.transfer(source), report: fixture.reports.report)
    }

    #expect(fixture.peer.store.holds(bytes, under: Self.key))
    #expect(fixture.peer.store.uploads.isEmpty)
  }

  @Test func `checksums are given up after the connection was lost twice while one was sent`() async throws {
    let encoded = Int(ChunkedFraming(length: Int64(Self.part)).encodedLength)
    let fixture = try await fixture(.verified(refusesOthers: false)) { request in
      request.partNumber == 2 && !request.isSigned ? .hangsUpAfter(encoded - 9) : nil
    }
    let (source, bytes) = try fill(fixture)

    try await fixture.withEngine { engine in
      var checkpoint: Checkpoint?
      for _ in 1...2 {
        let transfer = fixture.place.transfer(source, checkpoint: checkpoint)
        let failure = await #expect(throws: UploadFailure.self) {
          try await engine.send(transfer, report: fixture.reports.report)
        }
        #expect(failure?.cause == .unavailable && failure?.retry == .later)
        checkpoint = fixture.reports.checkpoints.last
      }
      _ = try await engine.send(
        fixture.place.transfer(source, checkpoint: checkpoint), report: fixture.reports.report)
    }

    #expect(fixture.peer.store.holds(bytes, under: Self.key))
    #expect(parts(fixture).last == "2 signed")
    #expect(parts(fixture).filter { $0.hasPrefix("1") || $0.hasPrefix("3") }.count == 2 + 2)
  }

  @Test func `a lost connection says nothing about checksums, so the upload is signed and the next one tries again`()
    async throws
  {
    let isBroken = Mutex(true)
    let fixture = try await fixture(.verified(refusesOthers: true)) { request in
      request.partNumber == 1 && !request.isSigned && isBroken.withLock { $0 } ? .hangsUp : nil
    }
    let (source, bytes) = try fill(fixture)

    try await fixture.withEngine { engine in
      _ = try await engine.send(fixture.place.transfer(source), report: fixture.reports.report)
      #expect(parts(fixture).filter { $0.hasSuffix("signed") }.count == 3)
      isBroken.withLock { $0 = false }
      _ = try await engine.send(fixture.place.transfer(source, as: "b.mp4"), report: fixture.reports.report)
    }

    #expect(fixture.peer.store.holds(bytes, under: Self.key))
    #expect(parts(fixture).filter { $0.hasSuffix("signed") }.count == 3)
    #expect(fixture.peer.store.uploads.isEmpty)
  }

  @Test func `a resumed upload tries checksums with a missing part, and sends only that one`() async throws {
    let isBroken = Mutex(true)
    let fixture = try await fixture(.verified(refusesOthers: true), encrypts: true) { request in
      guard request.partNumber == 2, request.body.isEmpty else { return nil }
      let length = request.headers["Content-Length"].flatMap { Int($0) } ?? 0
      return length > 100 && isBroken.withLock { $0 } ? .hangsUp : nil
    }
    let (source, bytes) = try fill(fixture)
    #expect(try await fixture.failure(of: fixture.place.transfer(source)).cause == .unavailable)
    isBroken.withLock { $0 = false }
    let checkpoint = try #require(fixture.reports.checkpoints.last)
    let before = parts(fixture).count

    let file = try await fixture.send(fixture.place.transfer(source, checkpoint: checkpoint))

    #expect(file.sha256 == Digests.hexadecimal("SHA256", of: bytes))
    #expect(fixture.peer.store.holds(bytes, under: Self.key))
    #expect(parts(fixture).dropFirst(before) == ["2 checked", "2 checked", "2 checked"])
    #expect(
      fixture.peer.store.received.last?.headers["x-amz-checksum-crc64nvme"] == DecodedChunks.checksum(bytes),
      "the checksums of listed parts count")
  }

  @Test func `a trial never leaves its bytes in place of a part of the same size`() async throws {
    let fixture = try await fixture(.verified(refusesOthers: false))
    let source = try fixture.place.source("film.mp4", size: Self.part + 9)
    let bytes = SourceFolder.bytes(Self.part + 9)
    fixture.peer.store.content.withLock { content in
      var upload = S3Store.Upload(key: Self.key, metadata: [:], parts: [1: Array(bytes[..<Self.part])])
      upload.hasChecksums = true
      content.uploads["upload-1"] = upload
    }
    let checkpoint = Checkpoint(values: [
      "key": Self.key, "upload": "upload-1", "part": "\(Self.part)", "source": source.fingerprint, "md5": "yes",
      "checksums": "crc64nvme",
    ])

    _ = try await fixture.send(fixture.place.transfer(source, checkpoint: checkpoint))

    #expect(parts(fixture) == ["2 signed"])
    #expect(fixture.peer.store.holds(bytes, under: Self.key))
  }

  @Test func `a stored part with another checksum is sent again`() async throws {
    let fixture = try await fixture(.verified(refusesOthers: true), encrypts: true)
    let (source, bytes) = try fill(fixture)
    let wrong = Array(bytes[Self.part..<2 * Self.part].reversed())
    fixture.peer.store.content.withLock { content in
      var upload = S3Store.Upload(key: Self.key, metadata: [:], parts: [1: Array(bytes[..<Self.part]), 2: wrong])
      upload.hasChecksums = true
      upload.checksums = upload.parts.mapValues { DecodedChunks.checksum($0) }
      content.uploads["upload-1"] = upload
    }
    let checkpoint = Checkpoint(values: [
      "key": Self.key, "upload": "upload-1", "part": "\(Self.part)", "source": source.fingerprint, "md5": "no",
      "checksums": "crc64nvme",
    ])

    _ = try await fixture.send(fixture.place.transfer(source, checkpoint: checkpoint))

    #expect(fixture.peer.store.holds(bytes, under: Self.key))
    #expect(parts(fixture).filter { $0.hasPrefix("1") } == [])
    #expect(parts(fixture).sorted() == ["2 checked"] + Array(repeating: "3 checked", count: 3))
  }

  @Test func `a file that changes while a part is sent with its checksum is never published`() async throws {
    let place = try SourceFolder()
    let path = place.url.appendingPathComponent("film.mp4").path
    // The file changes before the store answers any part but the first, so that most of the parts have not been read:
    // at most eight are sent at the same time.
    let fixture = try await fixture(.verified(refusesOthers: true)) { request in
      if let number = request.partNumber, number > 1 {
        let file = FileHandle(forWritingAtPath: path)
        file?.write(Data([9, 9, 9]))
        file?.closeFile()
      }
      return nil
    }
    // The date is not that of a change in the same tick of the clock.
    let source = try place.source("film.mp4", size: 24 * Self.part, modified: 1_600_000_000)

    let failure = try await fixture.failure(of: place.transfer(source))

    #expect(failure.cause == .source)
    #expect(fixture.peer.store.objects == [:])
  }

  @Test func `small objects and uploads over plain HTTP are signed`() async throws {
    let secure = try await fixture(.verified(refusesOthers: true))
    _ = try await secure.send(secure.place.transfer(try secure.place.source(size: 5000)))
    var plain = try await S3Fixture()
    plain.partSizes = secure.partSizes
    _ = try await plain.send(plain.place.transfer(try fill(plain).source))

    #expect(secure.peer.store.received.allSatisfy(\.isSigned) && plain.peer.store.received.allSatisfy(\.isSigned))
    #expect(plain.peer.store.received.allSatisfy { $0.headers["x-amz-checksum-algorithm"] == nil })
  }
}
