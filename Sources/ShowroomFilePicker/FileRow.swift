import ShowroomFiles
import SystemPackage

/// The location of an entry, as a folder and a name. It is cheaper to create, compare, and hash than the full path.
package struct FileLocation: Sendable, Hashable {
  package let folder: FilePath
  package let name: FileName

  /// Creates the location of `name` in `folder`.
  package init(_ folder: FilePath, _ name: FileName) {
    self.folder = folder
    self.name = name
  }

  /// Creates the location of a path; `nil` for the root.
  package init?(_ path: FilePath) {
    guard let folder = path.parent, let name = path.fileName else { return nil }
    self.init(folder, name)
  }

  /// The full path.
  package var path: FilePath { folder.appending(name) }

  /// Compares the names first, because they differ more often than folders.
  package static func == (left: FileLocation, right: FileLocation) -> Bool {
    left.name == right.name && left.folder == right.folder
  }

  /// Hashes only the name, because few locations share a name in different folders.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// An entry together with its folder, as a row of the picker.
package struct FileRow: Sendable, Hashable, Identifiable {
  package let folder: FilePath
  package let entry: FileEntry
  /// The path inside the folder that was selected as a whole; `nil` for a file that was selected individually.
  let pathInFolder: FilePath?

  /// Creates the row of an entry of `folder`.
  package init(_ folder: FilePath, _ entry: FileEntry, pathInFolder: FilePath? = nil) {
    self.folder = folder
    self.entry = entry
    self.pathInFolder = pathInFolder
  }

  /// Creates the row of a file found in a folder; `nil` if its path has no name.
  init?(_ source: UploadSource) {
    guard let location = FileLocation(source.path) else { return nil }
    self.init(
      location.folder,
      FileEntry(
        name: location.name, kind: .file, size: source.size, modified: source.modified,
        identity: source.identity), pathInFolder: source.pathInFolder)
  }

  /// The location of the entry.
  package var id: FileLocation { FileLocation(folder, entry.name) }

  /// The reason why the entry cannot be uploaded; `nil` for a file.
  var problem: FileError? {
    switch entry.kind {
    case .file: nil
    case .folder: FileError(.folder, id.path)
    case .unusable(let cause): FileError(cause, id.path)
    }
  }

  /// The file in the form required for an upload.
  var source: UploadSource {
    UploadSource(
      path: id.path, size: entry.size, modified: entry.modified, identity: entry.identity, pathInFolder: pathInFolder)
  }
}
