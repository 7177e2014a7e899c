import Foundation
import GRDB
import Testing

@testable import ShowroomCatalog

/// The approval and the undoing of refreshes.
extension RefreshTests {
  private func fill(cars: Int) async throws {
    _ = try await store.refresh(from: source(1...cars))
  }

  private func source(_ ids: some Sequence<Int>) throws -> CatalogSource {
    var table = EPATable()
    table.rows = ids.map { ["id": "\($0)"] }
    return try folder.write(table.text, as: "vehicles.csv")
  }

  /// Everything in the database but the counter of changes and the time of the last refresh.
  private func contents() throws -> [String] {
    try store.read { db in
      try ["car ORDER BY id", "userData ORDER BY carID", "attachment ORDER BY id", "catalogRefresh"].flatMap { table in
        try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { "\($0)" }
      } + Row.fetchAll(db, sql: "SELECT source, contentDigest, carCount FROM catalogState").map { "\($0)" }
    }
  }

  @Test(arguments: [(20, 2, 0, false), (20, 3, 0, true), (9, 1, 0, true), (1000, 1, 1, true), (0, 0, 0, false)])
  func `removing more than a tenth of the cars, or any with user data, needs approval`(
    cars: Int, removed: Int, kept: Int, needsApproval: Bool
  ) {
    #expect(RefreshLoss(cars: cars, removed: removed, kept: kept).needsApproval == needsApproval)
  }

  @Test func `a refresh commits nothing before its approval, and others can write meanwhile`()
    async throws
  {
    try await fill(cars: 20)
    let before = try contents()
    let seen = Collected<[String]>()
    let asked = Collected<RefreshLoss>()

    let outcome = try await store.refresh(from: source(1...5)) { _ in
    } approval: { loss in
      asked.append(loss)
      seen.append((try? contents()) ?? [])
      try? store.setFavorite(true, id: 3)
      return true
    }

    #expect(asked.values == [RefreshLoss(cars: 20, removed: 15)])
    #expect(seen.values == [before])
    #expect(outcome == .applied(RefreshCounts(removed: 15, unchanged: 5, isReplacement: true)))
    #expect(try store.userData(id: 3).isFavorite)
    #expect(try store.count() == 5)
  }

  @Test(
    arguments: [
      (RefreshLoss(cars: 20, removed: 9, kept: 2), true), (RefreshLoss(cars: 30, removed: 10, kept: 3), true),
      (RefreshLoss(cars: 20, removed: 11, kept: 3), false), (RefreshLoss(cars: 20, removed: 10, kept: 4), false),
    ])
  func `an approval covers only losses that are not larger in any respect`(other: RefreshLoss, isCovered: Bool) {
    #expect(RefreshLoss(cars: 20, removed: 10, kept: 3).covers(other) == isCovered)
  }

  @Test func `a loss that grows while the approval is given needs another`() async throws {
    try await fill(cars: 20)
    let asked = Collected<RefreshLoss>()

    let outcome = try await store.refresh(from: source(1...5)) { _ in
    } approval: { loss in
      asked.append(loss)
      if loss.kept == 0 { try? store.setFavorite(true, id: 20) }
      return loss.kept == 0
    }

    #expect(asked.values == [RefreshLoss(cars: 20, removed: 15), RefreshLoss(cars: 20, removed: 15, kept: 1)])
    #expect(outcome == .declined(RefreshLoss(cars: 20, removed: 15, kept: 1)))
    #expect(try store.count() == 20)
  }

