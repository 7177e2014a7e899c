import Foundation
import ShowroomTestSupport
import Synchronization
import Testing

@testable import ShowroomUploads

@Suite("S3 uploads")
struct S3SendingTests {
  @Test func `a small file is stored with its checksum, and only if the key is free`() async throws {
    let fixture = try await S3Fixture()
    let source = try fixture.place.source("scan.pdf", size: 70_000)
    let file = try await fixture.send(fixture.place.transfer(source))
    let bytes = SourceFolder.bytes(70_000)
    let sha256 = Digests.hexadecimal("SHA256", of: bytes)
    #expect(file == StoredFile(name: "scan.pdf", location: "scans/7/scan.pdf", size: 70_000, sha256: sha256))
    #expect(fixture.peer.store.objects["scans/7/scan.pdf"]?.bytes == bytes)
    #expect(fixture.peer.store.objects["scans/7/scan.pdf"]?.metadata["x-amz-meta-sha256"] == sha256)
    #expect(fixture.peer.store.lines == ["HEAD scans/7/scan.pdf", "PUT scans/7/scan.pdf"])
    #expect(fixture.peer.store.received[1].headers["If-None-Match"] == "*")
    #expect(fixture.reports.sent.last == 70_000)
    #expect(fixture.reports.events.last == .verifying)
    let checkpoint = try #require(fixture.reports.checkpoints.first)
    #expect(fixture.reports.checkpoints.count == 1 && checkpoint.values["key"] == file.location)
  }

  @Test(arguments: [70_000, part + 1])
  func `an object has the file's modification time, as rclone stores it`(size: Int) async throws {
    let fixture = try await S3Fixture()
    let source = try fixture.place.source("scan.pdf", size: size, modified: 1_600_000_000)

    _ = try await fixture.send(fixture.place.transfer(source))

    #expect(fixture.peer.store.objects["scans/7/scan.pdf"]?.metadata["x-amz-meta-mtime"] == "1600000000")
  }

  @Test(arguments: [false, true])
  func `a store that refuses to replace objects is not checked before small files are sent`(ignoresConditions: Bool)
    async throws
  {
    let fixture = try await S3Fixture(S3Store(ignoresConditions: ignoresConditions))
    let existing = try fixture.place.source("a4.pdf", size: 50)
    fixture.peer.store.content.withLock { $0.objects["scans/7/a5.pdf"] = S3Store.Object(bytes: [1, 2]) }

    try await fixture.withEngine { engine in
      for name in ["a1.pdf", "a2.pdf", "a3.pdf", "a4.pdf"] {
        let source = name == "a4.pdf" ? existing : try fixture.place.source(name, size: 50)
        _ = try await engine.send(fixture.place.transfer(source), report: fixture.reports.report)
      }
      let failure = await #expect(throws: UploadFailure.self) {
        try await engine.send(
          fixture.place.transfer(fixture.place.source("a5.pdf", size: 50)), report: fixture.reports.report)
      }
      #expect(failure?.cause == .duplicate(size: 2))
      let both = try await engine.send(
        fixture.place.transfer(fixture.place.source("a5.pdf", size: 60), onDuplicate: .keepBoth),
        report: fixture.reports.report)
      #expect(both.name == "a5 (2).pdf")
      // The response was lost.
      let again = try await engine.send(fixture.place.transfer(existing), report: fixture.reports.report)
      #expect(again.name == "a4.pdf")
    }

