import SystemPackage
import Uploads

/// Where something is: a name in a folder. Cheaper to make, to compare and to look up than the path that it stands for.
public struct FileLocation: Sendable, Hashable {
  /// The folder.
  public let folder: FilePath
  /// The name in it.
  public let name: FileName

  /// What is called `name` in `folder`.
  public init(_ folder: FilePath, _ name: FileName) {
    self.folder = folder
    self.name = name
  }

  /// Where a path leads to; nil of the root.
  public init?(_ path: FilePath) {
    guard let folder = path.parent, let name = path.fileName else { return nil }
    self.init(folder, name)
  }

  /// The path.
  public var path: FilePath { folder.appending(name) }

  /// Names differ more often than folders do.
  public static func == (left: FileLocation, right: FileLocation) -> Bool {
    left.name == right.name && left.folder == right.folder
  }

  /// The name says enough: few folders are looked at.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// An entry, and the folder that holds it: a row of the picker.
public struct FileRow: Sendable, Hashable, Identifiable {
  /// The folder.
  public let folder: FilePath
  /// What is in it.
  public let entry: FileEntry

  /// What `folder` holds.
  public init(_ folder: FilePath, _ entry: FileEntry) {
    self.folder = folder
    self.entry = entry
  }

  /// Where it is.
  public var id: FileLocation { FileLocation(folder, entry.name) }

  /// Why it is not uploaded; nil of a file.
  var problem: FileProblem? {
    switch entry.kind {
    case .file: nil
    case .folder: FileProblem(.folder, id.path)
    case .unusable(let cause): FileProblem(cause, id.path)
    }
  }

  /// The file as an upload takes it.
  var source: UploadSource {
    UploadSource(
      path: id.path, size: entry.size, modified: entry.modified, device: entry.device, inode: entry.inode)
  }
}
