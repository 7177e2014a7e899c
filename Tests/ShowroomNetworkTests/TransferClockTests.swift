import Testing

@testable import ShowroomNetwork

@Suite
struct TransferClockTests {
  /// A clock with virtual time.
  private struct Watch {
    private(set) var seconds = 0.0
    private let start = ContinuousClock.now
    private var clock: TransferClock
    var progress = TransferClock.Progress()

    init(_ change: (inout WebLimits) -> Void = { _ in }) {
      var limits = WebLimits()
      (limits.write, limits.idle, limits.head, limits.window) = (10, 1000, 40, 10)
      (limits.bytesInWindow, limits.body) = (100, nil)
      change(&limits)
      clock = TransferClock(limits, at: start)
    }

    private var now: ContinuousClock.Instant { start + .seconds(seconds) }

    /// Reports a change.
    mutating func note(_ change: (inout TransferClock.Progress) -> Void) -> WebError? {
      change(&progress)
      return clock.update(progress, at: now)
    }

    mutating func enter(_ phase: TransferClock.Phase) { #expect(note { $0.phase = phase } == nil) }

    mutating func limitBody(_ seconds: Double) { clock.limitBody(seconds: seconds, at: now) }

    /// Advances the time, updating the clock only when it requires that. Returns the limit that was exceeded.
    mutating func wait(_ duration: Double) -> WebError? {
      let end = seconds + duration
      while let next = clock.next, case let moment = (next - start) / .seconds(1), moment <= end {
        seconds = max(seconds, moment)
        if let error = clock.update(progress, at: now) { return error }
      }
      seconds = end
      return clock.update(progress, at: now)
    }
  }

  @Test func `a server that accepts no bytes ends the request after the write limit`() {
    var watch = Watch()
    watch.enter(.sending)
    #expect(watch.wait(9) == nil)
    #expect(watch.note { $0.sent = 60 } == nil)
    #expect(watch.wait(9.5) == nil)
    #expect(watch.wait(1) == .noBytesTaken(seconds: 10))
    #expect(watch.seconds == 19)
  }

  @Test func `a body has at least half a minute, and the server is not at fault`() {
    var watch = Watch()
    watch.enter(.sending)
    #expect(watch.wait(9) == nil)
    watch.enter(.reading)
    #expect(watch.wait(29) == nil)
    #expect(watch.wait(2) == .stalledBody)
    #expect(watch.seconds == 39)
  }

  @Test func `a body has the write limit if that is longer`() {
    var watch = Watch { $0.write = 90 }
    watch.enter(.reading)
    #expect(watch.wait(89) == nil)
    #expect(watch.wait(2) == .stalledBody)
  }

  @Test func `each byte accepted and each read begun restarts the limit`() {
    var watch = Watch()
    watch.enter(.sending)
    for sent in 1...3 {
      #expect(watch.wait(9) == nil)
      #expect(watch.note { $0.sent = Int64(sent) } == nil)
    }
    watch.enter(.reading)
    #expect(watch.wait(25) == nil)
    watch.enter(.sending)
    #expect(watch.wait(9) == nil)
    #expect(watch.wait(2) == .noBytesTaken(seconds: 10))
  }

  @Test func `interim responses do not extend the limit of the head`() {
    var watch = Watch()
    watch.enter(.waiting)
    #expect(watch.wait(39) == nil)
    #expect(watch.note { $0.received = 25 } == nil)
    #expect(watch.wait(2) == .noHead(seconds: 40))
    #expect(watch.seconds == 40)
  }

  @Test func `the limit of the head begins with the end of the request and ends with the head`() {
    var watch = Watch { limits in
      limits.write = 1000
      limits.bytesInWindow = 0
    }
    watch.enter(.sending)
    #expect(watch.wait(100) == nil)
    watch.enter(.waiting)
    #expect(watch.wait(39) == nil)
    watch.enter(.receiving)
    #expect(watch.wait(500) == nil)
  }

  @Test func `a body must deliver enough bytes in each window`() {
    var watch = Watch()
    watch.enter(.receiving)
    for _ in 0..<3 {
      #expect(watch.note { $0.received += 100 } == nil)
      #expect(watch.wait(10) == nil)
    }
    #expect(watch.note { $0.received += 99 } == nil)
    #expect(watch.wait(10) == .tooSlow(bytes: 99, seconds: 10))
  }

  @Test func `a server is not at fault while its response is not being read`() {
    var watch = Watch { $0.idle = 5 }
    watch.enter(.receiving)
    watch.enter(.held)
    #expect(watch.wait(500) == nil)
    watch.enter(.receiving)
    #expect(watch.wait(4) == nil)
    #expect(watch.wait(2) == .silent(seconds: 5))
  }

  @Test func `a response must end within its limits`() {
    var watch = Watch { limits in
      limits.bytesInWindow = 0
      limits.total = 100
    }
    watch.enter(.waiting)
    #expect(watch.wait(30) == nil)
    watch.enter(.receiving)
    watch.limitBody(60)
    #expect(watch.wait(59) == nil)
    #expect(watch.note { $0.received = 1_000_000 } == nil)
    #expect(watch.wait(1) == .tooLong(seconds: 60))

    var long = Watch { limits in
      limits.bytesInWindow = 0
      limits.total = 100
    }
    long.enter(.receiving)
    #expect(long.wait(99) == nil)
    #expect(long.wait(2) == .tooLong(seconds: 100))
  }

  @Test func `the limit of a body begins with its head and survives a pause of the reader`() {
    var watch = Watch { limits in
      limits.bytesInWindow = 0
      limits.body = 20
    }
    watch.enter(.waiting)
    #expect(watch.wait(30) == nil)
    watch.enter(.receiving)
    #expect(watch.wait(10) == nil)
    watch.enter(.held)
    #expect(watch.wait(5) == nil)
    watch.enter(.receiving)
    #expect(watch.wait(4) == nil)
    #expect(watch.wait(2) == .tooLong(seconds: 20))
  }

  @Test func `seconds of any size become a duration`() {
    #expect(Duration.limit(0.3) == .milliseconds(300))
    #expect(Duration.limit(-1) == .zero)
    #expect(Duration.limit(1e300) == .seconds(3_000_000_000))
  }
}
