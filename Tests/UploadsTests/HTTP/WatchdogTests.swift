import Dispatch
import Synchronization
import Testing

@testable import Uploads

@Suite("Watchdog")
struct WatchdogTests {
  private let time = VirtualTime()

  private var limits: HTTPLimits {
    var limits = HTTPLimits(environment: [:])
    limits.writeTimeout = 10
    limits.responseTimeout = 40
    return limits
  }

  private func body() -> BodyProgress {
    BodyProgress(length: 100, now: { [time] in time.now }) { _ in }
  }

  /// Runs a watchdog until it ends, or until it has paused 50 times.
  /// - Parameter during: called after each pause with the number of pauses so far.
  /// - Returns: the watchdog and the seconds until its alarm, or nil if there was none.
  private func watch(
    _ body: BodyProgress, limits: HTTPLimits? = nil, during: @escaping @Sendable (Int) -> Void = { _ in }
  ) async -> (watchdog: Watchdog, seconds: Double)? {
    let watchdog = Watchdog(body: body, limits: limits ?? self.limits) { [time] seconds in
      let pauses = time.advance(by: seconds)
      during(pauses)
      if pauses == 50 { withUnsafeCurrentTask { $0?.cancel() } }
    }
    return await Task {
      await watchdog.run()
      return Task.isCancelled ? nil : (watchdog, time.seconds)
    }.value
  }

  @Test func `a server that accepts no bytes ends the request after the write timeout`() async throws {
    let body = body()
    body.beginReading()
    body.advance(to: 60)

    let outcome = try #require(await watch(body))

    #expect(outcome.watchdog.alarm == .noBytesTaken)
    #expect(outcome.seconds == 10)
  }

  @Test func `a server that never connects ends the request after the write timeout`() async throws {
    let outcome = try #require(await watch(body()))

    #expect(outcome.watchdog.alarm == .noBytesTaken)
    #expect(outcome.seconds == 10)
  }

  @Test func `a server that does not respond to the complete body ends the request after the response timeout`()
    async throws
  {
    let body = body()
    body.advance(to: 100)

    let outcome = try #require(await watch(body))

    #expect(outcome.watchdog.alarm == .noAnswer)
    #expect(outcome.seconds == 40)
  }

  @Test func `a disk has at least half a minute, and the server is not blamed for it`() async throws {
    let body = body()
    body.advance(to: 60)
    body.beginReading()

    let outcome = try #require(await watch(body))

    #expect(outcome.watchdog.alarm == .fileStalled)
    #expect(outcome.seconds == 30)
  }

  @Test func `the half minute of a disk begins with the read`() async throws {
    let body = body()

    let outcome = try #require(await watch(body) { if $0 == 1 { body.beginReading() } })

    #expect(outcome.watchdog.alarm == .fileStalled)
    #expect(outcome.seconds == 40)
  }

  @Test func `a disk has the write timeout if that is longer`() async throws {
    var limits = limits
    limits.writeTimeout = 90
    let body = body()
    body.beginReading()

    let outcome = try #require(await watch(body, limits: limits))

    #expect(outcome.watchdog.alarm == .fileStalled)
    #expect(outcome.seconds == 90)
  }

  @Test func `each byte accepted and each read begun restarts the time limit`() async throws {
    let body = body()

    let outcome = try #require(
      await watch(body) { pauses in
        if pauses == 1 { body.advance(to: 20) }
        if pauses == 2 { body.beginReading() }
        if pauses == 3 { body.advance(to: 40) }
      })

    #expect(outcome.watchdog.alarm == .noBytesTaken)
    #expect(outcome.seconds == 40)
  }

  @Test func `a phase with a short time limit is noticed during a pause of a longer one`() async throws {
    let body = body()
    body.beginReading()

    let outcome = try #require(await watch(body) { if $0 == 1 { body.advance(to: 20) } })

    #expect(outcome.watchdog.alarm == .noBytesTaken)
    #expect(outcome.seconds == 20)
  }

  @Test func `the alarm stays the first one although the client begins another read`() async throws {
    let body = body()
    let outcome = try #require(await watch(body))

    body.beginReading()

    #expect(outcome.watchdog.alarm == .noBytesTaken)
  }

  @Test func `a request waits for the disk while its next bytes are read`() async throws {
    let place = try SourceFolder()
    let range = FileRange(try place.source(size: 1000))
    try await withTransport { transport in
      let resources = try transport.resources()
      let body = BodyProgress(length: range.length) { _ in }
      let stream = try await FileStream(range, resources: resources, body: body, digest: nil)
      let isSlow = DispatchSemaphore(value: 0)
      let blocked = (0..<2).map { _ in resources.reading { () throws(UploadFailure) in isSlow.wait() } }

      let chunk = Task {
        var chunks = stream.makeAsyncIterator()
        return try await chunks.next()?.readableBytes
      }
      for _ in 0..<100_000 where body.idle.phase != .reading { await Task.yield() }

      #expect(body.idle.phase == .reading)
      for _ in blocked { isSlow.signal() }
      #expect(try await chunk.value == 1000)
      #expect(body.idle.phase == .sent)
    }
  }

  @Test func `a canceled task ends the watch at once`() async {
    let (body, limits) = (body(), limits)
    let seconds = await Task { [time] in
      let watchdog = Watchdog(body: body, limits: limits) { _ = time.advance(by: $0) }
      withUnsafeCurrentTask { $0?.cancel() }
      await watchdog.run()
      return time.seconds
    }.value

    #expect(seconds == 0)
  }
}

/// A clock that stands still except during pauses.
private final class VirtualTime: Sendable {
  private let start = ContinuousClock.now
  private let state = Mutex((seconds: 0.0, pauses: 0))

  var seconds: Double { state.withLock { $0.seconds } }

  var now: ContinuousClock.Instant { start + .seconds(seconds) }

  /// Returns the number of pauses so far.
  func advance(by seconds: Double) -> Int {
    state.withLock { state in
      state.seconds += seconds
      state.pauses += 1
      return state.pauses
    }
  }
}
