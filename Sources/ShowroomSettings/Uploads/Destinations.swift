import ShowroomUploads
import SystemPackage

/// The known destinations, and the folders used to resolve relative ones.
package struct Destinations: Sendable, Hashable {
  /// The configured destination, or the local folder.
  package var configured: Destination
  /// The destination chosen in an earlier run; `nil` if none was chosen or one is configured.
  package var chosen: Destination?
  /// The folder in the data directory.
  package var localFolder: Destination
  /// The folder that `~` stands for.
  package var home: String
  /// The folder to which relative paths refer.
  package var base: String
  /// The only folder in which files may be chosen and written, which also serves as their home folder; `nil` for no
  /// restriction.
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

  /// The initial destination, used until another one is chosen.
  package var initial: Destination { chosen ?? configured }

  /// The folder that `~` stands for in file paths.
  package var homeOfFiles: String { root ?? home }

  /// The initial folder of the file picker, to which relative file paths refer.
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

  /// Returns whether a file may be written at a path returned by ``file(_:)``.
  package func allows(_ path: String) -> Bool {
    root.map { FilePath(path).lexicallyNormalized().starts(with: FilePath($0).lexicallyNormalized()) } ?? true
  }

  /// Parses a destination.
  ///
  /// - Throws: `DestinationError`.
  package func parse(_ text: String) throws(DestinationError) -> Destination {
    try Destination(parsing: text, home: home, base: base)
  }

  /// Returns the destination that contains an attachment.
  ///
  /// - Throws: `UploadFailure` if its address is not valid, for instance because another version has stored it.
  package func destination(of attachment: Attachment) throws(UploadFailure) -> Destination {
    do throws(DestinationError) {
      return try parse(attachment.destination)
    } catch {
      throw UploadFailure(.protocol, error.description)
    }
  }
}
