import Foundation
import GRDB
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

/// What refreshes record about the cars.
@Suite(.timeLimit(.minutes(20)))
struct RecordedChangesTests {
  private let folder: TemporaryFolder
  private let store: CatalogStore

  /// The time of all refreshes.
  private static let time = Date(timeIntervalSince1970: 1_777_622_400)

  init() throws {
    folder = try TemporaryFolder()
    store = try CatalogStore(directory: folder.url.appendingPathComponent("data")) { Self.time }
  }

  @discardableResult
  private func refresh(_ rows: [String: String]..., approved: Bool = true) async throws -> RefreshOutcome {
    try await store.refresh(from: source(rows), approval: { _ in approved })
  }

  private func source(_ rows: [[String: String]], as name: String = "vehicles.csv") throws -> CatalogSource {
    var table = EPATable()
    table.rows = rows
    return try folder.write(table.text, as: name)
  }

  /// Changes in short: `new 4`, `gone 3`, `changed 2 economy 21 30`.
  private func texts(_ changes: CatalogChanges) -> [String] {
    changes.cars.map { change in
      let fields = change.fields.map { field in
        let values = [change.old, change.car].compactMap(\.self).map { car in
          switch field.value(of: car) {
          case .text(let text): text ?? "–"
          case .number(let number): number.map { "\($0)".replacing(/\.0$/, with: "") } ?? "–"
          case .flag(let flag): flag.map { $0 ? "yes" : "no" } ?? ""
          }
        }
        return " \(field) \(values.joined(separator: " → "))"
      }
      return "\(change.kind) \(change.car.id)\(fields.joined())"
    }
  }

  private func latest() throws -> [String] { try texts(store.carChanges()) }

  private func all() throws -> [String] { try texts(store.carChanges(since: .distantPast)) }

  /// Sets the times of the refreshes in the order in which they took place.
  private func setTimes(_ times: Double...) throws {
    try store.writeDurably { db in
      for (id, time) in times.enumerated() {
        try db.execute(sql: "UPDATE catalogRefresh SET refreshedAt = ? WHERE id = ?", arguments: [time, id + 1])
      }
    }
  }

  private func isRecorded() throws -> Bool {
    try store.read { try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT * FROM catalogRefresh)") } == true
  }

  @Test func `the first refresh of a catalog brings nothing new`() async throws {
    try await refresh(["id": "1"], ["id": "2"])

    #expect(try store.carChanges() == CatalogChanges())
    #expect(try store.carChanges(since: .distantPast) == CatalogChanges())
  }