  @Test func `a source that changes before it is approved, or while it is read, is stored with its own digest`()
    async throws
  {
    try await fill(cars: 20)

    let approved = try await store.refresh(
      from: source(1...5),
      approval: { _ in
        _ = try? source(1...6)
        return true
      })
    #expect(approved == .applied(RefreshCounts(removed: 14, unchanged: 6, isReplacement: true)))
    #expect(try await store.refresh(from: source(1...6)) == .notModified)
    #expect(try await store.refresh(from: source(1...5)) == .applied(RefreshCounts(removed: 1, unchanged: 5)))

    let reports = Collected<RefreshProgress>()
    let read = try await store.refresh(from: source(1...6)) { report in
      if report.phase == .importing, reports.values.isEmpty { _ = try? source(1...7) }
      reports.append(report)
    }
    #expect(read == .applied(RefreshCounts(added: 2, unchanged: 5)))
    #expect(try await store.refresh(from: source(1...7)) == .notModified)
  }

  @Test func `a source that only gets a new date while it is read is refreshed`() async throws {
    let source = try source(1...7)
    let path = folder.url.appendingPathComponent("vehicles.csv").path
    let reports = Collected<RefreshProgress>()

    let outcome = try await store.refresh(from: source) { report in
      // Ends even if every date counts as a change.
      guard report.phase == .importing, reports.values.count < 100 else { return }
      reports.append(report)
      let date = Date(timeIntervalSince1970: Double(1_000_000 + reports.values.count))
      try? FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }

    #expect(outcome == .applied(RefreshCounts(added: 7)))
    #expect(reports.values.filter { $0.cars == 0 }.count == 1, "it is read once")
  }

  @Test func `a source that keeps changing while it is read is not stored`() async throws {
    try await fill(cars: 7)
    let source = try source(1...8)
    let readings = Collected<RefreshProgress>()

    let error = await #expect(throws: CatalogError.self) {
      try await store.refresh(from: source) { report in
        // Ends even if the source is read again and again.
        guard report.phase == .importing, report.cars == 0, readings.values.count < 20 else { return }
        readings.append(report)
        _ = try? self.source(1...(8 + readings.values.count))
      }
    }

