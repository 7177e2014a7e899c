import Catalogue
import SystemPackage

/// One file on its way.
public struct Transfer: Sendable, Hashable {
  /// Names the upload on the server and in temporary names; the same in every attempt. Letters, digits and hyphens only.
  public var id: String
  /// The car that the file belongs to.
  public var car: Car.ID
  /// The file, as it was when it was chosen.
  public var source: UploadSource
  /// The name to publish it under, made harmless by ``StoredName``.
  public var name: String
  /// What to do when there is a file of that name.
  public var onDuplicate: DuplicatePolicy
  /// Where an earlier attempt got to.
  public var checkpoint: Checkpoint?
  /// The car's files at the destination by our own records: for a destination that does not tell what it holds.
  public var recorded: [StoredFile]

  /// A file on its way.
  public init(
    id: String, car: Car.ID, source: UploadSource, name: String, onDuplicate: DuplicatePolicy = .fail,
    checkpoint: Checkpoint? = nil, recorded: [StoredFile] = []
  ) {
    self.id = id
    self.car = car
    self.source = source
    self.name = name
    self.onDuplicate = onDuplicate
    self.checkpoint = checkpoint
    self.recorded = recorded
  }
}

/// What to do when the destination already has a file of that name.
public enum DuplicatePolicy: String, Sendable, Hashable, CaseIterable {
  /// Stop with ``UploadFailure/Cause/duplicate``, so that a person can choose.
  case fail
  /// Put the new file in the old one's place.
  case replace
  /// Publish under a name with a number: `scan (2).pdf`.
  case keepBoth = "keep-both"
}

/// A local file as it was when it was chosen; whoever reads it later can tell whether it is still the same.
public struct UploadSource: Sendable, Hashable {
  /// Its absolute path, byte for byte.
  public var path: FilePath
  /// Its size in bytes.
  public var size: Int64
  /// When it was last modified, in nanoseconds since 1970.
  public var modified: Int64
  /// The file system it is on, and its number there.
  public var device: UInt64, inode: UInt64
  /// When its contents or attributes last changed, in nanoseconds since 1970: unlike ``modified``, no program can set it
  /// back. Nil where nobody asked.
  public var changed: Int64?

  /// A file as it is known to be.
  public init(
    path: FilePath, size: Int64, modified: Int64, device: UInt64, inode: UInt64, changed: Int64? = nil
  ) {
    self.path = path
    self.size = size
    self.modified = modified
    self.device = device
    self.inode = inode
    self.changed = changed
  }
}

/// What another attempt needs to go on, and how much of the file the destination has confirmed. It holds no secret.
public struct Checkpoint: Sendable, Hashable, Codable {
  /// What the engine needs: an address, a temporary name, an upload's number. Only the engine that wrote it reads it.
  public var values: [String: String]
  /// The bytes that the destination has confirmed.
  public var confirmed: Int64
  /// When the destination forgets an unfinished upload, in seconds since 1970.
  public var expires: Double?

  /// Where an attempt got to.
  public init(values: [String: String], confirmed: Int64 = 0, expires: Double? = nil) {
    self.values = values
    self.confirmed = confirmed
    self.expires = expires
  }
}

/// A file that the destination holds.
public struct StoredFile: Sendable, Hashable, Codable {
  /// Its name there.
  public var name: String
  /// Where it is, for the engine: a path, an address, a key. It holds no secret.
  public var location: String
  /// Its size in bytes.
  public var size: Int64
  /// Its SHA-256, 64 hexadecimal digits; nil when it is not known, as with files that others put there.
  public var sha256: String?

  /// A file that the destination holds.
  public init(name: String, location: String, size: Int64, sha256: String? = nil) {
    self.name = name
    self.location = location
    self.size = size
    self.sha256 = sha256
  }
}
