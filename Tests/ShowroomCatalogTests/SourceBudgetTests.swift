import Foundation
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

@Suite(.timeLimit(.minutes(20)))
struct SourceBudgetTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns the error of a source, read within a budget.
  private func problem(
    _ text: String, _ change: (inout SourceBudget) -> Void = { _ in }
  ) throws -> SourceError? {
    try problem(of: folder.write(text, as: "source"), change)
  }

  private func problem(
    of source: CatalogSource, _ change: (inout SourceBudget) -> Void = { _ in }
  ) throws -> SourceError? {
    guard case .file(let url) = source else { return nil }
    var budget = SourceBudget.standard
    change(&budget)
    let importer = CatalogImporter(path: url.path, source: "it", budget: budget, isCanceled: { false })
    let store = try folder.store()
    do {
      try store.write { db in
        var transaction = try RefreshTransaction(db: db, source: "it", budget: budget)
        try importer.run { record, place, _ in try transaction.take(&record, place: place) }
        try transaction.finish()
      }
      return nil
    } catch .source(let problem, _) {
      return problem
    }
  }

  private let table = EPATable(["id": "1"], ["id": "2", "make": "Kia"], ["id": "3", "make": "BMW"])

  @Test func `a row without an end is rejected with its line`() throws {
    let cells = String(repeating: "xxxxxxxxx,", count: 200)

    #expect(
      try problem(table.text + cells) { $0.rowBytes = 1000 } == .excessive(place: "line 5", what: "bytes", limit: 1000))
    #expect(
      try problem(table.text + cells) { $0.rowCells = 100 } == .excessive(place: "line 5", what: "cells", limit: 100))
  }

  @Test func `a compressed row without an end is rejected before it is unpacked`() throws {
    let text = Data((EPATable.columns.joined(separator: ",") + "\n").utf8) + Data(repeating: 0x2c, count: 8 << 20)
    let source = try folder.write(Archive.gzip(text), as: "row.csv.gz")

    #expect(try problem(of: source) == .excessive(place: "line 2", what: "cells", limit: 1000))
  }

  @Test func `doubled quotes and line breaks count as bytes of their cell`() throws {
    for text in [String(repeating: "\"\"", count: 70_000), String(repeating: "\n", count: 70_000)] {
      let problem = try problem(table.text + "\"" + text)
      #expect(problem == .oversizedCell(line: 5, column: "barrels08", limit: 64 << 10))
    }
  }

  @Test func `the limit of a cell does not apply to a row`() throws {
    #expect(try problem(table.text) { $0.cellBytes = 60 } == nil)
    #expect(table.text.split(separator: "\n").allSatisfy { $0.utf8.count > 60 })
  }

  @Test func `a JSON value without an end is rejected with its line`() throws {
    let long = jsonCatalog(bmw520d.replacing("520d", with: String(repeating: "x", count: 2000)))
    let unknown = #"{"format": "showroom-catalog", "x": ["# + String(repeating: "1,", count: 1000)

    for text in [long, unknown] {
      #expect(
        try problem(text) { $0.rowBytes = 1000 } == .excessive(place: "line 1", what: "bytes in one value", limit: 1000)
      )
    }
  }

  @Test func `a compressed JSON bomb is rejected before it is unpacked`() throws {
    let bomb =
      Data(#"{"format": "showroom-catalog", "version": 1, "cars": ["#.utf8) + Data(repeating: 0x5b, count: 8 << 20)
    let source = try folder.write(Archive.gzip(bomb), as: "bomb.json.gz")

    #expect(try problem(of: source) == .excessive(place: "line 1", what: "levels of nesting", limit: 16))
  }

  @Test func `a source beyond the limits of cars, makes, texts or files is rejected`() throws {
    #expect(try problem(table.text) == nil)
    #expect(try problem(table.text) { $0.cars = 2 } == .excessive(place: nil, what: "cars", limit: 2))
    #expect(try problem(table.text) { $0.textBytes = 100 } == .excessive(place: nil, what: "bytes of text", limit: 100))
    let makes = EPATable(["id": "1", "make": "A"], ["id": "2", "make": "B"], ["id": "3", "make": "C"], ["id": "4"])
    #expect(try problem(makes.text) { $0.makes = 2 } == .excessive(place: nil, what: "makes", limit: 2))
    let zip = try Archive.zip([("a", Data("x".utf8)), ("b", Data("y".utf8)), ("v.csv", Data(table.text.utf8))])
    let source = try folder.write(zip, as: "many.zip")
    #expect(try problem(of: source) { $0.entries = 2 } == .excessive(place: nil, what: "files in it", limit: 2))
    #expect(
      try problem(of: source) { $0.directoryBytes = 20 }
        == .excessive(place: nil, what: "bytes in its list of files", limit: 20))
  }

  @Test func `an archive that unpacks to too many bytes is rejected`() throws {
    let source = try folder.write(Archive.gzip(Data(table.text.utf8)), as: "large.csv.gz")

    #expect(try problem(of: source) { $0.unpackedBytes = 100 } == .tooLarge(limit: 100))
  }

  @Test func `text that is too long is rejected with its field`() throws {
    let text = EPATable(["model": String(repeating: "x", count: 1001)]).text

    #expect(try problem(text) == .excessive(place: "line 2", what: "bytes in model", limit: 1000))
  }

  @Test(
    arguments: [
      ("cylinders", "1e19"), ("fuelCost08", "1e19"), ("cylinders", "999999999999999"), ("comb08", "1e300"),
      ("displ", "1e8"), ("id", "1e15"), ("year", "1e14"),
    ])
  func `a number that is too large is rejected with its line and column`(column: String, value: String) throws {
    guard case .badValue("line 2", let field, _)? = try problem(EPATable([column: value]).text) else {
      Issue.record("\(column) \(value)")
      return
    }
    #expect(field == column || column == "cylinders")
  }

  @Test(arguments: [
    #""consumption": {"combined": 1e-300}"#, #""id": -5"#, #""cylinders": 101"#, #""co2": 9999999"#,
    #""annualFuelCost": 1e19"#,
  ])
  func `an impossible number in a JSON catalog is rejected`(member: String) throws {
    let id = member.contains("id") ? "" : #""id": 1, "#
    let car = "{" + id + #""make": "A", "model": "B", "year": 2000, "# + member + "}"

    guard case .badValue("car 1", _, _)? = try problem(jsonCatalog(car)) else {
      Issue.record("\(member)")
      return
    }
  }

  @Test func `a make of invisible characters does not fail the refresh`() async throws {
    let store = try folder.store()
    let source = try folder.write(EPATable(["id": "1", "make": "\u{17B4}", "baseModel": "\u{7F}"]).text, as: "a.csv")

    #expect(try await store.refresh(from: source) == .applied(RefreshCounts(added: 1)))
    #expect(try store.car(id: 1)?.make == "\u{17B4}")
    #expect(try store.integrityCheck().problems == [])
  }

  @Test func `a JSON catalog may be cut into blocks anywhere`() throws {
    let text = Array("\u{FEFF}\(jsonCatalog(bmw520d, kiaEV6, citroen))\n".utf8)

    for size in [1, 2, 3, 7, 64, text.count] {
      var importer = JSONImporter(source: "it")
      var models: [String] = []
      for start in stride(from: 0, to: text.count, by: size) {
        try text[start..<min(start + size, text.count)].withUnsafeBytes {
          try importer.read($0) { record, _ in models.append(record.string(.model)) }
        }
      }
      try importer.finish()
      #expect(models == ["520d", "EV6", "C4"], "\(size)")
    }
  }

  @Test(arguments: [
    "", "{", "{}}", "{\"a\":1,}", "{\"a\" 1}", "{\"cars\":[1,]}", "{\"cars\":[,1]}", "{\"a\":tru}", "{\"a\":1 2}",
    "{,}", "x",
  ])
  func `text that is not JSON is rejected`(text: String) {
    #expect(throws: CatalogError.self) {
      var importer = JSONImporter(source: "it")
      try Array(text.utf8).withUnsafeBytes { try importer.read($0) { _, _ in } }
      try importer.finish()
    }
  }

  @Test func `a query of thousands of words searches for the first few and reports the rest`() {
    let query = CarQuery.parse(String(repeating: "a ", count: 5000))

    #expect(query.words.count == CarQuery.maximumWords)
    #expect(
      query.diagnostics.map(\.description) == [
        "A query may have at most 32 words.", "A query may have at most 2,000 characters.",
      ])
  }
}
