import Foundation
import ShowroomTestSupport
import Synchronization
import Testing

@testable import ShowroomUploads

@Suite("Concurrent S3 parts", .timeLimit(.minutes(20)))
struct S3PartsTests {
  private static let key = "scans/7/film.mp4"
  private static let size = 5 << 20

  /// Creates a file of several small parts, and the checkpoint of an upload to which none have been sent.
  private func upload(parts: Int, in fixture: S3Fixture) throws -> (transfer: Transfer, bytes: [UInt8]) {
    let (source, bytes) = try fixture.largeSource(size: parts * Self.size)
    fixture.peer.store.content.withLock { $0.uploads["upload-1"] = S3Store.Upload(key: Self.key, metadata: [:]) }
    let checkpoint = Checkpoint(values: [
      "key": Self.key, "upload": "upload-1", "part": "\(Self.size)", "source": source.fingerprint, "md5": "yes",
    ])
    return (fixture.place.transfer(source, checkpoint: checkpoint), bytes)
  }

  @Test func `eight parts are sent at the same time, and the next one when one of them ends`() async throws {
    let (begun, begin) = AsyncStream<Int>.makeStream()
    let fixture = try await S3Fixture { request in
      guard let number = request.partNumber else { return nil }
      begin.yield(number)
      // The first part ends.
      return number == 1 ? nil : .stalls
    }
    let (transfer, _) = try upload(parts: 11, in: fixture)

    let sending = Task { try await fixture.withEngine { try await $0.send(transfer, report: fixture.reports.report) } }
    var numbers: [Int] = []
    for await number in begun {
      numbers.append(number)
      if numbers.count == 9 { break }
    }
    // No other part can start before one of these ends.
    for _ in 0..<1000 { await Task.yield() }
    sending.cancel()
    _ = await sending.result

    #expect(numbers.sorted() == Array(1...9))
    #expect(fixture.peer.store.received.compactMap(\.partNumber).allSatisfy { $0 <= 9 })
    #expect(fixture.reports.checkpoints.last?.confirmed == Int64(Self.size))
  }

  @Test func `a store that refused a part receives none of the others twice`() async throws {
    let refusals = Mutex(1)
    let fixture = try await S3Fixture { request in
      guard request.partNumber == 3 else { return nil }
      let isRefused = refusals.withLock { count in
        defer { count -= 1 }
        return count > 0
      }
      return isRefused ? .answers(.error(503, "SlowDown", "Please reduce your request rate.")) : nil
    }
    let (transfer, bytes) = try upload(parts: 6, in: fixture)

    try await fixture.withEngine { engine in
      let failure = await #expect(throws: UploadFailure.self) {
        try await engine.send(transfer, report: fixture.reports.report)
      }
      #expect(failure?.cause == .unavailable && failure?.retry == .later)
      let next = fixture.place.transfer(transfer.source, checkpoint: fixture.reports.checkpoints.last)
      _ = try await engine.send(next, report: fixture.reports.report)
    }

    #expect(fixture.peer.store.holds(bytes, under: Self.key))
    let sent = fixture.peer.store.received.compactMap { $0.method == "PUT" ? $0.partNumber : nil }
    #expect(sent.sorted() == [1, 2, 3, 3, 4, 5, 6])
  }
}
