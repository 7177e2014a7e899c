import ReactorCore
import ShowroomFiles

/// One entry of a folder.
package struct FileEntry: Sendable, Hashable {
  /// The kind of an entry; for a symbolic link, the kind of its target.
  package enum Kind: Sendable, Hashable {
    /// A regular file.
    case file
    case folder
    /// An entry that cannot be uploaded, with the cause.
    case unusable(FileError.Cause)
  }

  package let name: FileName
  /// The kind of the entry; for a symbolic link, the kind of its target.
  package let kind: Kind
  /// The target of a symbolic link, as stored; `nil` for other entries.
  package let linkTarget: FileName?
  /// The size in bytes.
  package let size: Int64
  /// The modification time in nanoseconds since 1970 UTC.
  package let modified: Int64
  package let identity: FileIdentity
  /// The folded name for comparisons: lowercase, composed, without diacritics.
  let key: [UInt8]

  /// Creates an entry and folds its name, which should happen off the main actor.
  package init(
    name: FileName, kind: Kind, linkTarget: FileName? = nil, size: Int64 = 0, modified: Int64 = 0,
    identity: FileIdentity = FileIdentity(device: 0, inode: 0)
  ) {
    self.name = name
    self.kind = kind
    self.linkTarget = linkTarget
    self.size = size
    self.modified = modified
    self.identity = identity
    key = Self.folded(name.bytes)
  }

  package var isFolder: Bool { kind == .folder }

  /// Returns the folded form in which names and search words are compared.
  static func folded(_ bytes: [UInt8]) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(bytes.count)
    bytes.withUnsafeBytes { Folding.fold($0, into: &key) }
    // Most names are already folded; sharing the array saves memory.
    return key == bytes ? bytes : key
  }
}

extension FileIdentity: RunDependent {}
extension FileChangeTime: RunDependent {}
