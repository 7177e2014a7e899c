import Crypto
import Foundation
import Synchronization

/// The SHA-256 of what a request's body was read as, known when its last byte has been read: so a file is read once, to be
/// sent and to be hashed.
final class BodyDigest: Sendable {
  private let finished = Mutex<String?>(nil)

  /// 64 hexadecimal digits; nil as long as not all has been read.
  var value: String? { finished.withLock { $0 } }

  /// A body that is read from its beginning. A request that is sent elsewhere is read anew, by another one of these.
  func begin() -> Reading {
    finished.withLock { $0 = nil }
    return Reading(digest: self)
  }

  /// One reading of the body, piece by piece in its order.
  final class Reading: Sendable {
    private let digest: BodyDigest
    private let hash = Mutex(SHA256())

    fileprivate init(digest: BodyDigest) { self.digest = digest }

    /// Takes the next piece.
    func take(_ piece: UnsafeRawBufferPointer) {
      hash.withLock { $0.update(bufferPointer: piece) }
    }

    /// All pieces have been taken.
    func finish() {
      let value = hash.withLock { $0.finalize() }.hexadecimal
      digest.finished.withLock { $0 = value }
    }
  }
}
