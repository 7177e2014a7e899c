import Foundation
import TapePlayer

/// The tapes that come with the program.
public struct BundledTapes: Sendable {
  private let resources: ResourceLocator
  private static let folder = "tapes"
  private static let tour = "tour"

  /// Those that `resources` finds.
  public init(_ resources: ResourceLocator) { self.resources = resources }

  /// The file that a person means: the one at `path`, where there is none the bundled tape of that name, and without
  /// either the tour.
  /// - Throws: `TapeError` where there is neither; ``ResourceError`` when the tour is missing.
  public func path(of path: String?) throws -> String {
    guard let path else { return try resources.file("\(Self.folder)/\(Self.tour).tape").path }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue { return path }
    let name = path.hasSuffix(".tape") ? String(path.dropLast(5)) : path
    if names.contains(name), let file = try? resources.file("\(Self.folder)/\(name).tape") { return file.path }
    let known = names.isEmpty ? "" : ", or the name of a bundled one: \(names.joined(separator: ", "))"
    throw TapeError(
      "There is no such tape: write the path of a file\(known).", at: TapePosition(file: path, line: 1, column: 1))
  }

  /// What they are called, in order.
  public var names: [String] {
    guard let tour = try? resources.file("\(Self.folder)/\(Self.tour).tape") else { return [] }
    let found = try? FileManager.default.contentsOfDirectory(atPath: tour.deletingLastPathComponent().path)
    return (found ?? []).filter { $0.hasSuffix(".tape") }.map { String($0.dropLast(5)) }.sorted()
  }
}
