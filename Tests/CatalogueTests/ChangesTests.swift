import Foundation
import TestServers
import Testing

@testable import Catalogue

@Suite("Changes", .timeLimit(.minutes(5)))
struct ChangesTests {
  let folder: TemporaryFolder
  let store: CatalogueStore

  init() async throws {
    folder = try TemporaryFolder()
    store = try folder.store()
    _ = try await store.refresh(from: folder.write(EPATable(["id": "1"], ["id": "2"]).text, as: "a.csv"))
  }

  @Test("made through the store are told, each once")
  func own() async throws {
    var changes = store.changes().makeAsyncIterator()
    try await store.setFavourite(true, id: 1)
    #expect(await changes.next() == .userData([1: UserData(isFavourite: true)]))
    try await store.setNote("x", id: 1)
    #expect(await changes.next() == .userData([1: UserData(isFavourite: true, note: "x")]))
    _ = try await store.refresh(from: folder.write(EPATable(["id": "1"]).text, as: "a.csv"))
    #expect(await changes.next() == .cars)
  }

  @Test("made by another store on the same file are told as well")
  func others() async throws {
    let other = try folder.store()
    var changes = store.changes().makeAsyncIterator()
    try await other.setFavourite(true, id: 2)
    #expect(await changes.next() == .userData([2: UserData(isFavourite: true)]))
    _ = try await other.refresh(from: folder.write(EPATable(["id": "2"]).text, as: "b.csv"))
    #expect(await changes.next() == .cars)
  }

  @Test(
    "made by another process are told as well",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3"), "skipped: no sqlite3"))
  func otherProcess() async throws {
    var changes = store.changes().makeAsyncIterator()
    let arguments = [
      store.path,
      """
      BEGIN IMMEDIATE; UPDATE catalogueState SET userRevision = userRevision + 1;
      INSERT INTO userData SELECT 1, 1, 'from afar', userRevision FROM catalogueState; COMMIT;
      """,
    ]
    let program = try ChildProgram("/usr/bin/sqlite3", arguments)
    #expect(await changes.next() == .userData([1: UserData(isFavourite: true, note: "from afar")]))
    #expect(await program.ended().status == 0)
  }

  @Test("made between loading the index and watching are not lost")
  func between() async throws {
    let index = try store.loadIndex()
    try await store.setFavourite(true, id: 1)
    _ = try await store.refresh(from: folder.write(EPATable(["id": "1"]).text, as: "a.csv"))
    var changes = store.changes(since: index).makeAsyncIterator()
    #expect(await changes.next() == .userData([1: UserData(isFavourite: true)]))
    #expect(await changes.next() == .cars)
  }

  @Test("reach every reader, and from before its time none")
  func severalReaders() async throws {
    try await store.setFavourite(true, id: 1)
    var first = store.changes().makeAsyncIterator()
    var second = store.changes().makeAsyncIterator()
    try await store.setFavourite(true, id: 2)
    let expected = CatalogueChange.userData([2: UserData(isFavourite: true)])
    #expect(await first.next() == expected)
    #expect(await second.next() == expected)
  }

  @Test("end with the store")
  func end() async throws {
    var local: CatalogueStore? = try CatalogueStore(directory: folder.url.appendingPathComponent("other"))
    var changes = try #require(local).changes().makeAsyncIterator()
    local = nil
    #expect(await changes.next() == nil)
  }
}
