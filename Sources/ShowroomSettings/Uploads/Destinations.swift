import ShowroomUploads
import SystemPackage

/// The known destinations, and the folders that relative ones are resolved against.
package struct Destinations: Sendable, Hashable {
  /// The configured destination, or the local folder.
  package var configured: Destination
  /// The destination chosen in an earlier run; `nil` if none was chosen or one is configured.
  package var chosen: Destination?
  /// The folder in the data directory.
  package var localFolder: Destination
  /// The folder that `~` stands for.
  package var home: String
  /// The folder that relative paths start in.
  package var base: String
  /// The only folder in which files may be chosen and written, used as their home; `nil` for no restriction.
  package var root: String?

  /// Creates the known destinations.
  package init(
    configured: Destination, chosen: Destination? = nil, localFolder: Destination, home: String, base: String,
    root: String? = nil
  ) {
    self.root = root
    self.configured = configured
    self.chosen = chosen
    self.localFolder = localFolder
    self.home = home
    self.base = base
  }

  /// The destination until another one is chosen.
  package var initial: Destination { chosen ?? configured }

  /// The folder that `~` stands for in paths of files.
  package var homeOfFiles: String { root ?? home }

  /// The first folder of the file picker, which relative paths of files start in.
  package var baseOfFiles: String { root ?? base }

  /// Resolves the path of a local file or folder; returns `nil` for a URL.
  ///
  /// - Throws: `DestinationError`.
  package func file(_ text: String) throws(DestinationError) -> String? {
    guard case .folder(let path) = try Destination(parsing: text, home: homeOfFiles, base: baseOfFiles) else {
      return nil
    }
    return path
  }

  /// Whether a file may be written at a path that ``file(_:)`` has returned.
  package func allows(_ path: String) -> Bool {
    root.map { FilePath(path).lexicallyNormalized().starts(with: FilePath($0).lexicallyNormalized()) } ?? true
  }

  /// Parses a destination.
  ///
  /// - Throws: `DestinationError`.
  package func parse(_ text: String) throws(DestinationError) -> Destination {
    try Destination(parsing: text, home: home, base: base)
  }
}
