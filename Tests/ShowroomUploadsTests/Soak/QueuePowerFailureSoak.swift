import CDiskObserver
import Foundation
import ShowroomCatalog
import ShowroomFiles
import Testing

@testable import ShowroomUploads

/// The program or the computer stops at any write, truncation, synchronization or deletion of a database file while the
/// queue is changing.
///
/// Serialized, because only one folder is observed at a time.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct QueuePowerFailureSoak {
  private let fixture: QueueFixture
  private let sources: [UploadSource]

  init() async throws {
    fixture = try await QueueFixture()
    sources = try ["a.pdf", "b.pdf", "c.pdf"].map { [fixture] in try fixture.file($0) }
    fixture.store.close()
  }

  /// All kinds of changes to the queue, in a realistic order.
  private var changes: [@Sendable (UploadQueue) async throws -> Void] {
    let checkpoint = Checkpoint(values: ["url": "u"], confirmed: 400)
    return [
      { [sources, fixture] in
        _ = try await $0.add(sources, car: 1, destination: fixture.destination, onDuplicate: .fail)
      },
      { try await $0.save(checkpoint, attempt: 0, of: 1) },
      { _ = try await $0.reserve("a 2.pdf", for: try Self.row(1, of: $0)) },
      {
        _ = try await $0.finish(
          try Self.row(1, of: $0), stored: StoredFile(name: "a 2.pdf", location: "/a", size: 1000))
      },
      { _ = try await $0.cancel([2], running: [], cleanup: nil) },
      { _ = try await $0.claim([2]) },
      { try await $0.save(checkpoint, attempt: 1, of: 2) },
      { _ = try await $0.cancel([2], running: [], cleanup: .cancel) },
      { try await $0.keepDiscarded(2, because: .busy) },
      { _ = try await $0.claimDiscarded() },
      { try await $0.discarded(2) },
      { [sources] in try await $0.save(sources[0], onDuplicate: .keepBoth, of: 3) },
      { try await $0.save(checkpoint, attempt: 0, of: 3) },
      { try await $0.reorder([(id: 3, position: -1)]) },
      { try await $0.end(3, as: .failed, failure: .busy) },
      { _ = try await $0.claim([3]) },
      { try await $0.returnInterrupted(3, withoutData: true) },
      { try await $0.remove([2]) },
      { try await $0.release() },
    ]
  }

  private static func row(_ id: Int64, of queue: UploadQueue) throws -> QueueRow {
    try #require(try queue.rows().first { $0.id == id })
  }

  /// The contents of the database, without values that differ between runs.
  private static func contents(of store: CatalogStore) throws -> [String] {
    let rows = try UploadQueue(store: store).rows().map { row in
      "\(row.id) \(row.transfer.name) \(row.state) \(row.confirmed) \(row.attempt) \(row.transfer.onDuplicate) "
        + "\(row.transfer.checkpoint?.values ?? [:]) \(row.cleanup?.rawValue ?? "-") \(row.failure?.message ?? "-")"
    }
    return try rows + AttachmentStore(store: store).attachments(of: 1).map(\.file.name)
  }

  /// Makes the changes in a copy of the database until one of them fails.
  /// - Returns: the number of changes that succeeded.
  private func change(
    _ directory: URL, stopAt step: Int64 = 0, room: Int64 = -1, losing loss: disk_loss = DISK_LOSS_NONE,
    each: (CatalogStore) throws -> Void = { _ in }
  ) async throws -> (count: Int, wasStopped: Bool) {
    try? FileManager.default.removeItem(at: directory)
    try FileManager.default.copyItem(at: fixture.data, to: directory)
    disk_observer_begin(directory.path, step, room)
    var count = 0
    if let store = try? CatalogStore(directory: directory, followsOthers: false) {
      let queue = UploadQueue(store: store)
      for change in changes {
        do { try await change(queue) } catch { break }
        count += 1
        try each(store)
      }
      queue.removeOwner()
      store.close()
    }
    return (count, disk_observer_end(loss) != 0)
  }

  /// Compares the database with its contents after the changes that succeeded. The next change may also have been made.
  private func check(_ directory: URL, _ expected: [[String]], _ count: Int, _ comment: Comment) throws {
    let store = try CatalogStore(directory: directory, followsOthers: false)
    defer { store.close() }
    #expect(try store.integrityCheck().problems == [], comment)
    let contents = try Self.contents(of: store)
    #expect(expected[count...].prefix(2).contains(contents), "\(comment): after \(count) changes \(contents)")
  }

  /// The contents before the first change and after each change.
  private func expectedContents(in directory: URL) async throws -> [[String]] {
    var expected: [[String]] = [[]]
    let (count, _) = try await change(directory) { expected.append(try Self.contents(of: $0)) }
    try #require(count == changes.count && Set(expected).count > 12)
    return expected
  }

  @Test func `everything that the queue has stored survives a stop at any step`() async throws {
    let directory = fixture.folder.appendingPathComponent("disk")
    let expected = try await expectedContents(in: directory)
    let losses = [DISK_LOSS_ALL, DISK_LOSS_NONE, DISK_LOSS_PART]
    // In long runs, each kind of loss occurs at each step; in normal runs, only one of them.
    let isLong = ProcessInfo.processInfo.environment["SHOWROOM_SOAK_SECONDS"] != nil
    var (step, wasStopped) = (Int64(1), true)
    while wasStopped {
      for (number, loss) in losses.enumerated() where isLong || number == Int(step) % losses.count {
        let count: Int
        (count, wasStopped) = try await change(directory, stopAt: step, losing: loss)
        try check(directory, expected, count, "step \(step), loss \(loss.rawValue)")
      }
      step += 1
    }
    #expect(step > changes.count)
  }

  @Test func `everything that the queue has stored is on disk, regardless of how full the disk is`() async throws {
    let directory = fixture.folder.appendingPathComponent("disk")
    let expected = try await expectedContents(in: directory)
    var (room, count) = (Int64(0), 0)
    while count < changes.count {
      (count, _) = try await change(directory, room: room)
      try check(directory, expected, count, "\(room) bytes")
      // The size of a page of the log with its header, so that each page is the first one that does not fit in one of
      // the runs.
      room += 4120
    }
    #expect(room > 4120)
  }
}
