import ShowroomCatalog
import ShowroomFiles
import ShowroomNetwork
import SystemPackage

/// A file to upload, with everything that an engine needs for an attempt.
package struct Transfer: Sendable, Hashable {
  /// The ID of the upload on the server and in temporary names. It is the same in every attempt and contains only
  /// letters, digits and hyphens.
  package var id: String
  package var car: Car.ID
  /// The file as it was when it was selected.
  package var source: UploadSource
  /// The folders of the file in the folder of the car, outermost first, in the form that ``StoredName`` allows. An
  /// engine creates those that are missing. Names in its events and results are names in the last of these folders.
  package var folders: [String]
  /// The name under which to publish the file, in the form that ``StoredName`` allows.
  package var name: String
  /// The action to take if the destination already has a file with that name.
  package var onDuplicate: DuplicatePolicy
  /// The state left by an earlier attempt.
  package var checkpoint: Checkpoint?
  /// The files in the same folder at the destination according to the database. They are needed for destinations that
  /// cannot list files, and they stay when the data of the upload is removed. Their names are names in that folder.
  package var recorded: [StoredFile]

  package init(
    id: String, car: Car.ID, source: UploadSource, folders: [String] = [], name: String,
    onDuplicate: DuplicatePolicy = .fail, checkpoint: Checkpoint? = nil, recorded: [StoredFile] = []
  ) {
    self.id = id
    self.car = car
    self.source = source
    self.folders = folders
    self.name = name
    self.onDuplicate = onDuplicate
    self.checkpoint = checkpoint
    self.recorded = recorded
  }
}

/// The action to take if the destination already has a file of the same name.
package enum DuplicatePolicy: String, Sendable, Hashable, CaseIterable {
  /// Stop with ``UploadFailure/Cause/duplicate``, so that the user can decide.
  case fail
  /// Replace the existing file.
  case replace
  /// Publish the file under a numbered name: `scan (2).pdf`.
  case keepBoth = "keep-both"
  /// Keep the existing file if its size and SHA-256 are the same, and otherwise do the same as ``fail``. Engines always
  /// treat this policy like ``fail``; the scheduler compares the files.
  case skip
}

extension UploadSource {
  /// The modification time in seconds since 1970, as servers store it.
  var modifiedSeconds: String { "\(modified / 1_000_000_000)" }

  /// The identity and state of the file, as stored in checkpoints. It includes the change time, because contents can be
  /// replaced without changing anything else.
  var fingerprint: String {
    "\(size)-\(modified)-\(identity.device)-\(identity.inode)-\(changed.map { "\($0.nanoseconds)" } ?? "")"
  }

  /// Returns the description of a local file, which is read away from the caller's actor.
  /// - Throws: ``UploadFailure/Cause/source`` if the file is missing, unreadable or not a regular file.
  @concurrent
  static func read(_ path: FilePath) async throws(UploadFailure) -> UploadSource {
    try reading(UploadSource(path: path))
  }
}

/// The state with which another attempt can resume an upload, including the number of confirmed bytes.
///
/// The values may contain a secret, because a tus server may assign an address with a token in its query. They are
/// stored only in the private database and never shown, logged or exported.
package struct Checkpoint: Sendable, Hashable, Codable {
  /// The engine's own values, such as an address, a temporary name or an upload ID.
  package var values: [String: String]
  /// The number of bytes that the destination has confirmed.
  package var confirmed: Int64
  /// The time at which the destination deletes the unfinished upload, in seconds since 1970.
  package var expires: Double?
  /// The final name, in the folder of the upload, under which the destination may have part of the file, or may have
  /// lost the file that it replaces. It stays reserved between attempts and while the part is being removed.
  package var heldName: String?

  package init(values: [String: String], confirmed: Int64 = 0, expires: Double? = nil, heldName: String? = nil) {
    self.values = values
    self.confirmed = confirmed
    self.expires = expires
    self.heldName = heldName
  }
}

extension StoredFile: Redacted {
  /// The name, the size and the ``printableLocation``.
  package var description: String { "\(name) (\(size) bytes, \(printableLocation))" }
}

extension Checkpoint: Redacted {
  /// The number of confirmed bytes and the keys of the values.
  package var description: String { "Checkpoint(\(confirmed) bytes, \(values.keys.sorted().joined(separator: ", ")))" }
}

extension StoredFile {
  /// Throws if the contents at the destination are not those of the uploaded file.
  package func compare(size found: Int64, sha256 digest: String) throws(UploadFailure) {
    guard found == size else { throw unlike("it is \(quantity(found, "byte")) instead of \(size)") }
    if let sha256, sha256.lowercased() != digest { throw unlike("its checksum is different") }
  }

  func unlike(_ difference: String) -> UploadFailure {
    UploadFailure(.corrupted, "\(name) at the destination is not the file that was uploaded: \(difference).")
  }
}

/// A file at a destination.
package struct StoredFile: Sendable, Hashable, Codable {
  /// The name at the destination or, for a file in folders, its path in the folder of the car, such as
  /// `Photos/2024/front.jpg`.
  package var name: String
  /// The location for the engine: a path, an address or a key. An address assigned by a tus server may contain a secret
  /// in its query, so show ``printableLocation`` instead.
  package var location: String
  /// The size in bytes.
  package var size: Int64
  /// The SHA-256 as 64 hexadecimal digits, or `nil` if unknown.
  package var sha256: String?

  package init(name: String, location: String, size: Int64, sha256: String? = nil) {
    self.name = name
    self.location = location
    self.size = size
    self.sha256 = sha256
  }

  /// The name without folders.
  package var lastName: String { StoredPath(received: name).name }

  /// The location with likely secrets hidden, for display, logs and JSON.
  package var printableLocation: String { location.hasPrefix("/") ? location : SecretValues.hidden(in: location) }
}
