import Foundation
import ShowroomTestSupport
import Synchronization
import Testing

@testable import ShowroomUploads

@Suite("S3 multipart uploads")
struct S3MultipartTests {
  private let key = "scans/7/film.mp4"

  @Test func `the parts form the file, and the checkpoint precedes the first one`() async throws {
    let fixture = try await S3Fixture()
    let (source, bytes) = try fixture.largeSource(size: 2 * part + 5)
    let file = try await fixture.send(fixture.place.transfer(source))
    #expect(file.sha256 == Digests.hexadecimal("SHA256", of: bytes))
    #expect(fixture.peer.store.holds(bytes, under: key))
    #expect(fixture.peer.store.uploads.isEmpty)
    let lines = fixture.peer.store.lines
    #expect(lines.prefix(3) == ["HEAD \(key)", "GET - uploads", "POST \(key) uploads"])
    #expect(lines.dropFirst(3).dropLast().sorted() == (1...3).map { "PUT \(key) part \($0)" })
    #expect(lines.last == "POST \(key) upload")
    #expect(fixture.peer.store.received.last?.headers["If-None-Match"] == "*")
    let events = fixture.reports.events
    let values = [
      "key": key, "upload": "upload-1", "part": "\(part)", "source": source.fingerprint,
      "mark": S3Object.mark(of: fixture.place.transfer(source)),
    ]
    let intent = MultipartIntent(key: key, known: [], moment: 1_790_000_000)
    #expect(events.prefix(2) == [.checkpoint(intent.checkpoint), .checkpoint(Checkpoint(values: values))])
    let confirmed = fixture.reports.checkpoints.map(\.confirmed)
    #expect(confirmed.count == 5 && confirmed == confirmed.sorted() && confirmed.last == Int64(2 * part + 5))
    #expect(fixture.reports.sent == fixture.reports.sent.sorted())
    #expect(fixture.reports.sent.last == Int64(2 * part + 5))
    #expect(events.last == .verifying)
  }

