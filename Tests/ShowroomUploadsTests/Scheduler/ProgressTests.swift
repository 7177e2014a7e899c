import Foundation
import Testing

@testable import ShowroomUploads

@Suite("Upload progress", .timeLimit(.minutes(20)))
struct ProgressTests {
  @Test func `a rate is known after two seconds and follows the latest data`() {
    var meter = RateMeter(at: 0)
    for tick in 1...3 { meter.add(500, at: Double(tick) / 2) }
    #expect(meter.rate(at: 1.9) == nil)
    meter.add(500, at: 2)
    #expect(meter.rate(at: 2) == 1000)
    for tick in 5...60 { meter.add(2500, at: Double(tick) / 2) }
    let later = meter.rate(at: 30) ?? 0
    #expect(later > 4900 && later <= 5000)
    #expect((meter.rate(at: 60) ?? 0) < 20, "no data is sent")
  }

  @Test func `a pause of five seconds is a stall without a rate, and the measurement starts over after it`() {
    var meter = RateMeter(at: 0)
    for tick in 1...8 { meter.add(500, at: Double(tick) / 2) }
    #expect(meter.rate(at: 8.9) != nil && !meter.isStalled(at: 8.9))

    #expect(meter.isStalled(at: 9) && meter.rate(at: 9) == nil)

    meter.add(500, at: 60)
    #expect(!meter.isStalled(at: 60) && meter.rate(at: 60) == nil, "the rate is unknown again")
    for tick in 1...4 { meter.add(500, at: 60 + Double(tick) / 2) }
    #expect(meter.rate(at: 62) == 1000, "not the average with the pause, from which hours would follow")
    #expect(!RateMeter(at: 0).isStalled(at: 100), "nothing has been sent yet")
  }

  @Test func `an upload that follows another one continues with its rate, and is not stalled before it sends`() {
    var first = RateMeter(at: 0)
    for moment in 1...4 { first.add(1000, at: Double(moment)) }

    var second = first.continued
    #expect(!second.isStalled(at: 30))
    second.add(1000, at: 5)

    let rate = second.rate(at: 5)
    #expect(rate.map { (990...1010).contains($0) } == true)
  }

  @Test func `stalled uploads have no time left, and several uploads are stalled only if none is progressing`() {
    let stalled = UploadProgress(size: 100, sent: 50, rate: 0.001, isStalled: true)
    let moving = UploadProgress(size: 100, sent: 50, rate: 10)
    #expect(stalled.rate == nil && stalled.timeLeft == nil)
    #expect((stalled + UploadProgress(size: 100)).isStalled)
    #expect(!(stalled + moving).isStalled && !(moving + stalled + UploadProgress(size: 9)).isStalled)
    #expect(!UploadProgress(size: 1, isComplete: true, isStalled: true).isStalled)
  }

  @Test func `an upload that sends nothing for five seconds is stalled until it continues`() async throws {
    let fixture = try await QueueFixture()
    let clock = ManualClock()
    let (pause, reported, gate) = (Gate(), Gate(), Gate())
    let engine = ScriptedEngine { _, _, report throws(UploadFailure) in
      for bytes in [10_000, 20_000, 30_000] {
        clock.advance(1)
        try await report(.sent(bytes: Int64(bytes)))
      }
      reported.open()
      try await pause.pass()
      try await report(.sent(bytes: 31_000))
      try await gate.pass()
    }
    let scheduler = fixture.scheduler(engine, clock: clock)
    try await scheduler.enqueue(
      [try fixture.file("a.pdf", size: 80_000)], car: 1, destination: fixture.destination)
    try await reported.pass()
    // The rate may be that of any report, because snapshots are combined: 70,000 to 50,000 bytes at 10,000 a second.
    await scheduler.snapshot { snapshot in
      snapshot.uploads.first?.sent == 30_000 && snapshot.uploads.first?.progress.timeLeft.map((5...7).contains) == true
    }

    // The timer may still be handling the last second.
    while clock.sleepers == 0 { await Task.yield() }
    clock.advance(5)
    let shown = await scheduler.snapshot { $0.uploads.first?.progress.isStalled == true }
    #expect(shown.uploads[0].progress.timeLeft == nil && shown.totals.progress.isStalled)

    pause.open()
    await scheduler.snapshot { $0.uploads.first?.sent == 31_000 && $0.uploads.first?.progress.isStalled == false }
    gate.open()
    await scheduler.snapshot { $0.uploads.first?.state == .done }
  }

