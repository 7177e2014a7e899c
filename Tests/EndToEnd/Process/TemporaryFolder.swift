import Foundation

/// A folder of a test's own, gone with it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = "\(FileManager.default.temporaryDirectory.path)/showroom-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  subscript(name: String) -> String { "\(path)/\(name)" }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: self[name]))
  }
}
