import Foundation
import GRDB
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

@Suite(.timeLimit(.minutes(20)))
struct CopyTests {
  private let folder: TemporaryFolder
  private let store: CatalogStore
  private let file: URL

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.store()
    file = folder.url.appendingPathComponent("copy/catalogue.sqlite")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
  }

  private var copy: CatalogStore {
    get throws { try CatalogStore(directory: file.deletingLastPathComponent()) }
  }

  private func fill() async throws -> URL {
    guard case .file(let url) = try folder.write(jsonCatalog(bmw520d, kiaEV6), as: "cars.json") else { return file }
    _ = try await store.refresh(from: .file(url))
    return url
  }

  @Test func `a copy is one file that includes the log, even if the database is read-only`() async throws {
    _ = try await fill()
    try store.setNote("Rust", id: 1)
    try store.setFavorite(true, id: 2)
    let reading = try CatalogStore(
      directory: folder.url.appendingPathComponent("data"), busyTimeout: 5, readOnly: true)
    for store in [store, reading] {
      try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try store.copy(to: file.path)
      #expect(try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path).count == 1)
      try CatalogStore.check(copyIn: file.deletingLastPathComponent())
      #expect(try copy.userData(id: 1) == UserData(note: "Rust"))
      #expect(try copy.userData(id: 2).isFavorite)
      #expect(try copy.count() == 2)
      #expect(try copy.currentSource() == store.currentSource())
    }
  }

  @Test func `a copy contains neither the secrets of the source nor deleted data`() async throws {
    _ = try await fill()
    try store.setNote("a private sentence", id: 1)
    try store.setNote(nil, id: 1)
    try await store.write { db in
      try db.execute(
        sql: "UPDATE catalogState SET source = 'https://kim:opensesame@files.example/cars.json?token=abc123#top'")
    }
    try store.copy(to: file.path)
    #expect(try copy.currentSource() == CatalogSource(parsing: "https://files.example/cars.json"))
    let bytes = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    // The bytes of the file would make the failure message unreadable.
    #expect(["opensesame", "abc123", "a private sentence"].filter { bytes.contains($0) } == [])
  }

  @Test func `a database of exactly the cars of a file is recognized`() async throws {
    #expect(try !store.holdsOnly(carsOf: Self.empty(in: folder)))
    let url = try await fill()
    #expect(try store.holdsOnly(carsOf: url))
    try store.setNote("Rust", id: 1)
    #expect(try !store.holdsOnly(carsOf: url))
    try store.setNote(nil, id: 1)
    try store.setFavorite(true, id: 1)
    #expect(try !store.holdsOnly(carsOf: url))
    try store.setFavorite(false, id: 1)
    #expect(try store.holdsOnly(carsOf: url))
    try await store.write { db in
      try db.execute(
        sql: """
          INSERT INTO attachment (carID, name, location, destination, size, uploadedAt)
          VALUES (1, 'a', '/a', '/', 1, 0)
          """)
    }
    #expect(try !store.holdsOnly(carsOf: url))
    try await store.write { try $0.execute(sql: "DELETE FROM attachment") }
    #expect(try store.holdsOnly(carsOf: url))
    try await store.write { try $0.execute(sql: "INSERT INTO catalogRefresh (refreshedAt) VALUES (0)") }
    #expect(try !store.holdsOnly(carsOf: url))
    try await store.write { try $0.execute(sql: "DELETE FROM catalogRefresh") }
    _ = try folder.write(jsonCatalog(bmw520d), as: "cars.json")
    #expect(try !store.holdsOnly(carsOf: url))
  }

  private static func empty(in folder: TemporaryFolder) throws -> URL {
    guard case .file(let url) = try folder.write(jsonCatalog(), as: "none.json") else { return folder.url }
    return url
  }
}
