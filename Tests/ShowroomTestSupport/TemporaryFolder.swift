import Foundation

/// A temporary folder that is removed when this value is released.
package final class TemporaryFolder: Sendable {
  /// The location of the folder.
  package let url: URL

  /// Creates an empty folder.
  package init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("showroom-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of the folder.
  package var path: String { url.path }

  /// The path of a file in the folder.
  package subscript(name: String) -> String { "\(path)/\(name)" }

  /// Writes a text file.
  package func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appendingPathComponent(name))
  }

  /// Returns the text of a file, or `nil` if it does not exist.
  package func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: self[name]).map { String(decoding: $0, as: UTF8.self) }
  }
}
