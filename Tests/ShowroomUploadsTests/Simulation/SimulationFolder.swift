import Foundation
import ShowroomFiles
import Synchronization
import SystemPackage

@testable import ShowroomCatalog

/// The files and the empty database with which simulated runs begin, removed when this value is released.
final class SimulationFolder: Sendable {
  private let fixture: QueueFixture
  /// A folder with a short path, because paths are parsed often.
  private let folder: URL

  init() async throws {
    fixture = try await QueueFixture()
    fixture.store.close()
    folder = fixture.folder.deletingLastPathComponent().appendingPathComponent("s\(UInt32.random(in: 0...(.max)))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Creates a copy of the database for a run.
  func makeData() throws -> URL {
    let data = folder.appendingPathComponent("\(UInt32.random(in: 0...(.max)))")
    try FileManager.default.copyItem(at: fixture.data, to: data)
    return data
  }

  /// Returns the file at a position in a plan.
  /// - Parameter data: the folder of a run that changes its files. All other runs use the same file.
  func source(_ file: SimulationPlan.File, place: Int, in data: URL?) throws -> UploadSource {
    let folder = (data ?? folder).appendingPathComponent("\(place)-\(file.size)")
    let path = folder.appendingPathComponent(file.name)
    if !FileManager.default.fileExists(atPath: path.path) {
      try FileManager.default.createDirectory(
        at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(Self.bytes(file.size, place: place)).write(to: path)
    }
    var source = try UploadSource(path: FilePath(path.path))
    if file.name.contains("/") { source.pathInFolder = FilePath(file.name) }
    return source
  }

  /// Returns the contents of the file at a position, which differ from those at every other position.
  static func bytes(_ size: Int, place: Int) -> [UInt8] {
    known.withLock { known in
      if let bytes = known[Key(size: size, place: place)] { return bytes }
      let bytes = SourceFolder.bytes(size).map { $0 ^ UInt8(truncatingIfNeeded: place * 37 + 1) }
      known[Key(size: size, place: place)] = bytes
      return bytes
    }
  }

  private struct Key: Hashable {
    let size: Int
    let place: Int
  }

  /// The contents created so far, because creating them takes longer than a run.
  private static let known = Mutex<[Key: [UInt8]]>([:])

  /// The positions of the file that already existed and of the one that a successor uploads.
  static let oldPlace = 100, successorPlace = 101
}
