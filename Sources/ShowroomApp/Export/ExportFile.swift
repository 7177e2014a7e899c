import Foundation
import Glibc
import ReactorFiles
import ShowroomSettings
import SystemPackage

/// An error in exporting to a file whose path was typed.
package enum ExportError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text is not the path of a file on this computer.
  case notAPath(String)
  /// The path is outside the home folder of a demo.
  case outside
  /// The extension is not that of any supported format.
  case unknownFormat(String, extensions: [String])
  /// The file cannot be written.
  case notWritten(path: String, reason: String)
  /// The cars are no longer in the catalog.
  case noCars

  /// A message that says what to do.
  package var description: String {
    switch self {
    case .notAPath(let text): "\"\(text)\" is not a path on this computer."
    case .outside: "A demo exports into its home folder only. Choose a path inside it."
    case .unknownFormat(let name, let extensions):
      "\"\(name)\" has no known extension. Use a name that ends in \(SettingsError.list(extensions.map { ".\($0)" }))."
    case .notWritten(let path, let reason): "\(path) could not be written (\(reason)). Choose another path."
    case .noCars: "The cars are no longer in the catalog."
    }
  }
}

/// A file to which cars are exported. The user typed its path, and the extension determines the format.
struct ExportFile<Format: Sendable>: Sendable {
  let path: String
  let format: Format
  private let destinations: Destinations

  /// Creates the file at a typed path.
  ///
  /// - Parameter formats: The formats, by file extension.
  /// - Throws: ``ExportError`` or `DestinationError`.
  init(_ text: String, formats: KeyValuePairs<String, Format>, in destinations: Destinations) throws {
    guard let path = try destinations.file(text) else { throw ExportError.notAPath(text) }
    guard destinations.allows(path) else { throw ExportError.outside }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let ending = name.split(separator: ".").dropFirst().last?.lowercased()
    guard let format = formats.first(where: { $0.key == ending })?.value else {
      throw ExportError.unknownFormat(name, extensions: formats.map(\.key))
    }
    let obstacle = FileWriting.obstacle(to: path)
    if obstacle != 0 { throw ExportError.notWritten(path: path, reason: systemReason(obstacle)) }
    self.path = path
    self.format = format
    self.destinations = destinations
  }

  /// Returns a message if no file can be written at a typed path, as far as that is known before writing.
  static func problem(
    ofTyped text: String, formats: KeyValuePairs<String, Format>, in destinations: Destinations
  ) -> String? {
    do {
      _ = try Self(text, formats: formats, in: destinations)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Whether a file exists at the path and would be replaced.
  var exists: Bool { access(path, F_OK) == 0 }

  /// The path as shown on screens.
  var place: String { FilePath(path).text(home: FilePath(destinations.homeOfFiles)) }

  /// Writes the file as a whole, off the main actor.
  ///
  /// - Parameters:
  ///   - isPrivate: Whether only the owner may read the file.
  ///   - modified: The modification time; `nil` for the current time.
  ///   - text: A closure that returns the contents.
  /// - Throws: ``ExportError``, or the error thrown by `text`.
  @concurrent
  func write(isPrivate: Bool, modified: Date?, _ text: @Sendable (Format) throws -> String) async throws {
    let bytes = Array(try text(format).utf8)
    let code = FileWriting.replace(path, with: bytes, permissions: isPrivate ? 0o600 : 0o644)
    if code != 0 { throw ExportError.notWritten(path: path, reason: systemReason(code)) }
    guard let modified else { return }
    // The folder has also changed.
    for changed in [path, FileWriting.folder(of: path)] {
      try FileManager.default.setAttributes([.modificationDate: modified], ofItemAtPath: changed)
    }
  }
}
