import Foundation
import GRDB
import ShowroomFiles
import ShowroomTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import ShowroomCatalog
@testable import ShowroomUploads

/// The cost of a file does not depend on the length of the queue or the number of the car's files.
@Suite("Cost of a file", .timeLimit(.minutes(20)))
struct QueueCostTests {
  let fixture: QueueFixture

  init() async throws { fixture = try await QueueFixture() }

  /// The statements that all connections have run since this value was created, each with the number of its runs.
  private final class Statements: Sendable {
    private let texts = Mutex<[String: Int]>([:])

    init(of store: CatalogStore) throws {
      let writer = try #require(store.writingConnection)
      writer.writeWithoutTransaction { trace($0) }
      // The same connection is used for consecutive reads, so all connections must read at the same time.
      let readers = StoreReader.limit
      let (started, ended) = (DispatchGroup(), DispatchGroup())
      for _ in 0..<readers { started.enter() }
      for _ in 0..<readers {
        ended.enter()
        Thread.detachNewThread {
          try? store.read { db in
            self.trace(db)
            started.leave()
            started.wait()
          }
          ended.leave()
        }
      }
      ended.wait()
    }

    private func trace(_ db: Database) {
      db.trace { event in
        if case .statement(let statement) = event { self.texts.withLock { $0[statement.sql, default: 0] += 1 } }
      }
    }

    func take() -> [String: Int] {
      texts.withLock { texts in
        defer { texts = [:] }; return texts
      }
    }
  }

