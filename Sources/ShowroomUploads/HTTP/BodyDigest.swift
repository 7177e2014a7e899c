import ShowroomNetwork
import Synchronization

/// The SHA-256 of a request's body, computed while the body is sent, so that the file is read only once.
final class BodyDigest: Sendable {
  private let finished = Mutex<String?>(nil)

  /// The SHA-256 as 64 hexadecimal digits, or `nil` until the whole body has been read.
  var value: String? { finished.withLock { $0 } }

  /// Begins to read the body from its start. A redirected request reads the body again.
  func begin() throws(UploadFailure) -> Reading {
    finished.withLock { $0 = nil }
    return Reading(digest: self, hash: try .begin(.sha256))
  }

  /// One pass over the body, piece by piece in order.
  final class Reading: Sendable {
    private let digest: BodyDigest
    private let hash: Mutex<MessageDigest>

    fileprivate init(digest: BodyDigest, hash: MessageDigest) {
      self.digest = digest
      self.hash = Mutex(hash)
    }

    /// Adds the next piece.
    func take(_ piece: [UInt8]) {
      hash.withLock { $0.update(piece) }
    }

    /// Publishes the digest after the last piece.
    func finish() {
      let value = hash.withLock { $0.value() }.hexadecimal
      digest.finished.withLock { $0 = value }
    }
  }
}
