import Foundation
import GRDB
import Testing

@testable import Catalogue

@Suite("A copy of the database", .timeLimit(.minutes(5)))
struct CopyTests {
  private let folder: TemporaryFolder
  private let store: CatalogueStore
  private let file: URL

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.store()
    file = folder.url.appendingPathComponent("copy/catalogue.sqlite")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
  }

  private var copy: CatalogueStore {
    get throws { try CatalogueStore(directory: file.deletingLastPathComponent()) }
  }

  private func fill() async throws -> URL {
    guard case .file(let url) = try folder.write(jsonCatalogue(bmw520d, kiaEV6), as: "cars.json") else { return file }
    _ = try await store.refresh(from: .file(url))
    return url
  }

  @Test("holds what is in the log beside the database as well, in one file, also where the database can only be read")
  func whole() async throws {
    _ = try await fill()
    try await store.setNote("Rust", id: 1)
    try await store.setFavourite(true, id: 2)
    let reading = try CatalogueStore(
      directory: folder.url.appendingPathComponent("data"), busyTimeout: 5, readOnly: true)
    for store in [store, reading] {
      try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try store.copy(to: file.path)
      #expect(try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path).count == 1)
      try CatalogueStore.check(copyIn: file.deletingLastPathComponent())
      #expect(try copy.userData(id: 1) == UserData(note: "Rust"))
      #expect(try copy.userData(id: 2).isFavourite)
      #expect(try copy.count() == 2)
      #expect(try copy.currentSource() == store.currentSource())
    }
  }

  @Test("has nothing in it by which the source's address could be used, nor what was deleted")
  func secrets() async throws {
    _ = try await fill()
    try await store.setNote("a private sentence", id: 1)
    try await store.setNote(nil, id: 1)
    try await store.write { db in
      try db.execute(
        sql: "UPDATE catalogueState SET source = 'https://kim:opensesame@files.example/cars.json?token=abc123#top'")
    }
    try store.copy(to: file.path)
    #expect(try copy.currentSource() == CatalogueSource(parsing: "https://files.example/cars.json"))
    let bytes = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    // The file itself would be no message for a terminal.
    #expect(["opensesame", "abc123", "a private sentence"].filter { bytes.contains($0) } == [])
  }

  @Test("is not needed of cars that come from a file and nothing else")
  func bundled() async throws {
    #expect(try !store.holdsOnly(carsOf: Self.empty(in: folder)))
    let url = try await fill()
    #expect(try store.holdsOnly(carsOf: url))
    try await store.setNote("Rust", id: 1)
    #expect(try !store.holdsOnly(carsOf: url))
    try await store.setNote(nil, id: 1)
    try await store.setFavourite(true, id: 1)
    #expect(try !store.holdsOnly(carsOf: url))
    try await store.setFavourite(false, id: 1)
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
    _ = try folder.write(jsonCatalogue(bmw520d), as: "cars.json")
    #expect(try !store.holdsOnly(carsOf: url))
  }

  private static func empty(in folder: TemporaryFolder) throws -> URL {
    guard case .file(let url) = try folder.write(jsonCatalogue(), as: "none.json") else { return folder.url }
    return url
  }
}
