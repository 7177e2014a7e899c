import Foundation
import ShowroomSettings
import TapePlayer

/// The tapes bundled with the program.
package struct BundledTapes: Sendable {
  private let resources: ResourceLocator
  private static let folder = "tapes"
  private static let tour = "tour"

  /// Creates the list of tapes found by `resources`.
  package init(_ resources: ResourceLocator) { self.resources = resources }

  /// Returns the path of a tape: the file at `path` or, if there is none, the bundled tape with that name. Without
  /// `path`, returns the tour.
  ///
  /// - Throws: `TapeError` if there is no such tape, or ``ResourceError`` if the tour is missing.
  package func path(of path: String?) throws -> String {
    guard let path else { return try resources.file("\(Self.folder)/\(Self.tour).tape").path }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue { return path }
    let name = path.hasSuffix(".tape") ? String(path.dropLast(5)) : path
    if names.contains(name), let file = try? resources.file("\(Self.folder)/\(name).tape") { return file.path }
    let known = names.isEmpty ? "" : ", or the name of a bundled one: \(names.joined(separator: ", "))"
    throw TapeError(
      "There is no such tape. Write the path of a file\(known).", at: TapePosition(file: path, line: 1, column: 1))
  }

  /// The sorted names of the tapes.
  package var names: [String] {
    guard let tour = try? resources.file("\(Self.folder)/\(Self.tour).tape") else { return [] }
    let found = try? FileManager.default.contentsOfDirectory(atPath: tour.deletingLastPathComponent().path)
    return (found ?? []).filter { $0.hasSuffix(".tape") }.map { String($0.dropLast(5)) }.sorted()
  }
}