  @Test(arguments: DuplicatePolicy.allCases)
  func `no statement for a file scans the queue or all files of a car`(policy: DuplicatePolicy)
    async throws
  {
    let scheduler = fixture.scheduler()
    try await scheduler.start()
    await scheduler.setPaused(true)
    let sources = try (1...4).map { try fixture.file("scan \($0).pdf") }
    try await scheduler.enqueue(sources, car: 1, destination: fixture.destination, onDuplicate: policy)
    let statements = try Statements(of: fixture.store)

    await scheduler.setPaused(false)
    await scheduler.snapshot { $0.uploads.allSatisfy { $0.state == .done } }
    // The statements of triggers are reported as comments.
    let ran = statements.take().keys.filter { !$0.hasPrefix("--") }
    await scheduler.stop(.keep)

    #expect(ran.contains { $0.contains("FROM upload WHERE id = ?") } && ran.contains { $0.hasPrefix("UPDATE upload") })
    #expect(ran.contains { $0.contains("FROM attachment") } && ran.contains { $0.contains("RETURNING id") })
    for sql in ran where sql.contains("upload") || sql.contains("attachment") {
      var steps: [String] = []
      try fixture.store.read { db in
        try db.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)").forEachRow(in: db) { handle in
          let row = StoredColumns(handle: handle, table: "plan")
          steps.append(String(decoding: try row.text(3), as: UTF8.self))
        }
      }
      // There are at most 201 ended uploads.
      let scans = steps.filter { step in
        ["SCAN upload", "SCAN attachment"].contains(where: step.hasPrefix) && !step.contains("uploadByEnd")
          || step.contains("attachmentByCar")
      }
      #expect(scans == [], "\(sql)")
    }
  }

  @Test func `the queue is not read for each of 10,000 files that are uploaded again`() async throws {
    let sources = (1...10_000).map { number in
      UploadSource(
        path: FilePath("/home/scan \(number).pdf"), size: 1, modified: 1, identity: FileIdentity(device: 0, inode: 0))
    }
    let killed = UploadQueue(store: fixture.store)
    let ids = try await killed.add(sources, car: 1, destination: fixture.destination, onDuplicate: .fail)
    killed.removeOwner()
    let scheduler = fixture.scheduler()
    try await scheduler.start()
    await scheduler.setPaused(true)
    let statements = try Statements(of: fixture.store)

    let begun = try await scheduler.resumeOrEnqueue(
      sources, car: 1, destination: fixture.destination, onDuplicate: .fail)
    let reads = statements.take().filter { $0.key.contains("FROM upload ORDER BY position") }
    await scheduler.stop(.keep)

    #expect(begun.resumed.map(\.id) == ids && begun.ids.count == 10_000)
    #expect(!reads.isEmpty && reads.values.reduce(0, +) <= 4, "\(reads)")
  }

  @Test(arguments: 1...5) func `rows are found, changed, moved and removed as in a plain list`(seed: UInt64) {
    var chance = SeededChance(seed: seed)
    var plain: [QueueRow] = []
    var rows = QueueRows()
    for _ in 0..<300 {
      let id = Int64.random(in: 0..<20, using: &chance)
      let known = plain.first { $0.id == id }
      var row = known ?? QueueCostTests.row(id, at: Int64.random(in: 0..<10, using: &chance))
      plain.removeAll { $0.id == id }
      switch Int.random(in: 0..<4, using: &chance) {
      case 0: rows[id: id] = nil
      case 1:
        row.position = Int64.random(in: 0..<10, using: &chance)
        rows[id: id] = row
        plain.append(row)
      default:
        row.attempt += 1
        if known != nil { rows[id: id]?.attempt += 1 } else { rows[id: id] = row }
        plain.append(row)
      }
      plain.sort { ($0.position, $0.id) < ($1.position, $1.id) }
      #expect(Array(rows) == plain && Array(QueueRows(plain.shuffled(using: &chance))) == plain)
      #expect((0..<20).allSatisfy { id in rows[id: id] == plain.first { $0.id == id } })
    }
  }

  private static func row(_ id: Int64, at position: Int64) -> QueueRow {
    QueueRow(
      id: id,
      transfer: Transfer(
        id: "\(id)", car: 1,
        source: UploadSource(path: "/a", size: 1, modified: 1, identity: FileIdentity(device: 0, inode: 0)), name: "a",
        onDuplicate: .fail),
      destination: "/there", state: .pending, confirmed: 0, attempt: 0, position: position, ownership: .ours)
  }

  @Test func `a number is added to a recorded name, regardless of how many others begin the same way`() async throws {
    let names = [
      "scan.pdf", "scan (2).pdf", "scan (3).pdf", "scanner.pdf", String(repeating: "ä", count: 125) + ".pdf",
    ]
    let records = names.map { StoredFile(name: $0, location: "/\($0)", size: 1) }
    try fixture.store.writeDurably { db in
      for file in records {
        _ = try AttachmentTable.insert(file, car: 1, destination: "/there", uploadedAt: 1, into: db)
        _ = try AttachmentTable.insert(file, car: 2, destination: "/there", uploadedAt: 1, into: db)
      }
    }
    func free(_ name: String, _ policy: DuplicatePolicy) async throws -> String {
      var transfer = QueueCostTests.row(1, at: 1).transfer
      (transfer.name, transfer.onDuplicate) = (name, policy)
      transfer.recorded = try fixture.store.read { db in
        try AttachmentTable.files(at: "/there", recordedFor: transfer, in: db)
      }
      return try await transfer.nameFreeInRecords { _ in }
    }

    #expect(try await free("scan.pdf", .keepBoth) == "scan (4).pdf")
    #expect(try await free("scan", .keepBoth) == "scan")
    #expect(try await free(names[4], .keepBoth) == String(repeating: "ä", count: 123) + " (2).pdf")
    #expect(try await free("new.pdf", .fail) == "new.pdf")
    await #expect(throws: UploadFailure.self) { try await free("scanner.pdf", .fail) }
  }

  @Test func `an upload is reported as done although the clock was set back`() async throws {
    let scheduler = fixture.scheduler()
    var outcomes = scheduler.finished().makeAsyncIterator()
    try fixture.store.writeDurably { db in
      try db.execute(
        sql: """
          WITH RECURSIVE number (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < 200)
            INSERT INTO upload (token, carID, path, size, modified, device, inode, name, destination, onDuplicate, state,
              position, queuedAt, endedAt)
            SELECT 'old ' || i, 1, x'2f61', 1, 1, 0, 0, 'a', '/there', 'fail', 'done', i, 1, 9e9 FROM number
          """)
    }
    try await scheduler.start()

    let ids = try await scheduler.enqueue([fixture.file("new.pdf")], car: 1, destination: fixture.destination)

    guard case .done(let upload, _)? = await outcomes.next() else {
      Issue.record("the upload failed")
      return
    }
    #expect([upload.id] == ids)
    #expect(await scheduler.uploads.count == 201)
    await scheduler.stop(.keep)
  }
}
