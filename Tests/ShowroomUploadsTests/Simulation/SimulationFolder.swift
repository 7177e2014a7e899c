import Foundation
import ShowroomFiles
import SystemPackage

@testable import ShowroomCatalog
@testable import ShowroomUploads

/// The files and the empty database from which simulated runs begin, removed when this value is released.
final class SimulationFolder: Sendable {
  private let fixture: QueueFixture

  init() async throws {
    fixture = try await QueueFixture()
    fixture.store.close()
  }

  /// Makes a copy of the database for a run.
  func makeData() throws -> URL {
    let data = fixture.folder.appendingPathComponent(UUID().uuidString)
    try FileManager.default.copyItem(at: fixture.data, to: data)
    return data
  }

  /// Returns the file of a plan by its place. All runs use the same one.
  func source(_ file: SimulationPlan.File, place: Int) throws -> UploadSource {
    let folder = fixture.folder.appendingPathComponent("files/\(place)-\(file.size)")
    let path = folder.appendingPathComponent(file.name)
    if !FileManager.default.fileExists(atPath: path.path) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(Self.bytes(file.size, place: place)).write(to: path)
    }
    return try UploadSource(path: FilePath(path.path))
  }

  /// Returns the contents of the file at a place, which differ from those of every other place.
  static func bytes(_ size: Int, place: Int) -> [UInt8] {
    SourceFolder.bytes(size).map { $0 ^ UInt8(truncatingIfNeeded: place * 37 + 1) }
  }

  /// The places of the file that was there before, and of the one that a successor uploads.
  static let oldPlace = 100, successorPlace = 101
}
