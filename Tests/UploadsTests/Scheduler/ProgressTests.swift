import Foundation
import Testing

@testable import Uploads

@Suite("How far uploads are", .timeLimit(.minutes(5)))
struct ProgressTests {
  @Test("a rate is told after two seconds, and follows what happens lately")
  func rate() {
    var meter = RateMeter(at: 0)
    for tick in 1...3 { meter.add(500, at: Double(tick) / 2) }
    #expect(meter.rate(at: 1.9) == nil)
    meter.add(500, at: 2)
    #expect(meter.rate(at: 2) == 1000)
    for tick in 5...60 { meter.add(2500, at: Double(tick) / 2) }
    let later = meter.rate(at: 30) ?? 0
    #expect(later > 4900 && later <= 5000)
    #expect((meter.rate(at: 60) ?? 0) < 20, "nothing comes any more")
  }

  @Test("the time left changes every two seconds and is never none")
  func timeLeft() {
    var left = TimeLeft()
    #expect(left.value(remaining: 10_000, rate: nil, at: 1) == nil)
    #expect(left.value(remaining: 10_000, rate: 1000, at: 2) == 10)
    #expect(left.value(remaining: 8_500, rate: 1000, at: 3.5) == 10, "it stands still between")
    #expect(left.value(remaining: 7_900, rate: 1000, at: 4.1) == 8)
    #expect(left.value(remaining: 3, rate: 1000, at: 6.5) == 1)
    #expect(left.value(remaining: 0, rate: 1000, at: 9) == nil)
  }

  @Test("bytes that an earlier attempt sent are shown as sent, and do not count for the rate")
  func resumed() async throws {
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
    let shown = await scheduler.snapshot { $0.items.first?.rate != nil }
    #expect(shown.items[0].sent == 620_000 && shown.items[0].confirmed == 600_000)
    #expect(shown.items[0].rate == 10_000 && shown.items[0].timeLeft == 38)
    #expect(shown.rate == 10_000 && shown.timeLeft == 38)
    gate.open()
    await scheduler.snapshot { $0.items.first?.state == .done && $0.rate == nil }
  }

  @Test("a thousand reports at one moment are two snapshots, and when nothing is sent nothing waits for the clock")
  func coalesced() async throws {
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
        if let item = snapshot.items.first { sent.append(item.sent) }
      }
      return sent
    }
    #expect(clock.sleepers == 0)
    try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    try await reported.pass()
    clock.advance(0.1)
    await scheduler.snapshot { $0.items.first?.sent == 1000 }
    gate.open()
    while !Task.isCancelled,
      try clock.sleepers > 0 || UploadQueue(store: fixture.store).items()[0].state != .done
    {
      clock.advance(1)
      await Task.yield()
    }
    await scheduler.snapshot { $0.items.first?.state == .done }
    await scheduler.stop(.keep)
    #expect(await counting.value.count <= 5)
    #expect(clock.sleepers == 0)
  }

  @Test("as many files are sent at once as asked for, and no more")
  func concurrency() async throws {
    let fixture = try await QueueFixture()
    let gate = Gate()
    let engine = ScriptedEngine { _, _, _ throws(UploadFailure) in try await gate.pass() }
    let scheduler = fixture.scheduler(engine, concurrency: 3)
    let sources = try (1...9).map { try fixture.file("\($0).pdf") }
    try await scheduler.enqueue(sources, car: 1, destination: fixture.destination)
    var begun = engine.begun.makeAsyncIterator()
    for number in 1...3 { #expect(await begun.next() == number) }
    let full = await scheduler.snapshot { $0.items.count { $0.state == .sending } == 3 }
    #expect(full.items.count { $0.state == .waiting } == 6 && engine.attempts.count == 3)
    await scheduler.setConcurrency(5)
    for number in 4...5 { #expect(await begun.next() == number) }
    await scheduler.snapshot { $0.items.count { $0.state == .sending } == 5 }
    gate.open()
    await scheduler.snapshot { $0.items.allSatisfy { $0.state == .done } }
  }
}