  @Test func `new, changed and gone cars are recorded, with the fields that changed and the values before`()
    async throws
  {
    try await refresh(["id": "1"], ["id": "2"], ["id": "3", "model": "Giulia"])

    try await refresh(
      ["id": "1"], ["id": "2", "comb08": "30", "displ": "", "model": "Spider 2", "fuelCost08": "9"],
      ["id": "4", "make": "Kia"])

    let changes = try store.carChanges()
    #expect(
      texts(changes) == ["gone 3", "changed 2 model Spider → Spider 2 displacement 2 → – economy 21 → 30", "new 4"])
    let gone = try #require(changes.cars.first)
    #expect(gone.car.name == "Alfa Romeo Giulia 1985" && gone.car.combinedMPG == 21 && gone.car.drive != nil)
    #expect(changes.repriced == 0)
    #expect(changes.period?.upperBound == Self.time)
  }

  @Test(
    arguments: [
      ("make", "Alfa", "make Alfa Romeo → Alfa"), ("year", "1986", "year 1985 → 1986"),
      ("VClass", "Vans", "vehicleClass Two Seaters → Vans"), ("drive", "", "drive Rear-Wheel Drive → –"),
      ("fuelType1", "Diesel", "fuel Gasoline → Diesel fuelName Regular Gasoline → Diesel"),
      ("cylinders", "6", "cylinders 4 → 6"),
      ("trany", "Automatic 4-spd", "transmission Manual 5-spd → Automatic 4-spd"),
      ("city08", "18", "cityMPG 19 → 18"), ("highway08", "26", "highwayMPG 25 → 26"),
      ("co2", "400", "co2 423.25 → 400"),
    ])
  func `each field that a person can see is recorded`(column: String, value: String, text: String) async throws {
    try await refresh(["id": "1"], ["id": "2", "make": "Kia"])

    try await refresh(["id": "1", column: value], ["id": "2", "make": "Kia"])

    #expect(try latest() == ["changed 1 \(text)"])
  }

  @Test func `a query finds the cars that are gone among the changes`() async throws {
    try await refresh(["id": "1"], ["id": "2"], ["id": "3"])
    try await refresh(["id": "1", "comb08": "30"], ["id": "2"])
    let (changes, index) = (try store.carChanges(), try store.loadIndex())

    #expect(texts(changes.matching(.parse("gone:yes"), in: index)) == ["gone 3"])
    #expect(texts(changes.matching(.parse("gone:no"), in: index)) == ["changed 1 economy 21 → 30"])
    #expect(texts(changes.matching(.parse("alfa"), in: index)).count == 2)
  }

  @Test func `a query finds a car that is gone by the user's data about it`() async throws {
    try await refresh(["id": "1"], ["id": "2"], ["id": "3"], ["id": "4"], ["id": "5"])
    try store.setFavorite(true, id: 4)
    try store.setPrice(25_000, id: 4)

    try await refresh(["id": "1"], ["id": "2"], ["id": "3"])

    let (changes, index) = (try store.carChanges(), try store.loadIndex().updatingMarks([4]))
    for query in ["fav:yes", "marked:yes", "price<30000", "fav:yes gone:yes"] {
      #expect(texts(changes.matching(.parse(query), in: index)) == ["gone 4"], "\(query)")
    }
    #expect(texts(changes.matching(.parse("fav:no"), in: index)) == ["gone 5"])
    #expect(changes.cars.map(\.car.isWithdrawn) == [true, false], "the catalog keeps the favorite")
  }

  @Test func `each field of a plug-in hybrid is recorded, and what no screen shows is not`() async throws {
    let plugIn = [
      "id": "1", "atvType": "Plug-in Hybrid", "rangeA": "30", "combE": "20", "cityA08": "90", "highwayA08": "91",
      "combA08": "92", "phevComb": "60", "phevCity": "61", "combinedUF": "0.5", "combinedCD": "0.1", "charge240": "3",
    ]
    try await refresh(plugIn)
    try await refresh(plugIn.merging(["phevCity": "62"]) { $1 })
    #expect(try !isRecorded())

    try await refresh(
      plugIn.merging([
        "rangeA": "31", "cityA08": "190", "highwayA08": "191", "combA08": "192", "phevComb": "160", "phevCity": "0",
        "combinedUF": "0.6", "combinedCD": "0.2", "charge240": "4",
      ]) { $1 })

    #expect(
      try latest() == [
        "changed 1 electricCityMPG 90 → 190 electricHighwayMPG 91 → 191 electricMPG 92 → 192 blendedMPG 60 → 160 "
          + "utilityFactor 0.5 → 0.6 electricConsumption 20 → 20 range 30 → 31 chargeHours 3 → 4"
      ])
    #expect(try store.carChanges().cars.first?.old?[.addedGasoline] == 0.1)
  }

  @Test func `a car with only a new cost or base model counts as repriced, and the spelling of a make is not a change`()
    async throws
  {
    try await refresh(["id": "1", "make": "MINI"], ["id": "2", "make": "MINI"], ["id": "3", "make": "Mini"])

    try await refresh(
      ["id": "1", "make": "MINI", "fuelCost08": "9"], ["id": "2", "make": "MINI", "baseModel": "B"],
      ["id": "3", "make": "Mini", "barrels08": "15"])

    let changes = try store.carChanges()
    #expect(changes.cars.isEmpty && changes.repriced == 2)
  }

  @Test func `a refresh that brings the same cars records nothing`() async throws {
    try await refresh(["id": "1"])
    try await refresh(["id": "1", "comb08": "30"])
    try setTimes(100)

    #expect(try await refresh(["id": "1", "comb08": "30"]) == .notModified)
    #expect(
      try await store.refresh(from: source([["id": "1", "comb08": "30"]], as: "copy.csv"))
        == .applied(RefreshCounts(unchanged: 1)))
    try await refresh(["id": "1", "comb08": "30", "barrels08": "15"])

    #expect(try latest() == ["changed 1 economy 21 → 30"])
    #expect(try store.carChanges(since: Date(timeIntervalSince1970: 101)) == CatalogChanges())
  }

  @Test func `a refresh that is refused, canceled, invalid or undone records nothing`() async throws {
    try await refresh(["id": "1"], ["id": "2"], ["id": "3"])

    _ = try await refresh(["id": "1", "comb08": "30"], ["id": "2"], approved: false)
    #expect(try !isRecorded())

    let rows = [["id": "1", "comb08": "30"], ["id": "9"]]
    await #expect(throws: CatalogError.self) { try await store.refresh(from: source(rows + rows)) }
    #expect(try !isRecorded())

    let canceled = Task { [store, source = try source(rows)] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await store.refresh(from: source)
    }
    await #expect(throws: CatalogError.canceled) { try await canceled.value }
    #expect(try !isRecorded())

    try await refresh(["id": "1", "comb08": "30"], ["id": "2"], ["id": "9"])
    #expect(try latest() == ["changed 1 economy 21 → 30", "gone 3", "new 9"])
    #expect(try store.undoRefresh())
    #expect(try !isRecorded())
    for table in ["newCar", "fieldChange", "goneCar"] {
      #expect(try store.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM \(table)") } == 0)
    }
  }

  @Test func `a refresh that is undone leaves the changes of those before`() async throws {
    try await refresh(["id": "1"], ["id": "2"], ["id": "3"])
    try await refresh(["id": "1", "comb08": "30"], ["id": "2"], ["id": "3"])
    try await refresh(["id": "1", "comb08": "40"], ["id": "2"])

    #expect(try store.undoRefresh())

    #expect(try all() == ["changed 1 economy 21 → 30"])
  }

  @Test func `several refreshes are compared with the catalog before them`() async throws {
    try await refresh(["id": "1"], ["id": "2"], ["id": "3"], ["id": "4"], ["id": "5"])
    // 3 goes, 6 and 7 come, and 4 changes twice.
    try await refresh(
      ["id": "1", "comb08": "30"], ["id": "2"], ["id": "4", "comb08": "5"], ["id": "5"], ["id": "6"], ["id": "7"])
    // 3 returns, and 7 goes.
    try await refresh(
      ["id": "1", "comb08": "40"], ["id": "2"], ["id": "3"], ["id": "4"], ["id": "5", "displ": "3"],
      ["id": "6", "comb08": "9"])
    // 5 goes.
    try await refresh(["id": "1", "comb08": "40"], ["id": "2"], ["id": "3"], ["id": "4"], ["id": "6", "comb08": "9"])
    try setTimes(100, 200, 300)

    #expect(try all() == ["changed 1 economy 21 → 40", "gone 5", "new 6"])
    #expect(
      try texts(store.carChanges(since: Date(timeIntervalSince1970: 200))) == [
        "changed 1 economy 30 → 40", "new 3", "changed 4 economy 5 → 21", "gone 5", "changed 6 economy 21 → 9",
        "gone 7",
      ])
    #expect(try latest() == ["gone 5"])
    #expect(try store.carChanges(since: Date(timeIntervalSince1970: 301)) == CatalogChanges())
  }

  @Test func `a car that is gone and returns with another value has changed`() async throws {
    try await refresh(["id": "1"], ["id": "2"], ["id": "3"])
    try store.setFavorite(true, id: 2)
    try await refresh(["id": "1"])
    #expect(try latest() == [] && store.carChanges().isReplacement, "most cars were replaced")
    try await refresh(["id": "1"], ["id": "2"], ["id": "3"])
    #expect(try !store.carChanges().isReplacement)
    #expect(try latest() == ["changed 2 withdrawn yes → no", "new 3"])

    try await refresh(["id": "1"], ["id": "3"])
    #expect(try latest() == ["gone 2"])
    try await refresh(["id": "1"], ["id": "2", "comb08": "22"], ["id": "3"])
    #expect(try latest() == ["changed 2 economy 21 → 22 withdrawn yes → no"])
    #expect(try all() == ["changed 2 economy 21 → 22 withdrawn yes → no", "new 3"])

    try await refresh(["id": "1"], ["id": "2", "comb08": "22"])
    try await refresh(["id": "1"], ["id": "2", "comb08": "22"], ["id": "3", "comb08": "23"])
    try setTimes(100, 200, 300, 400, 500, 600)
    #expect(try texts(store.carChanges(since: Date(timeIntervalSince1970: 500))) == ["changed 3 economy 21 → 23"])
  }

  @Test func `the history of a car has each refresh that changed it, the latest first`() async throws {
    try await refresh(["id": "1"], ["id": "2"], ["id": "3"])
    try await refresh(["id": "1", "comb08": "30"], ["id": "2"], ["id": "3"], ["id": "4"])
    try await refresh(["id": "2"], ["id": "3"], ["id": "4", "fuelCost08": "9"])
    try await refresh(["id": "1", "comb08": "31"], ["id": "2"], ["id": "3"], ["id": "4", "comb08": "8"])
    try setTimes(100, 200, 300)

    func past(_ id: Car.ID) throws -> [String] {
      let car = try #require(try store.car(id: id))
      return try store.pastChanges(of: car).map { past in
        var one = CatalogChanges()
        one.cars = [past.change]
        return "\(Int(past.date.timeIntervalSince1970)) \(texts(one).joined())"
      }
    }
    #expect(try past(1) == ["300 new 1", "200 gone 1", "100 changed 1 economy 21 → 30"])
    #expect(try past(2) == [])
    #expect(try past(4) == ["300 changed 4 economy 21 → 8", "100 new 4"])
  }

  @Test func `a clock that is set back makes no change appear newer than it is`() async throws {
    for economy in 21...25 { try await refresh(["id": "1", "comb08": "\(economy)"]) }
    // The clock of the second refresh was ahead, that of the third behind.
    try setTimes(100, 9_999, 1, 200)

    #expect(try latest() == ["changed 1 economy 24 → 25"])
    #expect(try all() == ["changed 1 economy 21 → 25"])
    #expect(try texts(store.carChanges(since: Date(timeIntervalSince1970: 150))) == ["changed 1 economy 24 → 25"])
    #expect(try store.carChanges(since: Date(timeIntervalSince1970: 201)) == CatalogChanges())
  }

  @Test func `two refreshes at once record each change once`() async throws {
    try await refresh(["id": "1"], ["id": "2"])
    let (first, second) = (store, try folder.store())
    let source = try source([["id": "1", "comb08": "30"], ["id": "2"], ["id": "3"]], as: "other.csv")

    async let one = first.refresh(from: source)
    async let other = second.refresh(from: source)
    _ = try await (one, other)

    #expect(try store.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM catalogRefresh") } == 1)
    #expect(try all() == ["changed 1 economy 21 → 30", "new 3"])
  }

  @Test func `another catalog ends the changes of the one before`() async throws {
    try await refresh(["id": "1"], ["id": "2"], ["id": "3"])
    try await refresh(["id": "1", "comb08": "30"], ["id": "2"], ["id": "3"])

    try await refresh(["id": "1", "comb08": "40"], ["id": "8"], ["id": "9"])
    #expect(try latest() == [] && all() == [])

    try await refresh(["id": "1", "comb08": "40"], ["id": "8", "comb08": "7"], ["id": "9"])
    #expect(try all() == ["changed 8 economy 21 → 7"])

    // Its IDs may be those of other cars.
    try await refresh(["id": "1", "make": "Kia"], ["id": "8", "make": "Fiat"], ["id": "9"])
    #expect(try latest() == [] && all() == [])
  }

  @Test func `what an update of the program reads differently is not a change`() async throws {
    try await refresh(["id": "1"], ["id": "2"], ["id": "3"])
    func update() throws {
      try store.writeDurably { db in
        try db.execute(
          sql: "UPDATE catalogState SET importer = 1; UPDATE car SET combinedMPG = 36.8, contentHash = 1 WHERE id = 2")
      }
    }
    try update()
    try store.writeDurably { try $0.execute(sql: "DELETE FROM car WHERE id = 1") }
    let outcome = try await refresh(["id": "1"], ["id": "2"], ["id": "3"])
    #expect(outcome == .applied(RefreshCounts(added: 1, changed: 1, unchanged: 1)))
    #expect(try !isRecorded())

    try update()
    try await refresh(["id": "1"], ["id": "2"], ["id": "4"])
    #expect(try latest() == ["gone 3", "new 4"])
  }

  @Test func `a search finds the cars that the latest refresh added and changed`() async throws {
    func found(_ query: String) throws -> [Car.ID] { try store.loadIndex().ids(query).sorted() }
    try await refresh(["id": "1"], ["id": "2"], ["id": "3"], ["id": "4"])
    #expect(try found("new:yes") == [] && found("changed:yes") == [] && found("new:no").count == 4)
    try store.setFavorite(true, id: 4)

    try await refresh(["id": "1", "comb08": "30"], ["id": "2"], ["id": "3"], ["id": "5"])
    #expect(try found("new:yes") == [5] && found("changed:yes") == [1] && found("gone:yes") == [4])
    #expect(try found("-new:yes spider") == [1, 2, 3, 4] && found("changed:no spider") == [2, 3, 4, 5])
    let facets = try #require(store.loadIndex().facets(for: .parse("mpg>25")))
    #expect(facets.flag(.new) == (0, 1) && facets.flag(.changed) == (1, 0))

    // What the refresh before brought is no longer new.
    try await refresh(["id": "1", "comb08": "30"], ["id": "2", "drive": ""], ["id": "3"], ["id": "5"])
    #expect(try found("new:yes") == [] && found("changed:yes") == [2])
    try await refresh(["id": "8"], ["id": "9"])
    #expect(try found("new:yes") == [] && found("changed:yes") == [])
  }

  @Test func `ten years of changes take a tenth of the database at most`() async throws {
    // A tenth of the EPA's table, which gets 1,300 cars a year, and loses and changes a few. The costs of all change.
    for year in 0...10 {
      let rows = (1...(5_000 + year * 130)).filter { $0 > year * 2 }.map { id in
        let economy = id % 400 == year ? "31" : "30"
        return ["id": "\(id)", "model": "Model \(id)", "comb08": economy, "fuelCost08": "\(2_000 + year)"]
      }
      _ = try await store.refresh(from: source(rows))
    }
    func pages() throws -> Int {
      try store.read { db in
        let (all, free) = (
          try Int.fetchOne(db, sql: "PRAGMA page_count"), try Int.fetchOne(db, sql: "PRAGMA freelist_count")
        )
        return try #require(all) - #require(free)
      }
    }
    let changes = try store.carChanges(since: .distantPast)
    #expect(changes.count(.new) == 1_300 && changes.count(.gone) == 20)

    let all = try pages()
    try store.writeDurably { try $0.execute(sql: "DELETE FROM catalogRefresh") }
    let cars = try pages()

    #expect(all > cars && Double(all) <= Double(cars) * 1.1, "\(all) and \(cars) pages")
  }
}
