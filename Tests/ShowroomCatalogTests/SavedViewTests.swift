import Foundation
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

@Suite(.timeLimit(.minutes(20)))
struct SavedViewTests {
  let folder: TemporaryFolder
  let store: CatalogStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.store()
  }

  @Test(arguments: [nil, false, true])
  func `a view is saved with the folding of models, or without any`(foldsModels: Bool?) throws {
    try store.save(SavedView(name: "one", query: "kia", foldsModels: foldsModels))

    #expect(try store.savedView(named: "one").foldsModels == foldsModels)
  }

  @Test func `a view is saved with its query, order and columns, and found regardless of its name's case`() throws {
    let sort = Sort(.economy, ascending: false).then(.natural(.year))
    let view = try SavedView(name: "Kias", query: "make:kia 2024", sort: sort, columns: [.make, .model, .economy])

    try store.save(view)
    try store.save(SavedView(name: "a-1", query: ""))

    #expect(try store.savedViews() == [SavedView(name: "a-1", query: ""), view])
    #expect(try store.savedView(named: "KIAS") == view)
  }

  @Test func `a name is taken until its view is replaced or deleted`() throws {
    try store.save(SavedView(name: "one", query: "kia"))

    #expect(throws: SavedViewError.nameTaken("one")) { try store.save(SavedView(name: "ONE", query: "bmw")) }
    try store.save(SavedView(name: "ONE", query: "bmw"), replacing: true)
    #expect(try store.savedViews().map(\.name) == ["ONE"])
    try store.deleteSavedView(named: "one")
    #expect(try store.savedViews() == [])
    #expect(throws: SavedViewError.unknown("one", suggestion: nil)) { try store.savedView(named: "one") }
  }

  @Test func `a query that is too long to be read again is rejected`() throws {
    let longest = String(repeating: "a", count: StoredRow.textBytes)
    try store.save(SavedView(name: "one", query: longest))

    #expect(throws: SavedViewError.queryTooLong) { try store.save(SavedView(name: "two", query: longest + "a")) }

    #expect(try store.savedViews().map(\.name) == ["one"])
  }

  @Test func `every catalog has the view of the marked cars, until one is saved under its name`() throws {
    #expect(try store.views() == [SavedView(name: "marked", query: "marked:yes")])
    #expect(try store.savedView(named: "Marked").query == "marked:yes" && store.savedViews() == [])

    try store.save(SavedView(name: "MARKED", query: "kia"))

    #expect(try store.views().map(\.query) == ["kia"] && store.savedView(named: "marked").query == "kia")
    try store.deleteSavedView(named: "marked")
    #expect(try store.views().map(\.query) == ["marked:yes"])
  }

  @Test(arguments: ["", "@a", "a b", "-a", "a:b", "a\u{1B}", "\u{301}", String(repeating: "a", count: 33), "_"])
  func `a name is one word of letters, digits, hyphens and underscores`(name: String) {
    #expect(throws: SavedViewError.self) { try SavedView(name: name, query: "") }
  }

  @Test(arguments: ["a", "7", "Kia_EV-2024", "전기차", "é", String(repeating: "a", count: 32)])
  func `letters of all alphabets can be a name`(name: String) throws {
    try store.save(SavedView(name: name, query: "x"))

    #expect(try store.savedView(named: name).query == "x")
  }

  @Test func `views survive a refresh, and a copy of the database contains them`() async throws {
    try store.save(SavedView(name: "one", query: "kia"))
    let source = try folder.write(EPATable(["id": "1"]).text, as: "a.csv")
    _ = try await store.refresh(from: source)
    #expect(try store.savedViews().count == 1)

    let copy = folder.url.appendingPathComponent("copy", isDirectory: true)
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    try store.copy(to: copy.appendingPathComponent(CatalogStore.fileName).path)
    #expect(try CatalogStore(directory: copy).savedViews().map(\.query) == ["kia"])
    if case .file(let url) = source { #expect(try !store.holdsOnly(carsOf: url)) }
    try store.deleteSavedView(named: "one")
    if case .file(let url) = source { #expect(try store.holdsOnly(carsOf: url)) }
  }

  @Test func `orders and columns of a later version are left out`() async throws {
    try await store.write {
      try $0.execute(sql: "INSERT INTO savedView VALUES ('a', 'a', 'kia', 'color', 'make,wheels,year', NULL)")
    }

    #expect(try store.savedViews() == [SavedView(name: "a", query: "kia", columns: [.make, .year])])
  }

  @Test func `a query that begins with the name of a view is narrowed by the rest`() throws {
    let reference = try #require(SavedView.reference(in: "  @kias 2024 suv"))

    #expect(reference == ("kias", "2024 suv"))
    #expect(try SavedView(name: "kias", query: "make:kia").query(narrowedBy: reference.rest) == "make:kia 2024 suv")
    #expect(try SavedView(name: "a", query: "\"model 3").query(narrowedBy: "2024") == "\"model 3\" 2024")
    #expect(SavedView.reference(in: "@") == nil && SavedView.reference(in: "a @b") == nil)
    #expect(try #require(SavedView.reference(in: "@b")) == ("b", ""))
  }
}
