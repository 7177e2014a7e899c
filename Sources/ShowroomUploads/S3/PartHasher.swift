import ShowroomFiles
import ShowroomNetwork

/// A hasher for a whole file and for each of its parts, which are hashed just before they are sent.
struct PartHasher: Sendable {
  /// The checksums of a part.
  struct Digest: Sendable, Hashable {
    /// The SHA-256 that the request signs, in hexadecimal digits.
    let sha256: String
    /// The MD5 that most stores use as the ETag, in hexadecimal digits, or `nil` if not requested.
    let md5: String?
  }

  private let file: SourceReader
  private let readers: FileThreads
  private var whole: MessageDigest

  init(_ source: UploadSource, readers: FileThreads) async throws(UploadFailure) {
    file = try await readers.running { () throws(SourceFailure) in try SourceReader(source) }
    self.readers = readers
    whole = try MessageDigest.begin(.sha256)
  }

  /// Returns the digest of the next part, and the hasher for the parts after it. Parts must be consecutive.
  func digest(
    of range: Range<Int64>, withMD5: Bool, report: TransferReport? = nil
  ) async throws(UploadFailure) -> (digest: Digest, next: PartHasher) {
    var hashes = Hashes(
      whole: whole, part: try .begin(.sha256), md5: withMD5 ? try MessageDigest.begin(.md5) : nil)
    var offset = range.lowerBound
    var pace = Pace()
    while offset < range.upperBound {
      if Task.isCancelled { throw .canceled }
      let (before, file) = (hashes, file)
      let piece = offset..<min(offset + 4 << 20, range.upperBound)
      hashes = try await readers.running { () throws(SourceFailure) in try before.updated(from: file, piece) }
      offset = piece.upperBound
      if let report, pace.isDue || offset == range.upperBound { try await report(.hashing(bytes: offset)) }
    }
    var next = self
    next.whole = hashes.whole
    return (Digest(sha256: hashes.part.value().hexadecimal, md5: hashes.md5?.value().hexadecimal), next)
  }

  /// Returns the SHA-256 of the whole file after checking that the file has not changed.
  func finish() async throws(UploadFailure) -> String {
    let file = file
    try await readers.running { () throws(SourceFailure) in try file.checkAtEnd() }
    return whole.value().hexadecimal
  }

  private struct Hashes: Sendable {
    var whole: MessageDigest
    var part: MessageDigest
    var md5: MessageDigest?

    /// Returns the hashes updated with a piece of the file. A piece takes about ten milliseconds, so that a
    /// cancellation takes effect soon.
    func updated(from file: SourceReader, _ piece: Range<Int64>) throws(SourceFailure) -> Hashes {
      var hashes = self
      try file.forEachBlock(in: piece) { block in
        hashes.whole.update(block)
        hashes.part.update(block)
        hashes.md5?.update(block)
      }
      return hashes
    }
  }
}
