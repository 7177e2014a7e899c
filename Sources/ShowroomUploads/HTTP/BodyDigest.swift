import ShowroomFiles
import ShowroomNetwork
import Synchronization

/// The SHA-256 of a request's body. It is computed while the body is sent, so that the file is read only once.
final class BodyDigest: Sendable {
  private let finished = Mutex<String?>(nil)

  /// The SHA-256 as 64 hexadecimal digits, or `nil` until the whole body has been read.
  var value: String? { finished.withLock { $0 } }

  /// Begins reading the body from the start. A redirected request reads the body again.
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

extension HTTPTransport {
  /// Returns the SHA-256 of a file, as ``FileThreads/sha256(of:report:)`` does.
  func sha256(of source: UploadSource, report: @escaping TransferReport) async throws(UploadFailure) -> String {
    try await resources().readers.sha256(of: source, report: report)
  }
}

extension FileThreads {
  /// Returns the SHA-256 of a file as 64 hexadecimal digits, computed on these threads.
  /// - Parameter report: receives ``TransferEvent/hashing(bytes:)`` about thirty times a second and at the end.
  /// - Throws: ``UploadFailure/Cause/source`` if the file changed after it was selected.
  func sha256(of source: UploadSource, report: @escaping TransferReport) async throws(UploadFailure) -> String {
    let file = try await running { () throws(SourceFailure) in try SourceReader(source) }
    var hash = try MessageDigest.begin(.sha256)
    var offset: Int64 = 0
    var pace = Pace()
    while offset < source.size {
      if Task.isCancelled { throw .canceled }
      // About ten milliseconds of work, so that a cancellation takes effect soon.
      let (before, piece) = (hash, offset..<min(offset + 4 << 20, source.size))
      hash = try await running { () throws(SourceFailure) in
        var hash = before
        try file.forEachBlock(in: piece) { hash.update($0) }
        return hash
      }
      offset = piece.upperBound
      if pace.isDue { try await report(.hashing(bytes: offset)) }
    }
    try await running { () throws(SourceFailure) in try file.checkAtEnd() }
    try await report(.hashing(bytes: source.size))
    return hash.value().hexadecimal
  }
}
