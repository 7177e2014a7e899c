import ShowroomFiles
import Synchronization
import Testing

@testable import ShowroomUploads

@Suite("Concurrent uploads", .timeLimit(.minutes(20)))
struct ParallelismTests {
  private static let mebibyte: Int64 = 1 << 20

  private static func row(_ id: Int64, mebibytes: Int64, at destination: String = "/there") -> QueueRow {
    let source = UploadSource(
      path: "/a", size: mebibytes * mebibyte, modified: 1, identity: FileIdentity(device: 0, inode: 0))
    return QueueRow(
      id: id, transfer: Transfer(id: "\(id)", car: 1, source: source, name: "\(id)"), destination: destination,
      state: .pending, confirmed: 0, attempt: 0, position: id, ownership: .ours)
  }

  /// Returns the sizes, in mebibytes, of the files in a queue that start.
  private static func starting(
    _ queue: [Int64], files: Int = 2, limits: [String: AdaptiveLimit] = [:]
  ) -> [Int64] {
    var running = RunningUploads([], within: UploadParallelism(files: files), limits: limits)
    var started: [Int64] = []
    for (id, size) in queue.enumerated() {
      let row = row(Int64(id), mebibytes: size)
      guard running.hasRoom(for: row) else { continue }
      running.add(row)
      started.append(size)
    }
    return started
  }

  private static func isRetrying(_ upload: Upload) -> Bool {
    if case .retrying = upload.state { true } else { false }
  }

  @Test func `sixteen small files are uploaded at the same time, but only two large ones`() {
    #expect(Self.starting(Array(repeating: 1, count: 40)).count == 16)
    #expect(Self.starting([500, 500, 500, 500]) == [500, 500])
    #expect(Self.starting([500, 500, 500, 1, 1]) == [500, 500, 1, 1])
    #expect(Self.starting([8, 8, 8, 8, 8, 8]) == [8, 8, 8, 8], "as long as they are at most 32 MiB together")
    #expect(Self.starting([9, 9, 9]) == [9, 9])
  }

  @Test func `a limit of one runs one file of any size, and a limit of eight runs eight large ones`() {
    #expect(Self.starting([1, 1, 500], files: 1) == [1])
    #expect(Self.starting([500, 1, 1], files: 1) == [500])
    #expect(Self.starting(Array(repeating: 500, count: 20), files: 8).count == 8)
    #expect(Self.starting(Array(repeating: 500, count: 20), files: 99).count == 8)
  }

  @Test func `an overloaded destination receives half as many files, and then slowly more`() async throws {
    let fixture = try await QueueFixture()
    let (gate, refusal) = (Gate(), Gate())
    let refusals = Mutex(4)
    let engine = ScriptedEngine { (_, _, _) async throws(UploadFailure) in
      let left = refusals.withLock { count -> Int in
        count -= 1
        return count
      }
      // All four run when the first one is refused. Otherwise, half of fewer may be one.
      if left == 0 { refusal.open() }
      try await (left < 0 ? gate : refusal).pass()
      if left >= 0 { throw .busy }
    }
    // The clock stands still. No refused upload is tried again, and refusals more than a second apart would halve the
    // limit again.
    let scheduler = fixture.scheduler(
      concurrency: 4, policy: RetryPolicy(delays: [600], spread: 0), clock: ManualClock(), engines: { _ in engine })
    try await scheduler.start()
    let sources = try (1...12).map { try fixture.file("\($0).pdf") }

    try await scheduler.enqueue(sources, car: 1, destination: fixture.destination)
    // Four are refused and wait. From then on, only two run.
    func active(_ snapshot: UploadSnapshot) -> Int { snapshot.uploads.count { $0.situation == .active } }
    let half = await scheduler.snapshot { $0.uploads.count(where: Self.isRetrying) == 4 && active($0) >= 2 }
    #expect(active(half) == 2)
    gate.open()
    let last = await scheduler.snapshot { $0.uploads.count { $0.state == .done } == 8 }
    await scheduler.stop(.keep)

    #expect(last.uploads.count(where: Self.isRetrying) == 4)
  }
}