  @Test func `an upload that was interrupted in part 2 completes part 3, and resumes with part 2`() async throws {
    let isBroken = Mutex(true)
    let fixture = try await S3Fixture { $0.partNumber == 2 && isBroken.withLock { $0 } ? .hangsUp : nil }
    let (source, bytes) = try fixture.largeSource(size: 2 * part + 5)
    let failure = try await fixture.failure(of: fixture.place.transfer(source))
    #expect(failure.cause == .unavailable)
    #expect(failure.retry == .later)
    isBroken.withLock { $0 = false }
    let checkpoint = try #require(fixture.reports.checkpoints.last)
    #expect(checkpoint.confirmed == part + 5)
    let before = fixture.peer.store.lines.count
    let events = fixture.reports.events.count

    let file = try await fixture.send(fixture.place.transfer(source, checkpoint: checkpoint))
    #expect(
      fixture.peer.store.lines.dropFirst(before) == [
        "HEAD \(key)", "GET \(key) upload", "PUT \(key) part 2", "POST \(key) upload",
      ])
    #expect(fixture.peer.store.holds(bytes, under: key))
    #expect(file.sha256 == Digests.hexadecimal("SHA256", of: bytes))
    let resumed = fixture.reports.events.dropFirst(events)
    #expect(resumed.first == .checkpoint(checkpoint))
    #expect(resumed.contains(.hashing(bytes: Int64(part))))
    let sent = resumed.compactMap { if case .sent(let bytes) = $0 { bytes } else { nil } }
    #expect(sent.first.map { $0 > part } == true)
  }

  @Test func `parts of a store that encrypts are compared by size and not sent again`() async throws {
    let isBroken = Mutex(true)
    let fixture = try await S3Fixture(S3Store(encrypts: true)) {
      $0.partNumber == 3 && isBroken.withLock { $0 } ? .hangsUp : nil
    }
    let (source, bytes) = try fixture.largeSource(size: 2 * part + 5)
    _ = try await fixture.failure(of: fixture.place.transfer(source))
    isBroken.withLock { $0 = false }
    let checkpoint = try #require(fixture.reports.checkpoints.last)
    #expect(checkpoint.values["md5"] == "no")
    let before = fixture.peer.store.lines.count
    let file = try await fixture.send(fixture.place.transfer(source, checkpoint: checkpoint))
    #expect(
      fixture.peer.store.lines.dropFirst(before) == [
        "HEAD \(key)", "GET \(key) upload", "PUT \(key) part 3", "POST \(key) upload", "HEAD \(key)",
      ])
    #expect(fixture.peer.store.holds(bytes, under: key))
    #expect(file.sha256 == Digests.hexadecimal("SHA256", of: bytes))
  }

  @Test func `parts are listed page by page`() async throws {
    let isBroken = Mutex(true)
    let fixture = try await S3Fixture(S3Store(page: 1)) {
      $0.partNumber == 3 && isBroken.withLock { $0 } ? .hangsUp : nil
    }
    let (source, bytes) = try fixture.largeSource(size: 2 * part + 5)
    _ = try await fixture.failure(of: fixture.place.transfer(source))
    isBroken.withLock { $0 = false }
    _ = try await fixture.send(fixture.place.transfer(source, checkpoint: fixture.reports.checkpoints.last))
    #expect(fixture.peer.store.lines.filter { $0 == "GET \(key) upload" }.count == 2)
    #expect(fixture.peer.store.lines.filter { $0 == "PUT \(key) part 1" }.count == 1)
    #expect(fixture.peer.store.holds(bytes, under: key))
  }

  /// For each case, the markers in the server's responses, the last of which is repeated, and the markers in the
  /// expected requests. A request without a marker counts as 0.
  static let endlessMarkers: [([Int64], [Int64])] = [
    ([0], [0]), ([-7], [0]), ([5], [0, 5]), ([5, 3], [0, 5]), ([10_000], [0]), ([.max], [0]),
    ((1...20).map { $0 * 1000 }, (0...9).map { $0 * 1000 }),
  ]

  @Test(arguments: endlessMarkers)
  func `a list of parts that never ends is read up to the number of parts`(
    answered: [Int64], requested: [Int64]
  ) async throws {
    let count = Mutex(0)
    var fixture = try await S3Fixture { request in
      guard request.method == "GET", request["uploadId"] != nil else { return nil }
      let index = count.withLock { count in
        defer { count += 1 }
        return count
      }
      // The list ends after all, so that a program without a bound fails instead of reading forever.
      return .answers(
        .xml(
          "<ListPartsResult><UploadId>x</UploadId><IsTruncated>\(index < 50)</IsTruncated><NextPartNumberMarker>"
            + "\(answered[min(index, answered.count - 1)])</NextPartNumberMarker></ListPartsResult>"))
    }
    fixture.partSizes = PartPlan.Sizes(usual: 8192, smallest: 1)
    let (source, bytes) = try fixture.largeSource(size: 2 * 8192 + 5)
    fixture.peer.store.content.withLock { $0.uploads["upload-1"] = S3Store.Upload(key: key, metadata: [:]) }
    let checkpoint = Checkpoint(values: [
      "key": key, "upload": "upload-1", "part": "8192", "source": source.fingerprint,
    ])

    _ = try await fixture.send(fixture.place.transfer(source, checkpoint: checkpoint))

    let lists = fixture.peer.store.received.filter { $0.method == "GET" && $0["uploadId"] != nil }
    #expect(lists.map { $0["part-number-marker"].flatMap { Int64($0) } ?? 0 } == requested)
    #expect(fixture.peer.store.holds(bytes, under: key))
  }

  @Test func `a part that differs is sent again`() async throws {
    let fixture = try await S3Fixture()
    let (source, bytes) = try fixture.largeSource(size: 2 * part + 5)
    let wrong = [1: [UInt8](repeating: 9, count: part), 2: Array(bytes[part..<(2 * part - 1)])]
    fixture.peer.store.content.withLock {
      $0.uploads["upload-1"] = S3Store.Upload(key: key, metadata: [:], parts: wrong)
    }
    let checkpoint = Checkpoint(values: [
      "key": key, "upload": "upload-1", "part": "\(part)", "source": source.fingerprint,
    ])
    _ = try await fixture.send(fixture.place.transfer(source, checkpoint: checkpoint))
    #expect(fixture.peer.store.holds(bytes, under: key))
    #expect(fixture.reports.checkpoints.first?.confirmed == Int64(part))
    #expect(fixture.reports.checkpoints.last?.confirmed == Int64(2 * part + 5))
    #expect(fixture.peer.store.lines.count { $0.hasPrefix("PUT") } == 3)
  }

  @Test(arguments: [false, true])
  func `an upload whose ID was lost is aborted and sent again, even if the store creates it during the next attempt`(
    isLate: Bool
  ) async throws {
    let (store, first, second) = (S3Store(), Once(), Once())
    let creates: @Sendable (S3Received) -> Bool = { $0.method == "POST" && $0["uploads"] != nil }
    let fixture = try await S3Fixture(store) { request in
      if creates(request), first.claim() { return isLate ? .answers(S3Reply(status: 504)) : .losesAnswer }
      // The next attempt has already looked for the upload when it checks the key.
      guard isLate, request.method == "HEAD", let creation = store.received.first(where: creates), second.claim()
      else { return nil }
      _ = store.reply(to: creation)
      return nil
    }
    let (source, bytes) = try fixture.largeSource(size: part + 1)
    // Another program is uploading a file of the same name.
    store.content.withLock { $0.uploads["other"] = S3Store.Upload(key: key, metadata: [:]) }
    #expect(try await fixture.failure(of: fixture.place.transfer(source)).cause == .unavailable)
    let intent = try #require(fixture.reports.checkpoints.last)
    #expect(store.uploads.count == (isLate ? 1 : 2))

    _ = try await fixture.send(fixture.place.transfer(source, checkpoint: intent))

    #expect(store.content.withLock(\.uploadCount) == 2)
    #expect(store.uploads.keys.sorted() == ["other"])
    #expect(store.holds(bytes, under: key))
  }

  @Test func `an upload whose ID was lost is aborted when it is discarded`() async throws {
    let fixture = try await S3Fixture { $0["uploads"] != nil && $0.method == "POST" ? .losesAnswer : nil }
    let (source, _) = try fixture.largeSource(size: part + 1)
    _ = try await fixture.failure(of: fixture.place.transfer(source))
    let intent = try #require(fixture.reports.checkpoints.last)
    #expect(fixture.peer.store.uploads.count == 1)

    try await fixture.withEngine { try await $0.discard(fixture.place.transfer(source, checkpoint: intent)) {} }

    #expect(fixture.peer.store.uploads.isEmpty)
  }

  @Test func `discarding an upload that was completed deletes the object, unless it replaced another`() async throws {
    for policy in [DuplicatePolicy.fail, .replace] {
      let fixture = try await S3Fixture { $0.method == "POST" && $0["uploadId"] != nil ? .losesAnswer : nil }
      let (source, _) = try fixture.largeSource(size: part + 1)
      _ = try await fixture.failure(of: fixture.place.transfer(source, onDuplicate: policy))
      let checkpoint = try #require(fixture.reports.checkpoints.last)
      #expect(fixture.peer.store.objects.count == 1)

      try await fixture.withEngine { try await $0.discard(fixture.place.transfer(source, checkpoint: checkpoint)) {} }

      #expect(fixture.peer.store.objects.count == (policy == .replace ? 1 : 0))
    }
  }

  @Test(arguments: [true, false])
  func `an object that the access key cannot look for is left with a warning, unless its parts were never combined`(
    isCombined: Bool
  ) async throws {
    let fixture = try await S3Fixture { request in
      if request.key != nil, ["GET", "HEAD"].contains(request.method) { return .answers(.error(403, "AccessDenied")) }
      guard request.method == "POST", request["uploadId"] != nil else { return nil }
      return isCombined ? .losesAnswer : .answers(.error(403, "AccessDenied"))
    }
    let (source, _) = try fixture.largeSource(size: part + 1)
    _ = try await fixture.failure(of: fixture.place.transfer(source))
    let checkpoint = try #require(fixture.reports.checkpoints.last)
    let interrupted = fixture.place.transfer(source, checkpoint: checkpoint)

    let warning = try await fixture.withEngine { try await $0.discard(interrupted) {} }

    let expected =
      "This access key does not have permission to look for files in the bucket cars, so a discarded file may still be "
      + "there."
    #expect(warning == (isCombined ? expected : nil))
    #expect(fixture.peer.store.uploads.isEmpty && fixture.peer.store.objects.isEmpty == !isCombined)
  }

  @Test func `an upload that no longer exists in the store starts over`() async throws {
    let fixture = try await S3Fixture()
    let (source, _) = try fixture.largeSource(size: part + 1)
    let checkpoint = Checkpoint(values: ["key": key, "upload": "gone", "part": "\(part)", "source": source.fingerprint])
    let failure = try await fixture.failure(of: fixture.place.transfer(source, checkpoint: checkpoint))
    #expect(failure.cause == .checkpointGone)
    #expect(failure.retry == .later)
  }

  @Test func `an upload whose last response was lost is recognized as complete`() async throws {
    let fixture = try await S3Fixture { $0.method == "POST" && $0["uploadId"] != nil ? .losesAnswer : nil }
    let (source, bytes) = try fixture.largeSource(size: part + 1)
    #expect(try await fixture.failure(of: fixture.place.transfer(source)).cause == .unavailable)
    let checkpoint = try #require(fixture.reports.checkpoints.last)
    let file = try await fixture.send(fixture.place.transfer(source, checkpoint: checkpoint))
    #expect(file.sha256 == Digests.hexadecimal("SHA256", of: bytes))
    #expect(fixture.peer.store.lines.last == "HEAD \(key)")
  }

  @Test func `an error in a response with status 200 is a failure`() async throws {
    let fixture = try await S3Fixture { request in
      request.method == "POST" && request["uploadId"] != nil
        ? .answers(.error(200, "InternalError", "We encountered an internal error. Please try again.")) : nil
    }
    let (source, _) = try fixture.largeSource(size: part + 1)
    let failure = try await fixture.failure(of: fixture.place.transfer(source))
    #expect(failure.cause == .unavailable)
    #expect(failure.retry == .later)
    #expect(failure.serverText == "InternalError: We encountered an internal error. Please try again.")
    #expect(fixture.peer.store.objects == [:])
  }

  @Test(arguments: [200, 504])
  func `an upload whose parts are combined after an error was reported is recognized and not sent again`(
    status: Int
  ) async throws {
    let (store, first) = (S3Store(), Once())
    let combines: @Sendable (S3Received) -> Bool = { $0.method == "POST" && $0["uploadId"] != nil }
    var fixture = try await S3Fixture(store) { request in
      guard combines(request) else { return nil }
      if first.claim() { return .answers(.error(status, "InternalError")) }
      // The store completes the first request only now.
      if let earlier = store.received.first(where: combines) { _ = store.reply(to: earlier) }
      return nil
    }
    fixture.partSizes = PartPlan.Sizes(usual: 8192, smallest: 1)
    let (source, bytes) = try fixture.largeSource(size: 2 * 8192 + 5)
    let failure = try await fixture.failure(of: fixture.place.transfer(source))
    let checkpoint = try #require(fixture.reports.checkpoints.last)

    let file = try await fixture.send(fixture.place.transfer(source, checkpoint: checkpoint))

    #expect(failure.cause == .unavailable && file.location == key)
    #expect(store.holds(bytes, under: key) && store.uploads.isEmpty)
    #expect(store.lines.count { $0.hasPrefix("PUT") } == 3 && !store.lines.contains { $0.hasPrefix("DELETE") })
  }

  @Test func `a name taken in the meantime is not overwritten, and a replacement reuses all parts`() async throws {
    let fixture = try await S3Fixture { [key] request in
      request.method == "HEAD" && request.key == key ? .answers(S3Reply(status: 404)) : nil
    }
    let (source, bytes) = try fixture.largeSource(size: part + 1)
    fixture.peer.store.content.withLock { $0.objects[key] = S3Store.Object(bytes: [1]) }
    #expect(try await fixture.failure(of: fixture.place.transfer(source)).cause == .duplicate(size: nil))
    #expect(fixture.peer.store.objects[key]?.bytes == [1])
    let checkpoint = try #require(fixture.reports.checkpoints.last)
    let before = fixture.peer.store.lines.count
    _ = try await fixture.send(
      fixture.place.transfer(source, onDuplicate: .replace, checkpoint: checkpoint))
    #expect(
      fixture.peer.store.lines.dropFirst(before) == ["HEAD \(key)", "GET \(key) upload", "POST \(key) upload"])
    #expect(fixture.peer.store.holds(bytes, under: key))
  }

  @Test func `keeping both afterward starts over under a free name and aborts the old upload`() async throws {
    let fixture = try await S3Fixture(S3Store([key: [1]]))
    let (source, bytes) = try fixture.largeSource(size: part + 1)
    fixture.peer.store.content.withLock { $0.uploads["old"] = S3Store.Upload(key: key, metadata: [:]) }
    let checkpoint = Checkpoint(values: ["key": key, "upload": "old", "part": "\(part)", "source": source.fingerprint])
    let file = try await fixture.send(
      fixture.place.transfer(source, onDuplicate: .keepBoth, checkpoint: checkpoint))
    #expect(file.name == "film (2).mp4")
    #expect(fixture.peer.store.holds(bytes, under: file.location))
    #expect(fixture.peer.store.uploads.isEmpty)
  }

  @Test func `keeping both leaves no parts under a name that was taken during the upload`() async throws {
    let fixture = try await S3Fixture { [key] request in
      request.method == "HEAD" && request.key == key ? .answers(S3Reply(status: 404)) : nil
    }
    let (source, bytes) = try fixture.largeSource(size: part + 1)
    fixture.peer.store.content.withLock { $0.objects[key] = S3Store.Object(bytes: [1]) }

    let file = try await fixture.send(fixture.place.transfer(source, onDuplicate: .keepBoth))

    #expect(file.name == "film (2).mp4" && fixture.peer.store.holds(bytes, under: file.location))
    #expect(fixture.peer.store.objects[key]?.bytes == [1])
    #expect(fixture.peer.store.uploads.isEmpty)
  }

  @Test func `an upload that lost a part starts over and leaves nothing`() async throws {
    let fixture = try await S3Fixture { request in
      request.method == "POST" && request["uploadId"] != nil ? .answers(.error(400, "InvalidPart")) : nil
    }
    let (source, _) = try fixture.largeSource(size: part + 1)
    let failure = try await fixture.failure(of: fixture.place.transfer(source))
    #expect(failure.cause == .checkpointGone)
    #expect(failure.retry == .later)
    #expect(fixture.peer.store.uploads.isEmpty)
  }

  @Test func `a file that changes between two parts is never published`() async throws {
    let place = try SourceFolder()
    let path = place.url.appendingPathComponent("film.mp4").path
    let fixture = try await S3Fixture { request in
      if request.partNumber == 1 {
        let file = FileHandle(forWritingAtPath: path)
        file?.write(Data([9, 9, 9]))
        file?.closeFile()
      }
      return nil
    }
    let bytes = [UInt8](repeating: 1, count: 2 * part)
    let source = try place.source("film.mp4", bytes: bytes)
    let failure = try await fixture.failure(of: place.transfer(source))
    #expect(failure.cause == .source)
    #expect(fixture.peer.store.objects == [:])
  }

  @Test func `a canceled upload ends at once and can be discarded`() async throws {
    let (arrived, arrival) = AsyncStream.makeStream(of: Void.self)
    let fixture = try await S3Fixture { request in
      guard request.partNumber == 2 else { return nil }
      arrival.finish()
      return .stalls
    }
    let (source, _) = try fixture.largeSource(size: 3 * part)
    try await fixture.withEngine { engine in
      let sending = Task { try await engine.send(fixture.place.transfer(source), report: fixture.reports.report) }
      for await _ in arrived {}
      sending.cancel()
      await #expect(throws: UploadFailure.canceled) { try await sending.value }
      let checkpoint = try #require(fixture.reports.checkpoints.last)
      let interrupted = fixture.place.transfer(source, checkpoint: checkpoint)
      try await engine.discard(interrupted) {}
      #expect(fixture.peer.store.uploads.isEmpty)
      // Discarding an upload that no longer exists succeeds.
      try await engine.discard(interrupted) {}
    }
  }
}

/// A value that is `true` only once.
final class Once: Sendable {
  private let isClaimed = Mutex(false)

  func claim() -> Bool {
    isClaimed.withLock { isClaimed in
      defer { isClaimed = true }
      return !isClaimed
    }
  }
}
