import Foundation
import ShowroomCatalog
import ShowroomFiles
import SystemPackage

@testable import ShowroomUploads

/// A catalog of three cars with files to upload and a destination, removed when this value is released.
final class QueueFixture: Sendable {
  let folder: URL
  let store: CatalogStore

  init() async throws {
    folder = (Self.hasMemory ? Self.memory : FileManager.default.temporaryDirectory)
      .appendingPathComponent("uploads-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("files"), withIntermediateDirectories: true)
    store = try CatalogStore(directory: folder.appendingPathComponent("data"))
    try await refresh(cars: [1, 2, 3])
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static let memory = URL(fileURLWithPath: "/dev/shm")

  /// Whether files can be kept in memory, because waiting for the disk at each transaction would take most of the time.
  /// A container may have only 64 MB for them, which several tests together exceed.
  private static let hasMemory: Bool = {
    var status = statvfs()
    guard statvfs(memory.path, &status) == 0, access(memory.path, W_OK) == 0 else { return false }
    return UInt64(status.f_bavail) * UInt64(status.f_frsize) >= 1 << 30
  }()

  var data: URL { folder.appendingPathComponent("data") }
  var destination: Destination { .folder(destinationPath) }
  var destinationPath: String { folder.appendingPathComponent("destination").path }
  var engine: LocalFolderEngine { LocalFolderEngine(folder: destinationPath) }

  /// Returns another store of the same database, like that of a second program.
  func otherStore() throws -> CatalogStore {
    try CatalogStore(directory: data)
  }

  /// Refreshes the catalog from a source with the given cars.
  func refresh(cars: [Int]) async throws {
    let entries = cars.map { #"{"id": \#($0), "make": "Kia", "model": "EV\#($0)", "year": 2022, "fuel": "Electric"}"# }
    let text = """
      {"format": "showroom-catalog", "version": 1, "name": "Test", "cars": [\(entries.joined(separator: ","))]}
      """
    let file = folder.appendingPathComponent("cars.json")
    try Data(text.utf8).write(to: file)
    _ = try await store.refresh(from: .file(file))
  }

  /// Creates a file whose contents depend on its name and size.
  func file(_ name: String, size: Int = 1000) throws -> UploadSource {
    let path = self.path(of: name)
    try Self.content(name, size: size).write(to: URL(fileURLWithPath: path.string))
    return try UploadSource(path: path)
  }

  static func put(_ data: Data, at path: String) throws(UploadFailure) {
    guard FileManager.default.createFile(atPath: path, contents: data) else {
      throw UploadFailure(.store, "The test cannot write \(path).")
    }
  }

  func path(of name: String) -> FilePath {
    FilePath(folder.appendingPathComponent("files").path).appending(name)
  }

  /// Returns the name repeated with numbers, so that all parts differ.
  static func content(_ name: String, size: Int) -> Data {
    var text = Data(capacity: size + 100)
    var number = 0
    while text.count < size {
      text.append(contentsOf: "\(name) \(number)\n".utf8)
      number += 1
    }
    return text.prefix(size)
  }

  /// Returns the sorted names in a car's folder at the destination, including hidden ones.
  func stored(car: Int = 1) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "\(destinationPath)/\(car)")
    return names?.sorted() ?? []
  }

  func storedData(_ name: String, car: Int = 1) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(destinationPath)/\(car)/\(name)"))
  }

  /// Returns a scheduler that copies to the destination.
  func scheduler(
    store: CatalogStore? = nil, concurrency: Int = 2, policy: RetryPolicy = RetryPolicy(spread: 0),
    clock: any Clock<Duration> = ContinuousClock(), engines: UploadScheduler.EngineProvider? = nil
  ) -> UploadScheduler {
    let engine = engine
    let local: UploadScheduler.EngineProvider = { _ in engine }
    return UploadScheduler(
      queue: UploadQueue(store: store ?? self.store), engines: engines ?? local,
      parallelism: UploadParallelism(large: concurrency, small: concurrency), policy: policy, clock: clock)
  }
}

extension UploadScheduler {
  /// Returns the first snapshot that satisfies a condition.
  @discardableResult
  func snapshot(where isMeant: (UploadSnapshot) -> Bool) async -> UploadSnapshot {
    for await snapshot in snapshots() where isMeant(snapshot) { return snapshot }
    return UploadSnapshot()
  }
}