    let asked = Set(fixture.peer.store.lines.filter { $0.hasPrefix("HEAD") })
    #expect(asked.contains("HEAD scans/7/a2.pdf"))
    #expect(asked.contains("HEAD scans/7/a3.pdf") == ignoresConditions)
    #expect(fixture.peer.store.objects["scans/7/a5.pdf"]?.bytes == [1, 2])
    #expect(fixture.peer.store.lines.count { $0 == "PUT scans/7/a2.pdf" } == 2, "tested once")
    #expect(fixture.peer.store.lines.count { $0.hasPrefix("PUT") } == (ignoresConditions ? 6 : 9))
  }

  @Test func `an empty file is stored`() async throws {
    let fixture = try await S3Fixture()
    let file = try await fixture.send(fixture.place.transfer(try fixture.place.source("empty", bytes: [])))
    #expect(file.sha256 == S3Request.emptyHash)
    #expect(fixture.peer.store.objects["scans/7/empty"]?.bytes == [])
  }

  @Test(arguments: [
    "a b+c.pdf", "100% sure?.txt", "현대 아이오닉 5.pdf", "été~'()*!@$&=;,.txt", "a//b", "..", "%2F", "x\u{1F697}.jpg",
  ])
  func `a key contains every file name unchanged`(_ name: String) async throws {
    let fixture = try await S3Fixture()
    let file = try await fixture.send(fixture.place.transfer(try fixture.place.source(), as: name))
    #expect(fixture.peer.store.objects.keys.map { $0 } == ["scans/7/" + name])
    #expect(file.location == "scans/7/" + name)
    let found = try await fixture.withEngine { try await $0.destinationInfo(for: 7, in: nil) }.files
    #expect(found?.map(\.name) == [name])
    try await fixture.withEngine { try await $0.delete(file) }
    #expect(fixture.peer.store.objects == [:])
  }

  @Test func `the options of the address are sent and signed with small and large objects`() async throws {
    let options = "&storage-class=STANDARD_IA&encryption=aws:kms&kms-key=arn:aws:kms:x:1:key/2&content-type=image/jpeg"
    for size in [5000, 17 << 20] {
      // The store refuses the object, so no part of the large file is read.
      let fixture = try await S3Fixture { ["PUT", "POST"].contains($0.method) ? .answers(S3Reply(status: 403)) : nil }
      let transfer = fixture.place.transfer(try fixture.place.large(size: size))
      try await fixture.withEngine(fixture.peer.location(options: options)) { engine in
        await #expect(throws: UploadFailure.self) { try await engine.send(transfer, report: fixture.reports.report) }
      }
      let created = try #require(
        fixture.peer.store.received.first { $0.method == (size == 5000 ? "PUT" : "POST") })
      #expect(created.headers["x-amz-storage-class"] == "STANDARD_IA")
      #expect(created.headers["x-amz-server-side-encryption"] == "aws:kms")
      #expect(created.headers["x-amz-server-side-encryption-aws-kms-key-id"] == "arn:aws:kms:x:1:key/2")
      #expect(created.headers["Content-Type"] == "image/jpeg")
    }
  }

  @Test func `a session token is sent and signed`() async throws {
    var fixture = try await S3Fixture()
    fixture.credentials = .accessKey(id: S3Store.keyID, secret: S3Store.secret, session: "a-token")
    _ = try await fixture.send(fixture.place.transfer(try fixture.place.source()))
    #expect(fixture.peer.store.received[1].headers["x-amz-security-token"] == "a-token")
  }

  @Test func `a taken name fails the upload before a byte is sent`() async throws {
    let fixture = try await S3Fixture(S3Store(["scans/7/scan.pdf": [1, 2, 3]]))
    let failure = try await fixture.failure(of: fixture.place.transfer(try fixture.place.source()))
    #expect(failure.cause == .duplicate(size: 3))
    #expect(failure.retry == .never)
    #expect(fixture.peer.store.lines == ["HEAD scans/7/scan.pdf", "HEAD scans/7/.a1b2c3.absent.upload"])
  }

  @Test func `a name that is taken during the upload is not overwritten`() async throws {
    let fixture = try await S3Fixture(S3Store(["scans/7/scan.pdf": [1]])) { request in
      request.method == "HEAD" ? .answers(S3Reply(status: 404)) : nil
    }
    let failure = try await fixture.failure(of: fixture.place.transfer(try fixture.place.source()))
    #expect(failure.cause == .duplicate(size: nil))
    #expect(failure.serverText?.hasPrefix("PreconditionFailed") == true)
    #expect(fixture.peer.store.objects["scans/7/scan.pdf"]?.bytes == [1])
  }

  @Test func `keeping both uses the next free number, even if the check gets no response`() async throws {
    let taken = ["scans/7/scan.pdf": [UInt8(1)], "scans/7/scan (2).pdf": [2]]
    for mayAsk in [true, false] {
      let fixture = try await S3Fixture(S3Store(taken)) { request in
        request.method == "HEAD" && !mayAsk ? .answers(S3Reply(status: 403)) : nil
      }
      let source = try fixture.place.source()
      let file = try await fixture.send(fixture.place.transfer(source, onDuplicate: .keepBoth))
      #expect(file.name == "scan (3).pdf")
      #expect(fixture.peer.store.objects.count == 3)
      #expect(fixture.peer.store.objects["scans/7/scan (2).pdf"]?.bytes == [2])
    }
  }

  @Test func `replacing overwrites the existing object without a check`() async throws {
    let fixture = try await S3Fixture(S3Store(["scans/7/scan.pdf": [1]]))
    let source = try fixture.place.source(size: 10)
    _ = try await fixture.send(fixture.place.transfer(source, onDuplicate: .replace))
    #expect(fixture.peer.store.objects["scans/7/scan.pdf"]?.bytes == SourceFolder.bytes(10))
    #expect(fixture.peer.store.lines == ["PUT scans/7/scan.pdf"])
    #expect(fixture.peer.store.received[0].headers["If-None-Match"] == nil)
  }

  @Test func `an upload whose response was lost is recognized and not sent again`() async throws {
    let fixture = try await S3Fixture { $0.method == "PUT" ? .losesAnswer : nil }
    let transfer = fixture.place.transfer(try fixture.place.source())
    #expect(try await fixture.failure(of: transfer).cause == .unavailable)
    let file = try await fixture.send(transfer)
    #expect(file.location == "scans/7/scan.pdf")
    #expect(fixture.peer.store.lines.filter { $0.hasPrefix("PUT") }.count == 1)
  }

  @Test(arguments: [DuplicatePolicy.fail, .keepBoth])
  func `an object that is stored after its upload has failed is recognized and not stored again`(
    policy: DuplicatePolicy
  ) async throws {
    let (store, first) = (S3Store(), Once())
    let fixture = try await S3Fixture(store) { request in
      guard request.method == "PUT" else { return nil }
      if first.claim() { return .answers(S3Reply(status: 504)) }
      // The store completes the first request only now.
      if let earlier = store.received.first(where: { $0.method == "PUT" }) { _ = store.reply(to: earlier) }
      return nil
    }
    let source = try fixture.place.source()
    let failure = try await fixture.failure(of: fixture.place.transfer(source, onDuplicate: policy))
    let checkpoint = try #require(fixture.reports.checkpoints.last)

    let file = try await fixture.send(fixture.place.transfer(source, onDuplicate: policy, checkpoint: checkpoint))

    #expect(failure.status == 504 && file.location == "scans/7/scan.pdf")
    #expect(store.objects.keys.sorted() == ["scans/7/scan.pdf"])
    #expect(!store.lines.contains { $0.hasPrefix("DELETE") })
  }

  @Test func `an object that is recorded stays if the file of the upload that stored it changes`() async throws {
    let first = Once()
    let fixture = try await S3Fixture { $0.method == "PUT" && first.claim() ? .losesAnswer : nil }
    _ = try await fixture.failure(of: fixture.place.transfer(try fixture.place.source()))
    let key = "scans/7/scan.pdf"
    var changed = fixture.place.transfer(
      try fixture.place.source(size: 999), checkpoint: fixture.reports.checkpoints.last)
    // Another upload of the same file was skipped, because the object was there.
    changed.recorded = [StoredFile(name: "scan.pdf", location: key, size: 1000)]

    let failure = try await fixture.failure(of: changed)

    #expect(failure.cause == .duplicate(size: 1000))
    #expect(fixture.peer.store.holds(SourceFolder.bytes(1000), under: key))
  }

  @Test(arguments: zip([400, 401, 403], ["ExpiredToken", "Unauthorized", "RequestTimeTooSkewed"]))
  func `an object whose response was lost is not taken for discarded while the store rejects the key`(
    status: Int, code: String
  ) async throws {
    let isRejecting = Mutex(false)
    let fixture = try await S3Fixture { request in
      if isRejecting.withLock({ $0 }) { return .answers(.error(status, code)) }
      return request.method == "PUT" ? .losesAnswer : nil
    }
    let source = try fixture.place.source()
    _ = try await fixture.failure(of: fixture.place.transfer(source))
    let checkpoint = try #require(fixture.reports.checkpoints.last)
    let interrupted = fixture.place.transfer(source, checkpoint: checkpoint)
    isRejecting.withLock { $0 = true }

    let failure = try await fixture.withEngine { engine in
      await #expect(throws: UploadFailure.self) { try await engine.discard(interrupted) {} }
    }

    #expect(failure?.status == status && failure?.serverText?.hasPrefix(code) == true)
    #expect(fixture.peer.store.objects.count == 1)
    isRejecting.withLock { $0 = false }
    let warning = try await fixture.withEngine { try await $0.discard(interrupted) {} }
    #expect(warning == nil && fixture.peer.store.objects.isEmpty)
  }

  @Test func `an object of another upload with the same size is a duplicate`() async throws {
    let fixture = try await S3Fixture()
    let source = try fixture.place.source()
    _ = try await fixture.send(fixture.place.transfer(source))
    var other = fixture.place.transfer(source)
    other.id = "another"
    #expect(try await fixture.failure(of: other).cause == .duplicate(size: 1000))
  }

  @Test func `a store without conditional requests receives unconditional ones`() async throws {
    let fixture = try await S3Fixture { request in
      request.headers["If-None-Match"] != nil ? .answers(.error(501, "NotImplemented")) : nil
    }
    _ = try await fixture.send(fixture.place.transfer(try fixture.place.source()))
    #expect(fixture.peer.store.objects.count == 1)
  }

  @Test func `a missing access key fails before a request, with the sources of keys`() async throws {
    var fixture = try await S3Fixture()
    fixture.credentials = nil
    let failure = try await fixture.failure(of: fixture.place.transfer(try fixture.place.source()))
    #expect(failure.cause == .unauthorized)
    #expect(failure.message.contains("AWS_ACCESS_KEY_ID"))
    #expect(fixture.peer.store.lines == [])
  }

  @Test func `a file of more than 5 TiB is rejected before a request`() async throws {
    let fixture = try await S3Fixture()
    var source = try fixture.place.source()
    source.size = (5 << 40) + 1
    let failure = try await fixture.failure(of: fixture.place.transfer(source))
    #expect(failure.cause == .noSpace)
    #expect(failure.message == "scan.pdf is larger than 5 TiB, the limit of S3; split the file.")
    #expect(fixture.peer.store.lines == [])
  }

  @Test func `a file that changed after it was selected is not stored`() async throws {
    let fixture = try await S3Fixture()
    var source = try fixture.place.source()
    source.modified -= 1
    #expect(try await fixture.failure(of: fixture.place.transfer(source)).cause == .source)
    #expect(fixture.peer.store.objects == [:])
  }
}
