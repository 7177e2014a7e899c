import ShowroomFiles

/// The state of an uploaded file as its destination reports it.
///
/// Every engine ends by calling ``confirmed(_:at:)``, because a success status alone does not prove that a file was
/// stored.
enum Arrival: Sendable, Hashable {
  /// The complete file is stored.
  case whole(Evidence)
  /// A file of a different size is stored.
  case different(size: Int64)
  /// No file is stored under the name.
  case missing
  /// The destination does not report stored files.
  case unknown

  /// The evidence that the complete file is stored.
  enum Evidence: Sendable, Hashable {
    /// The reported length equals the file's length.
    case length
    /// The reported checksum equals the file's checksum.
    case checksum
    /// The stored object carries the metadata of this upload.
    case mark
    /// The server's offset equals the file's length.
    case offset
    /// The name refers to the inode that was written.
    case identity
  }

  /// Creates a state from a reported length.
  init(length: Int64?, of size: Int64) {
    switch length {
    case nil: self = .unknown
    case size: self = .whole(.length)
    case let length?: self = .different(size: length)
    }
  }

  /// Returns the file if the destination has stored all of it.
  /// - Parameter place: The name of the destination for error messages.
  /// - Throws: ``UploadFailure`` if the file is missing or incomplete, or if the destination does not report it.
  func confirmed(_ file: StoredFile, at place: String) throws(UploadFailure) -> StoredFile {
    let name = file.name
    switch self {
    case .whole: return file
    case .different(let size):
      throw UploadFailure(
        .corrupted,
        "Only \(size) of \(quantity(file.size, "byte")) of \(name) arrived at \(place); check the network and the free space, and retry."
      )
    case .missing:
      throw UploadFailure(
        .protocol, "\(place) reported \(name) as stored, but it is not there; check the destination and retry.")
    case .unknown:
      throw UploadFailure(
        .protocol,
        "\(place) accepted \(name) but does not report stored files; ask its administrator to allow HEAD requests.")
    }
  }
}