  @Test func `the time left is at least one second, and unknown without a rate`() {
    func timeLeft(_ remaining: Int64, _ rate: Double?) -> Double? {
      UploadProgress(size: 10_000, sent: 10_000 - remaining, rate: rate).timeLeft
    }
    #expect(timeLeft(10_000, nil) == nil)
    #expect(timeLeft(10_000, 1000) == 10)
    #expect(timeLeft(3, 1000) == 1)
    #expect(timeLeft(0, 1000) == nil)
  }

  @Test func `rates are measured together every two seconds, and at once when first available`() {
    var measurement = RateMeasurement()
    measurement.take([1: .init(rate: nil, remaining: 900)], at: 0)
    measurement.take([1: .init(rate: 100, remaining: 800)], at: 1)
    #expect(measurement[1] == .init(rate: 100, remaining: 800))
    measurement.take([1: .init(rate: 300, remaining: 500)], at: 2.9)
    #expect(measurement[1] == .init(rate: 100, remaining: 800), "it does not change in between")
    measurement.take([1: .init(rate: 300, remaining: 500), 2: .init(rate: nil, remaining: 70)], at: 3)
    #expect(measurement[1] == .init(rate: 300, remaining: 500) && measurement[2]?.remaining == 70)
    measurement.take([2: .init(rate: 10, remaining: 50)], at: 3.1)
    #expect(measurement[1] == nil && measurement[2] == .init(rate: 10, remaining: 50))
  }

  @Test func `a percentage counts sent bytes, and is 100 only at the end`() {
    #expect(UploadProgress(size: 100, confirmed: 0, sent: 29).percent == 29)
    #expect(UploadProgress(size: 1000, confirmed: 1000, sent: 1000).percent == 99)
    #expect(UploadProgress(size: 0).percent == 0)
    let half = UploadProgress(size: 1000, confirmed: 77, sent: 529)
    #expect(half.percent == 52 && half.confirmedPercent == 7 && half.confirmedFraction == 0.077)
    #expect(UploadProgress(size: 1000, confirmed: 1000).confirmedPercent == 99)
    #expect(UploadProgress(size: 9, isComplete: true).confirmedPercent == 100)
    #expect(UploadProgress(size: 0, isComplete: true).percent == 100)
    let odd = UploadProgress(size: 10, confirmed: 99, sent: -5)
    #expect(odd.confirmed == 10 && odd.sent == 10)
    let sum = UploadProgress(size: .max, sent: 5) + UploadProgress(size: .max, sent: 7, rate: 2)
    #expect(sum.size == .max && sum.sent == 12 && sum.rate == 2)
  }

  @Test func `the totals of one upload are its own, without uploads of earlier batches`() async throws {
    let fixture = try await QueueFixture()
    let clock = ManualClock()
    let (gate, reported) = (Gate(), Gate())
    let engine = ScriptedEngine { number, _, report throws(UploadFailure) in
      guard number == 2 else { return }
      for bytes in [20_000, 40_000, 42_000] {
        clock.advance(1)
        try await report(.sent(bytes: Int64(bytes)))
      }
      reported.open()
      try await gate.pass()
    }
    let scheduler = fixture.scheduler(engine, clock: clock)
    let sources = [try fixture.file("old.pdf", size: 500_000), try fixture.file("new.pdf", size: 80_000)]
    try await scheduler.enqueue([sources[0]], car: 1, destination: fixture.destination)
    let first = await scheduler.snapshot { $0.uploads.first?.state == .done }
    #expect(first.totals.count == 1 && first.totals.progress.percent == 100)

    try await scheduler.enqueue([sources[1]], car: 1, destination: fixture.destination)
    try await reported.pass()
    let shown = await scheduler.snapshot { $0.uploads.last?.sent == 42_000 && $0.uploads.last?.progress.rate != nil }

    #expect(shown.totals.progress == shown.uploads[1].progress, "the totals equal the upload")
    #expect(shown.totals.count == 1 && shown.totals.progress.percent == 52)
    #expect(shown.uploads[1].confirmed == 0 && shown.uploads[1].bytesAtRisk == 42_000)
    gate.open()
    await scheduler.snapshot { $0.uploads.last?.state == .done && $0.totals.progress.rate == nil }
  }

