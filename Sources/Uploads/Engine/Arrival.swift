/// The state of a sent file at its destination, as the destination itself reports it.
///
/// Every engine ends in ``confirmed(_:at:)``: a server that answers "stored" is not believed before it shows the file.
enum Arrival: Sendable, Hashable {
  /// The whole file is there.
  case whole(Evidence)
  /// Something of another size is there.
  case different(size: Int64)
  /// Nothing is there under the file's name.
  case missing
  /// The destination does not let anybody look.
  case unknown

  /// How it is known that the whole file is there.
  enum Evidence: Sendable, Hashable {
    /// The destination reports the file's length.
    case length
    /// The destination reports a checksum that equals the file's.
    case checksum
    /// What is there carries the mark that only this upload puts on it.
    case mark
    /// The server's offset is the file's length.
    case offset
    /// The name leads to the very file that was written.
    case identity
  }

  /// What a length says about a file of the size.
  init(length: Int64?, of size: Int64) {
    switch length {
    case nil: self = .unknown
    case size: self = .whole(.length)
    case let length?: self = .different(size: length)
    }
  }

  /// The file, once it is certain that the destination has it.
  /// - Parameter place: the destination, as sentences name it.
  /// - Throws: ``UploadFailure`` where it has not, or cannot be asked.
  func confirmed(_ file: StoredFile, at place: String) throws(UploadFailure) -> StoredFile {
    let name = file.name
    switch self {
    case .whole: return file
    case .different(let size):
      throw UploadFailure(
        .corrupted,
        "Of the \(file.size) bytes of \(name), \(size) arrived at \(place); check the network and its free space, and retry."
      )
    case .missing:
      throw UploadFailure(
        .protocol, "\(place) reported \(name) as stored, but it is not there; check the destination and retry.")
    case .unknown:
      throw UploadFailure(
        .protocol,
        "\(place) took \(name) but does not show whether it is there; ask its administrator to allow HEAD requests.")
    }
  }
}
