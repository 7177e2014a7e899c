import Foundation
import Synchronization
import Testing

@testable import ShowroomUploads

@Suite(.timeLimit(.minutes(20)))
struct BandwidthLimitTests {
  /// A clock on which every sleep ends immediately, at its deadline.
  private final class LeapingClock: Clock, Sendable {
    typealias Instant = ManualClock.Instant
    private let time = Mutex(Instant())
    private let length: Duration?

    /// - Parameter length: The actual duration of every sleep, regardless of the requested one.
    init(everySleepTakes length: Duration? = nil) { self.length = length }

    var now: Instant { time.withLock(\.self) }
    var seconds: Double { now.offset / .seconds(1) }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      try Task.checkCancellation()
      time.withLock { $0 = length.map($0.advanced(by:)) ?? max($0, deadline) }
    }
  }

  @Test(arguments: [1, 2, 8])
  func `all senders together stay below the limit, and reach it`(senders: Int) async throws {
    let clock = LeapingClock()
    let limit = BandwidthLimit(10_000, clock: clock)

    try await withThrowingTaskGroup { group in
      for _ in 0..<senders {
        group.addTask { for _ in 0..<(80 / senders) { try await limit.wait(for: limit.piece(1 << 20)) } }
      }
      try await group.waitForAll()
    }

    // The first piece is sent at once.
    let bytes = Double(80 / senders * senders - 1) * 2500
    #expect(abs(clock.seconds - bytes / 10_000) < 0.001, "\(clock.seconds)")
  }

  @Test func `a sleep that takes too long does not cause a burst`() async throws {
    let clock = LeapingClock(everySleepTakes: .seconds(60))
    let limit = BandwidthLimit(10_000, clock: clock)

    for _ in 0..<10 { try await limit.wait(for: 2500) }

    #expect(clock.seconds == 9 * 60, "each piece waits, although time for many more has passed")
  }

  @Test func `without a limit, nothing waits, and pieces have their usual size`() async throws {
    let clock = LeapingClock()
    let limit = BandwidthLimit(nil, clock: clock)
    for _ in 0..<100 { try await limit.wait(for: limit.piece(1 << 20)) }
    #expect(clock.seconds == 0 && limit.piece(1 << 20) == 1 << 20)
    limit.bytesPerSecond = 1000
    #expect(limit.piece(1 << 20) == 250 && limit.piece(100) == 100)
  }

  @Test func `removing the limit ends the waiting, and canceling ends the upload`() async throws {
    let clock = ManualClock(isExact: true)
    let limit = BandwidthLimit(1000, clock: clock)
    try await limit.wait(for: 1_000_000)
    let waiting = Task { try await limit.wait(for: 1) }
    await clock.sleepBegun(0.25)
    limit.bytesPerSecond = nil
    clock.advance(0.25)
    try await waiting.value

    limit.bytesPerSecond = 1000
    try await limit.wait(for: 1_000_000)
    let canceled = Task { () async -> UploadFailure.Cause? in
      do throws(UploadFailure) { try await limit.wait(for: 1) } catch { return error.cause }
      return nil
    }
    await clock.sleepBegun(0.25, times: 2)
    canceled.cancel()
    #expect(await canceled.value == .canceled)
  }

  @Test func `a lower limit does not delay what follows pieces of the size for a higher one`() async throws {
    let clock = LeapingClock()
    let limit = BandwidthLimit(10_000_000, clock: clock)
    let large = limit.piece(1 << 20)
    try await limit.wait(for: large)

    limit.bytesPerSecond = 1000
    // The first of these has its size already when the limit changes.
    for size in [large, limit.piece(1 << 20)] { try await limit.wait(for: size) }

    #expect(abs(clock.seconds - 0.5) < 0.001, "\(clock.seconds)")
  }

  @Test func `small files take as long as the limit requires, and no longer`() async throws {
    let place = try SourceFolder()
    let clock = LeapingClock()
    let folder = place.url.appendingPathComponent("in").path
    let engine = LocalFolderEngine(folder: folder, bandwidth: BandwidthLimit(1000, clock: clock))

    for number in 1...40 {
      _ = try await engine.send(place.transfer(try place.source("\(number)", size: 50)), report: Reports().report)
    }

    #expect(clock.seconds >= 1.9 && clock.seconds < 2.1, "\(clock.seconds)")
  }

  @Test func `a copy to a folder and a request to a server obey the limit`() async throws {
    let place = try SourceFolder()
    let source = try place.source(size: 5000)
    let copying = LeapingClock()
    let folder = place.url.appendingPathComponent("in").path
    _ = try await LocalFolderEngine(folder: folder, bandwidth: BandwidthLimit(1000, clock: copying))
      .send(place.transfer(source), report: Reports().report)
    #expect(copying.seconds >= 4.75 && copying.seconds < 5.1, "\(copying.seconds)")

    let peer = try await DAVPeer { _ in }
    let sending = LeapingClock()
    let transport = HTTPTransport(limits: HTTPLimits(environment: [:]), bandwidth: BandwidthLimit(1000, clock: sending))
    _ = try await WebDAVEngine(base: address(peer.url()), transport: transport)
      .send(place.transfer(source), report: Reports().report)
    await transport.shutDown()
    #expect(sending.seconds >= 4.75 && sending.seconds < 5.1, "\(sending.seconds)")
    #expect(peer.held.values.contains(SourceFolder.bytes(5000)))
  }

  @Test(
    arguments: [
      ("500k", 500_000), ("1.5M", 1_500_000), ("2 MB/s", 2_000_000), ("2.00 MB", 2_000_000), ("1000", 1000),
      ("3g", 3_000_000_000),
      ("1000b/s", 1000), ("none", nil), (" None ", nil),
    ] as [(String, Int64?)])
  func `a rate is parsed`(text: String, bytes: Int64?) throws {
    #expect(try BandwidthLimit.parse(text) == bytes)
  }

  @Test(arguments: [
    "", "0", "999", "fast", "-1k", "1e9", "2T", "1,5M", "99999999999999M", "١k", "nan", "1..2k", "k", "2MM",
  ])
  func `text that is not a rate is rejected`(text: String) {
    #expect(throws: RateError.self) { try BandwidthLimit.parse(text) }
  }
}
