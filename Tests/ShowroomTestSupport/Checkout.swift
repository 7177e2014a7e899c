import Foundation

/// The checkout in which the tests were built.
package enum Checkout {
  /// The folder of the checkout.
  package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  /// The folder of the bundled files.
  package static let resources = root.appendingPathComponent("Resources", isDirectory: true)
  /// The folder of the bundled tapes.
  package static let tapes = resources.appendingPathComponent("tapes", isDirectory: true)
  /// The folder of the pictures of the README.
  package static let screenshots = resources.appendingPathComponent("screenshots", isDirectory: true)

  /// Returns the Swift files below a folder of `Sources`, with their names without the extension.
  package static func sources(in folder: String) throws -> [(name: String, text: String)] {
    let sources = root.appendingPathComponent("Sources/\(folder)")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
    return try (files ?? []).filter { $0.pathExtension == "swift" }.map {
      ($0.deletingPathExtension().lastPathComponent, try String(contentsOf: $0, encoding: .utf8))
    }
  }

  /// Returns the sorted names in a folder that have a suffix.
  package static func names(in folder: URL, ending: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted()
  }
}
