import CDiskObserver
import Foundation
import GRDB
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

/// The program or the computer ends at any write, truncation, synchronization or deletion of a file of the database.
///
/// Serialized, because only one folder is observed at a time.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct PowerFailureSoak {
  /// What is done with a database that has 40 cars, a favorite and a note. The changes of uploads have a suite of their
  /// own.
  enum Work: CaseIterable, Sendable {
    case start, migration, favorite, note, view, refresh, removal, refusal, undo, keep
  }

  /// The work whose success was reported.
  private struct Acknowledged {
    var favorite = false
    var note = false
    var view = false
    /// The numbers of cars that are possible.
    var cars: Set<Int> = []
  }

  private let folder: TemporaryFolder
  private let probe: StoreProbe
  /// The cars 21 to 60 with other numbers.
  private let other: CatalogSource
  /// The cars 1 to 50 with other numbers.
  private let more: CatalogSource

  init() throws {
    folder = try TemporaryFolder()
    probe = try StoreProbe(folder)
    other = try Self.source(21...60, in: folder, as: "other.csv")
    more = try Self.source(1...50, in: folder, as: "more.csv")
  }

  private static func source(
    _ ids: ClosedRange<Int>, in folder: TemporaryFolder, as name: String
  ) throws -> CatalogSource {
    var table = EPATable()
    table.rows = ids.map { ["id": "\($0)", "model": "Model \($0 * 11 % 40)", "comb08": "44"] }
    return try folder.write(table.text, as: name)
  }

  /// Returns a folder with a database, as it is when the program has ended.
  private func template(for work: Work) async throws -> URL {
    let directory = folder.url.appendingPathComponent("template")
    guard work != .start else { return directory }
    if work == .migration {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try Self.makeFirstVersion(at: directory.appendingPathComponent(CatalogStore.fileName).path)
      return directory
    }
    let store = try CatalogStore(directory: directory, followsOthers: false)
    try await probe.fill(store)
    store.close()
    return directory
  }

  /// Creates a database of the first version, with the same user data.
  private static func makeFirstVersion(at path: String) throws {
    let pool = try DatabasePool(path: path)
    try Schema.migrator.migrate(pool, upTo: "1 cars, user data, source")
    try pool.write { db in
      for id in 1...40 {
        try db.execute(
          sql: """
            INSERT INTO car (id, make, model, baseModel, year, fuel, makeKey, modelKey, contentHash)
            VALUES (?, 'Kia', 'EV6', 'EV6', 2022, 1, 'kia', 'ev6', 1)
            """, arguments: [id])
      }
      try db.execute(
        sql: """
          INSERT INTO userData (carID, isFavourite, note, revision) VALUES (1, 1, NULL, 1), (2, 0, 'Rust', 2);
          UPDATE catalogueState SET carCount = 40, carRevision = 1, userRevision = 2;
          """)
    }
    try pool.close()
  }

  /// Does the work. Errors are expected.
  private func perform(_ work: Work, in directory: URL) async -> Acknowledged {
    var done = Acknowledged()
    done.cars = work == .start ? [0, 40] : [40]
    guard let store = try? CatalogStore(directory: directory, followsOthers: false) else { return done }
    // Makes transactions leave the cache, as large ones do.
    try? await store.writingConnection?.writeWithoutTransaction { try $0.execute(sql: "PRAGMA cache_size = 10") }
    switch work {
    case .start:
      if case .applied = try? await store.refresh(from: probe.source) { done.cars = [40] }
    case .favorite, .migration: break
    case .note: done.note = (try? store.setNote("new", id: 30)) != nil
    case .view: done.view = (try? store.save(SavedView(name: "new", query: "kia"))) != nil
    case .refresh:
      done.cars = [40, 50]
      if case .applied = try? await store.refresh(from: more) { done.cars = [50] }
    case .removal, .undo, .keep:
      // Three of the cars that the source no longer has are kept.
      done.cars = [40, 43]
      if case .applied = try? await store.refresh(from: other) {
        done.cars = [43]
        if work == .undo {
          done.cars = [40, 43]
          if (try? store.undoRefresh()) == true { done.cars = [40] }
        }
        if work == .keep { try? store.keepRefresh() }
      }
    case .refusal: _ = try? await store.refresh(from: other, approval: { _ in false })
    }
    done.favorite = (try? store.setFavorite(true, id: 31)) != nil
    store.close()
    return done
  }

  /// Opens a copy of the database and compares it with what was acknowledged.
  private func check(_ directory: URL, _ work: Work, _ done: Acknowledged, _ comment: Comment) throws {
    let copy = directory.appendingPathExtension("copy")
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: copy) }
    for ending in ["", "-wal", "-journal"] {
      let name = CatalogStore.fileName + ending
      try? FileManager.default.copyItem(
        at: directory.appendingPathComponent(name), to: copy.appendingPathComponent(name))
    }

    let store = try CatalogStore(directory: copy, followsOthers: false)
    #expect(try store.integrityCheck().problems == [], comment)
    let count = try store.count()
    #expect(done.cars.contains(count), comment)
    // The numbers of new, changed and gone cars by the number of cars.
    let byCount = [40: [1, 2, 1], 50: [10, 40, 0], 43: [20, 20, 20]]
    let expected = [.start, .migration].contains(work) ? [0, 0, 0] : byCount[count]
    let changes = try store.carChanges()
    #expect(CarChange.Kind.allCases.map(changes.count) == expected, comment)
    if work != .start {
      #expect(try store.userData(id: 1).isFavorite, comment)
      #expect(try store.userData(id: 2).note == "Rust", comment)
      #expect(try work == .migration || store.savedViews().contains { $0.name == "old" }, comment)
    }
    if done.favorite { #expect(try store.userData(id: 31).isFavorite, comment) }
    if done.note { #expect(try store.userData(id: 30).note == "new", comment) }
    if done.view { #expect(try store.savedViews().contains { $0.name == "new" }, comment) }
    store.close()
  }

  /// Copies the template, does the work on a disk with the given faults, and checks what is left.
  private func run(
    _ work: Work, _ template: URL, stopAt step: Int64 = 0, room: Int64 = -1, losing loss: disk_loss,
    _ comment: Comment
  ) async throws -> (wasStopped: Bool, isComplete: Bool) {
    let directory = folder.url.appendingPathComponent("disk")
    try? FileManager.default.removeItem(at: directory)
    if work == .start {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    } else {
      try FileManager.default.copyItem(at: template, to: directory)
    }
    disk_observer_begin(directory.path, step, room)
    let done = await perform(work, in: directory)
    let wasStopped = disk_observer_end(loss) != 0
    try check(directory, work, done, comment)
    return (wasStopped, done.favorite)
  }

  @Test(arguments: Work.allCases)
  func `everything acknowledged survives an end at any step`(_ work: Work) async throws {
    let template = try await template(for: work)
    let losses = [DISK_LOSS_ALL, DISK_LOSS_NONE, DISK_LOSS_PART]
    // Each kind of loss at each step in the long run, and one of them in the usual one.
    let isLong = ProcessInfo.processInfo.environment["SHOWROOM_SOAK_SECONDS"] != nil
    var step: Int64 = 1
    var wasStopped = true
    while wasStopped {
      for (number, loss) in losses.enumerated() where isLong || number == Int(step) % losses.count {
        let comment: Comment = "step \(step), loss \(loss.rawValue)"
        wasStopped = try await run(work, template, stopAt: step, losing: loss, comment).wasStopped
      }
      step += 1
    }
    #expect(step > 5)
  }

  /// The reader keeps the first copying of the log from being complete, and ends when it sees the new cars.
  @Test func `a refresh that succeeds has space for its log, even while another program reads`() async throws {
    let template = try await template(for: .refresh)
    let large = try Self.source(1...1_000, in: folder, as: "large.csv")
    let directory = folder.url.appendingPathComponent("disk")
    var (room, isComplete) = (Int64(300_000), false)
    while !isComplete {
      try? FileManager.default.removeItem(at: directory)
      try FileManager.default.copyItem(at: template, to: directory)
      disk_observer_begin(directory.path, 0, room)
      let store = try CatalogStore(directory: directory, followsOthers: false)
      let other = try CatalogStore(directory: directory, followsOthers: false)
      let (reading, isOver) = (DispatchGroup(), CancellationFlag())
      await withCheckedContinuation { opened in
        reading.enter()
        Thread.detachNewThread {
          try? other.read { db in
            _ = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM car")
            opened.resume()
            while !isOver.isSet, try store.count() == 40 {}
          }
          reading.leave()
        }
      }

      if case .applied = try? await store.refresh(from: large) { isComplete = true }

      isOver.set()
      await withCheckedContinuation { ended in reading.notify(queue: .global()) { ended.resume() } }
      if isComplete {
        let (all, copied) = try await store.writer().writeWithoutTransaction { try $0.checkpoint(.truncate) }
        #expect(all == copied)
      }
      other.close()
      store.close()
      _ = disk_observer_end(DISK_LOSS_NONE)
      room += 40_000
    }
    #expect(room > 340_000)
  }

  @Test(arguments: Work.allCases)
  func `everything acknowledged is on the disk, however full it is`(_ work: Work) async throws {
    let template = try await template(for: work)
    var room: Int64 = 0
    var isComplete = false
    while !isComplete {
      isComplete = try await run(work, template, room: room, losing: DISK_LOSS_NONE, "\(room) bytes").isComplete
      // A page of the log with its header, so that every page is once the first that does not fit.
      room += 4120
    }
    #expect(room > 4120)
  }
}