    #expect(error == .source(.unreadable(reason: "it keeps changing"), source: source.name))
    #expect(readings.values.count == 5)
    #expect(try store.count() == 7)
    #expect(try await store.refresh(from: source) == .applied(RefreshCounts(added: 6, unchanged: 7)))
  }

  @Test func `a source that lacks the latest cars seems to be older and needs approval`() async throws {
    try await fill(cars: 400)

    for (ids, isOlder) in [(1...380, true), (1...381, false), (21...400, false)] as [(ClosedRange<Int>, Bool)] {
      let outcome = try await store.refresh(from: source(ids), approval: { _ in false })
      let older = RefreshLoss(cars: 400, removed: 400 - ids.count, isOlder: true)
      #expect((outcome == .declined(older)) == isOlder, "\(ids)")
      try await fill(cars: 400)
    }
    #expect(RefreshLoss(cars: 400, removed: 20, isOlder: true).covers(RefreshLoss(cars: 400, removed: 20)))
    #expect(!RefreshLoss(cars: 400, removed: 20).covers(RefreshLoss(cars: 400, removed: 20, isOlder: true)))
  }

  @Test func `a refresh that is not approved changes nothing`() async throws {
    try await fill(cars: 20)
    let before = try contents()

    let outcome = try await store.refresh(from: source(1...5), approval: { _ in false })

    #expect(outcome == .declined(RefreshLoss(cars: 20, removed: 15)))
    #expect(try contents() == before)
    #expect(try store.undoRefresh() == false)
  }

  @Test(arguments: [false, true])
  func `a refresh with another car under the ID of one with user data needs approval, and can be undone`(
    isWithdrawn: Bool
  ) async throws {
    func source(_ rows: [[String: String]]) throws -> CatalogSource {
      var table = EPATable()
      table.rows = rows
      return try folder.write(table.text, as: "vehicles.csv")
    }
    let own = (1...20).map { ["id": "\($0)", "make": "Kia", "model": "Tasman \($0)", "year": "2025"] }
    _ = try await store.refresh(from: source(own))
    try store.setNote("Test drive on Friday", id: 7)
    if isWithdrawn {
      _ = try await store.refresh(from: source(own.filter { $0["id"] != "7" }), approval: { _ in true })
    }
    let asked = Collected<RefreshLoss>()

    // The source may correct a model or a year, and other cars have no user data.
    var others = own
    others[0]["make"] = "Audi"
    others[6]["model"] = "Tasman X-Pro"
    let corrected = try await store.refresh(from: source(others), approval: { _ in false })
    others[6]["model"] = "Ceed"
    others[6]["year"] = "1985"
    let declined = try await store.refresh(from: source(others), approval: { _ in false })
    let before = try store.car(id: 7)
    _ = try await store.refresh(
      from: source(others),
      approval: { loss in
        asked.append(loss)
        return true
      })

    let loss = RefreshLoss(cars: 20, removed: 0, reassigned: 1)
    #expect(corrected == .applied(RefreshCounts(changed: 2, unchanged: 18)))
    #expect(declined == .declined(loss))
    #expect(before?.model == "Tasman X-Pro" && before?.year == 2025)
    #expect(asked.values == [loss])
    #expect(try store.car(id: 7)?.year == 1985)
    #expect(try store.undoRefresh())
    #expect(try store.car(id: 7)?.year == 2025)
    #expect(try store.userData(id: 7).note == "Test drive on Friday")
    #expect(!loss.covers(RefreshLoss(cars: 20, removed: 0, reassigned: 2)))
  }

  @Test func `an empty catalog is filled without approval`() async throws {
    let outcome = try await store.refresh(from: source(1...20), approval: { _ in false })

    #expect(outcome == .applied(RefreshCounts(added: 20)))
  }

  @Test func `a refresh that removes few cars needs no approval and cannot be undone`() async throws {
    try await fill(cars: 20)

    let outcome = try await store.refresh(from: source(1...18), approval: { _ in false })

    #expect(outcome == .applied(RefreshCounts(removed: 2, unchanged: 18)))
    #expect(try store.undoRefresh() == false)
  }

  @Test(arguments: ["favorite", "note", "file", "upload"])
  func `removing one car with a favorite, note, file or upload needs approval once`(what: String) async throws {
    try await fill(cars: 40)
    switch what {
    case "favorite": try store.setFavorite(true, id: 40)
    case "note": try store.setNote("mine", id: 40)
    case "file":
      try store.writeDurably { db in
        try db.execute(
          sql: """
            INSERT INTO attachment (carID, name, location, destination, size, uploadedAt) VALUES (40, 'a', '/', '/', 1, 0)
            """)
      }
    default:
      try store.writeDurably { db in
        try db.execute(
          sql: """
            INSERT INTO upload (token, carID, path, size, modified, device, inode, name, destination, onDuplicate, state,
              position, queuedAt) VALUES ('t', 40, x'2f', 1, 0, 0, 0, 'a', '/', 'ask', 'pending', 0, 0)
            """)
      }
    }
    let asked = Collected<RefreshLoss>()
    let approval: RefreshApproval = { loss in
      asked.append(loss)
      return true
    }

    _ = try await store.refresh(from: source(1...39), approval: approval)

    #expect(asked.values == [RefreshLoss(cars: 40, removed: 1, kept: 1)])
    #expect(try store.car(id: 40)?.isWithdrawn == true)

    // The car has already been removed, so the next refresh needs no approval.
    _ = try await store.refresh(from: source(1...38), approval: approval)
    #expect(asked.values.count == 1)
  }

  @Test func `an approved refresh can be undone, including its source`() async throws {
    try await fill(cars: 20)
    try store.setFavorite(true, id: 20)
    let before = try contents()
    let other = try folder.write(
      EPATable(["id": "1", "comb08": "30"], ["id": "77", "make": "Kia"]).text, as: "other.csv")
    #expect(
      try await store.refresh(from: other)
        == .applied(RefreshCounts(added: 1, changed: 1, removed: 19, withdrawn: 1, isReplacement: true)))
    let revision = try store.read { try CatalogRevision.fetch($0).cars }

    #expect(try store.undoRefresh())

    #expect(try contents() == before)
    #expect(try store.read { try CatalogRevision.fetch($0).cars } > revision)
    #expect(try store.integrityCheck().problems.isEmpty)
    #expect(try store.undoRefresh() == false)
  }

  @Test func `undoing a refresh keeps newer user data`() async throws {
    try await fill(cars: 20)
    let other = try folder.write(EPATable(["id": "1"], ["id": "77"], ["id": "78"]).text, as: "other.csv")
    _ = try await store.refresh(from: other)
    try store.setNote("new", id: 1)
    try store.setFavorite(true, id: 77)

    #expect(try store.undoRefresh())

    #expect(try store.userData(id: 1) == UserData(note: "new"))
    #expect(try store.car(id: 77)?.isWithdrawn == true)
    #expect(try store.userData(id: 77).isFavorite)
    #expect(try store.car(id: 78) == nil)
    #expect(try store.count() == 21)
  }

  @Test func `a refresh cannot be undone after another change to the cars, or once it is kept`() async throws {
    try await fill(cars: 20)
    _ = try await store.refresh(from: source(1...5))
    _ = try await folder.store().refresh(from: source(1...6))
    #expect(try store.undoRefresh() == false)
    #expect(try store.count() == 6)

    _ = try await store.refresh(from: source(1...2))
    try store.keepRefresh()
    #expect(try store.undoRefresh() == false)
    #expect(try store.count() == 2)
  }

  // MARK: Progress

  @Test func `cars are counted while a zip archive is read, and removing old cars is a separate phase`() async throws {
    var old = EPATable()
    old.rows = (1...4_000).map { ["id": "\($0)"] }
    _ = try await store.refresh(from: folder.write(old.text, as: "old.csv"))
    var new = EPATable()
    new.rows = (10_001...14_000).map { ["id": "\($0)"] }
    let zip = try folder.write(Archive.zip([("vehicles.csv", Data(new.text.utf8))]), as: "new.zip")
    let reports = Collected<RefreshProgress>()

    _ = try await store.refresh(from: zip) { reports.append($0) }

    let read = reports.values.filter { $0.phase == .importing }
    #expect(Swift.zip(read, read.dropFirst()).allSatisfy { $1.cars - $0.cars <= 1_000 }, "\(read.map(\.cars))")
    let early = try #require(read.first { $0.cars > 0 })
    #expect(early.cars <= 1_000 && (early.fraction ?? 1) < 0.5, "\(early)")
    #expect(Swift.zip(read, read.dropFirst()).allSatisfy { $0.completedBytes <= $1.completedBytes || $1.cars == 0 })
    #expect(read.last?.cars == 4_000 && read.last?.fraction == 1)
    let removed = reports.values.filter { $0.phase == .removing }
    #expect(removed.map(\.cars) == [0, 1_000, 2_000, 3_000])
    #expect(removed.map(\.fraction) == [0, 0.25, 0.5, 0.75])
  }

  @Test func `the rate and the time left are those of the phase`() {
    let report = RefreshProgress(phase: .importing, completedBytes: 500_000, totalBytes: 2_000_000, elapsed: 2)
    #expect(report.rate == 250_000)
    #expect(report.timeLeft == 6)
    #expect(RefreshProgress(phase: .removing, cars: 30, totalCars: 40, elapsed: 3).timeLeft == 1)
    // Too early to measure, at the end, or without a total.
    #expect(RefreshProgress(phase: .importing, completedBytes: 5, totalBytes: 9, elapsed: 0.1).timeLeft == nil)
    #expect(RefreshProgress(phase: .importing, completedBytes: 9, totalBytes: 9, elapsed: 4).timeLeft == nil)
    #expect(RefreshProgress(phase: .downloading, completedBytes: 8, elapsed: 4).timeLeft == nil)
    #expect(RefreshProgress(phase: .downloading, completedBytes: 8, elapsed: 4).rate == 2)
  }
}
