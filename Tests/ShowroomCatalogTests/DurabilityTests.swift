import Foundation
import GRDB
import ShowroomTestSupport
import Synchronization
import Testing

@testable import ShowroomCatalog

/// What was acknowledged survives the end of the process.
@Suite(.timeLimit(.minutes(20)))
struct DurabilityTests {
  private let folder: TemporaryFolder
  private let store: CatalogStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.store()
  }

  private func source(_ ids: some Sequence<Int>, _ changes: [String: String] = [:]) throws -> CatalogSource {
    var table = EPATable()
    // The names are in another order than the IDs, so that pages leave the cache and return.
    table.rows = ids.map { changes.merging(["id": "\($0)", "model": "Model \($0 * 7_919 % 4_001)"]) { $1 } }
    return try folder.write(table.text, as: "vehicles.csv")
  }

  /// Makes transactions leave SQLite's cache before they are complete, as large ones do.
  private func shrinkCache(of store: CatalogStore, to pages: Int = 20) throws {
    try store.writingConnection?.writeWithoutTransaction { try $0.execute(sql: "PRAGMA cache_size = \(pages)") }
  }

  /// Opens a copy of the files as they are now, which is what the next program finds after the process was killed.
  private func afterKill() throws -> CatalogStore {
    let copy = folder.url.appendingPathComponent("copy")
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    for ending in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: store.path + ending, toPath: copy.appendingPathComponent(CatalogStore.fileName).path + ending)
    }
    return try CatalogStore(directory: copy, followsOthers: false)
  }

  @Test(arguments: [(10, 20), (20, 500), (50, 2_000)])
  func `what is written after a refresh that was not approved survives a kill`(pages: Int, cars: Int) async throws {
    _ = try await store.refresh(from: source(1...cars))
    store.close()
    let store = try folder.store()
    try shrinkCache(of: store, to: pages)
    _ = try await store.refresh(from: source(2_001...5_000), approval: { _ in false })

    try store.setFavorite(true, id: 7)
    try store.setNote("mine", id: 8)

    let next = try afterKill()
    #expect(try next.userData(id: 7) == UserData(isFavorite: true))
    #expect(try next.userData(id: 8) == UserData(note: "mine"))
    #expect(try next.integrityCheck().problems == [])
  }

  @Test func `a refresh that was approved survives a kill`() async throws {
    _ = try await store.refresh(from: source(1...2_000))
    try shrinkCache(of: store)
    _ = try await store.refresh(from: source(2_001...4_000), approval: { _ in true })

    let next = try afterKill()
    #expect(try next.car(id: 4_000) != nil)
    #expect(try next.count() == 2_000)
    #expect(try next.integrityCheck().problems == [])
  }

  @Test func `what is written after a canceled refresh survives a kill`() async throws {
    _ = try await store.refresh(from: source(1...2_000))
    try shrinkCache(of: store)
    let cars = try source(1...2_000, ["comb08": "30"])
    let refresh = Task { [store] in
      try await store.refresh(from: cars) { progress in
        if progress.cars > 1_500 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect(throws: CatalogError.canceled) { try await refresh.value }

    try store.setFavorite(true, id: 7)

    #expect(try afterKill().userData(id: 7).isFavorite)
  }

  /// SQLite 3.40 loses what is written after a rollback to a savepoint of which a part has left the cache. Whether the
  /// data shows it depends on the next checkpoint, so the sources are searched.
  @Test func `no transaction is rolled back to a savepoint`() throws {
    let sources = try Checkout.sources(in: "")

    let lines = sources.flatMap { source in
      source.text.split(separator: "\n").filter { line in
        !line.drop { $0 == " " }.hasPrefix("//") && line.lowercased().contains("savepoint")
      }
    }

    #expect(sources.count > 500 && lines == [])
  }

  @Test func `every write is synchronized with the disk`() throws {
    let writer = try store.writer()
    #expect(try writer.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
  }

  @Test func `closing leaves the database alone`() throws {
    _ = try store.count()

    store.close()

    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.appendingPathComponent("data").path)
    #expect(files == [CatalogStore.fileName])
    #expect(throws: CatalogError.self) { try store.count() }
  }

  @Test func `closing while others read and write ends their work with an error, never with a crash`() throws {
    for number in 0..<40 {
      let store = try CatalogStore(directory: folder.url.appendingPathComponent("data \(number)"), followsOthers: false)
      let (started, work) = (DispatchSemaphore(value: 0), DispatchGroup())
      let failures = Mutex<[CatalogError]>([])
      for index in 0..<8 {
        work.enter()
        Thread.detachNewThread {
          defer { work.leave() }
          started.signal()
          do throws(CatalogError) {
            while true { if index == 0 { try store.setFavorite(true, id: 7) } else { _ = try store.count() } }
          } catch {
            failures.withLock { $0.append(error) }
          }
        }
      }
      for _ in 0..<8 { started.wait() }

      store.close()

      work.wait()
      #expect(failures.withLock(\.count) == 8)
    }
  }
}
