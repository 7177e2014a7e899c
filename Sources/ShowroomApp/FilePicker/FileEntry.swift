import Catalogue

/// What a folder holds under one name.
public struct FileEntry: Sendable, Hashable {
  /// What it is; of a symbolic link, what it leads to.
  public enum Kind: Sendable, Hashable {
    /// A file with content.
    case file
    /// A folder.
    case folder
    /// Something that cannot be uploaded, and why.
    case unusable(FileProblem.Cause)
  }

  /// What it is called.
  public let name: FileName
  /// What it is.
  public let kind: Kind
  /// What it says where it leads to; nil unless it is a symbolic link.
  public let linkTarget: FileName?
  /// Bytes of content.
  public let size: Int64
  /// When the content was last written, in nanoseconds since 1970 UTC.
  public let modified: Int64
  /// The file system that it is on, and its number there.
  public let device: UInt64, inode: UInt64
  /// The name in the form in which names are compared: lower case, composed, without diacritics.
  let key: [UInt8]

  /// An entry; the form for comparing is made here, so better away from the main actor.
  public init(
    name: FileName, kind: Kind, linkTarget: FileName? = nil, size: Int64 = 0, modified: Int64 = 0, device: UInt64 = 0,
    inode: UInt64 = 0
  ) {
    self.name = name
    self.kind = kind
    self.linkTarget = linkTarget
    self.size = size
    self.modified = modified
    self.device = device
    self.inode = inode
    key = Self.folded(name.bytes)
  }

  /// Whether it is a folder.
  public var isFolder: Bool { kind == .folder }

  /// The form in which names and what is searched for in them are compared.
  static func folded(_ bytes: [UInt8]) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(bytes.count)
    bytes.withUnsafeBytes { Folding.fold($0, into: &key) }
    // Most names are written so already: one array for both.
    return key == bytes ? bytes : key
  }
}
