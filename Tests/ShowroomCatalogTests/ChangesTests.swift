import Foundation
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

@Suite(.timeLimit(.minutes(20)))
struct ChangesTests {
  let folder: TemporaryFolder
  let store: CatalogStore

  init() async throws {
    folder = try TemporaryFolder()
    store = try folder.store()
    _ = try await store.refresh(from: folder.write(EPATable(["id": "1"], ["id": "2"]).text, as: "a.csv"))
  }

  @Test func `changes made through the store are reported, each once`() async throws {
    var changes = store.changes().makeAsyncIterator()
    try store.setFavorite(true, id: 1)
    #expect(await changes.next() == .userData([1: UserData(isFavorite: true)]))
    try store.setNote("x", id: 1)
    #expect(await changes.next() == .userData([1: UserData(isFavorite: true, note: "x")]))
    _ = try await store.refresh(from: folder.write(EPATable(["id": "1"]).text, as: "a.csv"))
    #expect(await changes.next() == .cars)
  }

  @Test func `attachments are reported, found and counted`() async throws {
    let index = try store.loadIndex()
    var changes = store.changes(since: index).makeAsyncIterator()

    try store.writeDurably { db in
      try db.execute(
        sql: """
          INSERT INTO attachment (carID, name, location, destination, size, uploadedAt)
          VALUES (2, 'a.pdf', 'a.pdf', '/', 1, 0), (2, 'b.pdf', 'b.pdf', '/', 1, 0)
          """)
    }

    #expect(await changes.next() == .files([2]))
    for index in [index.updatingFiles([2]), try store.loadIndex()] {
      #expect(index.ids("files:yes") == [2])
      #expect(index.search(.parse("-files:yes"))?.count == 1)
      #expect(try #require(index.facets(for: .all)).flag(.files) == (1, 1))
      #expect(index.updatingUserData([2: UserData(note: "x")]).row(at: try #require(index.ordinal(of: 2))).hasFiles)
    }
    #expect(try store.firstPage(limit: 9).rows.filter(\.hasFiles).map(\.id) == [2])
    try store.writeDurably { try $0.execute(sql: "DELETE FROM attachment") }
    #expect(await changes.next() == .files([]))
  }

  @Test func `a folder that the kernel does not watch is polled`() throws {
    let missing = folder.url.appendingPathComponent("missing").path
    let watch = try #require(FolderWatch(directory: missing, prefix: "x", interval: .milliseconds(1)))

    #expect(watch.wait(until: nil).wasNotified)
    #expect(watch.wait(until: .now + .seconds(60)).wasNotified)
  }

  @Test func `a source in a folder that the kernel does not watch is reported when it changes`() async throws {
    let place = folder.url.appendingPathComponent("later")
    let file = place.appendingPathComponent("cars.csv")
    var writes = SourceWatch.completedWrites(of: file.path).makeAsyncIterator()

    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try Data("cars".utf8).write(to: file)

    #expect(await writes.next() != nil)
    try Data("other cars".utf8).write(to: file)
    #expect(await writes.next() != nil)
  }

  @Test func `changes made by another store on the same file are reported`() async throws {
    let other = try folder.store()
    var changes = store.changes().makeAsyncIterator()
    try other.setFavorite(true, id: 2)
    #expect(await changes.next() == .userData([2: UserData(isFavorite: true)]))
    _ = try await other.refresh(from: folder.write(EPATable(["id": "2"]).text, as: "b.csv"))
    #expect(await changes.next() == .cars)
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3"), "skipped: no sqlite3"))
  func `changes made by another process are reported`() async throws {
    var changes = store.changes().makeAsyncIterator()
    let arguments = [
      store.path,
      """
      BEGIN IMMEDIATE; UPDATE catalogState SET userRevision = userRevision + 1;
      INSERT INTO userData (carID, isFavorite, note, revision)
        SELECT 1, 1, 'from afar', userRevision FROM catalogState;
      COMMIT;
      """,
    ]
    let program = try ChildProgram("/usr/bin/sqlite3", arguments)
    #expect(await changes.next() == .userData([1: UserData(isFavorite: true, note: "from afar")]))
    #expect(await program.ended().status == 0)
  }

  @Test func `changes made between loading the index and watching are not lost`() async throws {
    let index = try store.loadIndex()
    try store.setFavorite(true, id: 1)
    _ = try await store.refresh(from: folder.write(EPATable(["id": "1"]).text, as: "a.csv"))
    var changes = store.changes(since: index).makeAsyncIterator()
    #expect(await changes.next() == .userData([1: UserData(isFavorite: true)]))
    #expect(await changes.next() == .cars)
  }

  @Test func `every reader receives the changes since it started`() async throws {
    try store.setFavorite(true, id: 1)
    var first = store.changes().makeAsyncIterator()
    var second = store.changes().makeAsyncIterator()
    try store.setFavorite(true, id: 2)
    let expected = CatalogChange.userData([2: UserData(isFavorite: true)])
    #expect(await first.next() == expected)
    #expect(await second.next() == expected)
  }

  @Test func `the stream ends with the store`() async throws {
    var local: CatalogStore? = try CatalogStore(directory: folder.url.appendingPathComponent("other"))
    var changes = try #require(local).changes().makeAsyncIterator()
    local = nil
    #expect(await changes.next() == nil)
  }
}