  @Test func `completed uploads count in the totals even if the queue no longer lists them`() async throws {
    let fixture = try await QueueFixture()
    let scheduler = fixture.scheduler(ScriptedEngine { _, _, _ throws(UploadFailure) in }, concurrency: 8)
    let count = UploadQueue.remembered + 10
    let sources = try (1...count).map { try fixture.file("\($0).pdf", size: $0) }
    try await scheduler.enqueue(Array(sources.dropLast(3)), car: 1, destination: fixture.destination)
    try await scheduler.enqueue(sources.suffix(3), car: 2, destination: fixture.destination)

    let last = await scheduler.snapshot { $0.totals.done == count }

    #expect(last.uploads.count == UploadQueue.remembered && last.totals.count == count)
    #expect(last.totals.progress.size == Int64(count * (count + 1) / 2) && last.totals.progress.isComplete)
    #expect(last.totals(of: 1).count == count - 3 && last.totals(of: 2).count == 3 && last.totals(of: 9).count == 0)
    try await scheduler.enqueue([sources[0]], car: 2, destination: fixture.destination, onDuplicate: .keepBoth)
    await scheduler.snapshot { $0.totals.count == 1 && $0.totals.done == 1 }
    await scheduler.stop(.keep)
  }

  @Test func `bytes of an earlier attempt are shown as sent but do not count for the rate`() async throws {
    let fixture = try await QueueFixture()
    let clock = ManualClock()
    let (gate, reported) = (Gate(), Gate())
    let engine = ScriptedEngine { _, _, report throws(UploadFailure) in
      try await report(.checkpoint(Checkpoint(values: [:], confirmed: 600_000)))
      try await report(.sent(bytes: 600_000))
      clock.advance(1)
      try await report(.sent(bytes: 610_000))
      clock.advance(1)
      try await report(.sent(bytes: 620_000))
      reported.open()
      try await gate.pass()
    }
    let scheduler = fixture.scheduler(engine, clock: clock)
    let sources = [try fixture.file("a.pdf", size: 1_000_000)]
    try await scheduler.enqueue(sources, car: 1, destination: fixture.destination)
    try await reported.pass()
    let shown = await scheduler.snapshot { $0.uploads.first?.progress.rate != nil }
    #expect(shown.uploads[0].sent == 620_000 && shown.uploads[0].confirmed == 600_000)
    #expect(shown.uploads[0].progress.rate == 10_000 && shown.uploads[0].progress.timeLeft == 38)
    #expect(shown.totals.progress == shown.uploads[0].progress)
    gate.open()
    await scheduler.snapshot { $0.uploads.first?.state == .done && $0.totals.progress.rate == nil }
  }

  @Test func `a thousand reports at one time cause two snapshots, and an idle scheduler has no timer`() async throws {
    let fixture = try await QueueFixture()
    let clock = ManualClock(isExact: true)
    let (gate, reported) = (Gate(), Gate())
    let engine = ScriptedEngine { _, _, report throws(UploadFailure) in
      for bytes in 1...1000 { try await report(.sent(bytes: Int64(bytes))) }
      reported.open()
      try await gate.pass()
    }
    let scheduler = fixture.scheduler(engine, clock: clock)
    try await scheduler.start()
    let counting = Task {
      var sent: [Int64] = []
      for await snapshot in scheduler.snapshots() {
        if let upload = snapshot.uploads.first { sent.append(upload.sent) }
      }
      return sent
    }
    #expect(clock.sleepers == 0)
    var outcomes = scheduler.finished().makeAsyncIterator()
    try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    try await reported.pass()
    clock.advance(0.1)
    await scheduler.snapshot { $0.uploads.first?.sent == 1000 }
    gate.open()
    // Until the upload has ended, each second would cause another snapshot.
    _ = await outcomes.next()
    let advancing = Task {
      while !Task.isCancelled {
        clock.advance(1)
        await Task.yield()
      }
    }
    await scheduler.snapshot { $0.uploads.first?.state == .done }
    advancing.cancel()
    await advancing.value
    while !Task.isCancelled, clock.sleepers > 0 {
      clock.advance(1)
      await Task.yield()
    }
    await scheduler.stop(.keep)
    #expect(await counting.value.count <= 5)
    #expect(clock.sleepers == 0)
  }

  @Test func `at most the given number of uploads run concurrently`() async throws {
    let fixture = try await QueueFixture()
    let gate = Gate()
    let engine = ScriptedEngine { _, _, _ throws(UploadFailure) in try await gate.pass() }
    let scheduler = fixture.scheduler(engine, concurrency: 3)
    let sources = try (1...9).map { try fixture.file("\($0).pdf") }
    try await scheduler.enqueue(sources, car: 1, destination: fixture.destination)
    var begun = engine.begun.makeAsyncIterator()
    for number in 1...3 { #expect(await begun.next() == number) }
    let full = await scheduler.snapshot { $0.uploads.count { $0.state == .uploading } == 3 }
    #expect(full.uploads.count { $0.state == .queued } == 6 && engine.attempts.count == 3)
    gate.open()
    await scheduler.snapshot { $0.uploads.allSatisfy { $0.state == .done } }
  }
}
