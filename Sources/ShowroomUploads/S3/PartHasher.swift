import ShowroomFiles
import ShowroomNetwork

/// A hasher for a whole file and for each of its parts.
struct PartHasher: Sendable {
  /// The checksums of a part, in addition to the SHA-256 of the whole file.
  struct Kinds: OptionSet, Sendable {
    let rawValue: Int
    /// The SHA-256 that the request signs.
    static let sha256 = Kinds(rawValue: 1)
    /// The MD5 that most stores use as the ETag.
    static let md5 = Kinds(rawValue: 2)
    /// The checksum that a store compares with what it has stored.
    static let crc64 = Kinds(rawValue: 4)
  }

  /// The checksums of a part, in hexadecimal digits, or `nil` if not requested.
  struct Digest: Sendable, Hashable {
    var sha256: String?
    var md5: String?
    var crc64: CRC64?
    /// The bytes of the part.
    var bytes: [UInt8]?
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
  /// - Parameter keepsBytes: Whether the digest contains the part itself.
  func digest(
    of range: Range<Int64>, _ kinds: Kinds, keepsBytes: Bool = false, report: TransferReport? = nil
  ) async throws(UploadFailure) -> (digest: Digest, next: PartHasher) {
    var hashes = Hashes(
      whole: whole, part: kinds.contains(.sha256) ? try .begin(.sha256) : nil,
      md5: kinds.contains(.md5) ? try .begin(.md5) : nil, crc64: kinds.contains(.crc64) ? CRC64() : nil,
      bytes: keepsBytes ? [] : nil)
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
    return (hashes.digest, next)
  }

  /// Returns the SHA-256 of the whole file after checking that the file has not changed.
  func finish() async throws(UploadFailure) -> String {
    let file = file
    try await readers.running { () throws(SourceFailure) in try file.checkAtEnd() }
    return whole.value().hexadecimal
  }

  private struct Hashes: Sendable {
    var whole: MessageDigest
    var part: MessageDigest?
    var md5: MessageDigest?
    var crc64: CRC64?
    var bytes: [UInt8]?

    var digest: Digest {
      Digest(
        sha256: part?.value().hexadecimal, md5: md5?.value().hexadecimal, crc64: crc64, bytes: bytes)
    }

    /// Returns the hashes updated with a piece of the file. A piece takes about ten milliseconds, so that a
    /// cancellation takes effect soon.
    func updated(from file: SourceReader, _ piece: Range<Int64>) throws(SourceFailure) -> Hashes {
      var hashes = self
      try file.forEachBlock(in: piece) { block in
        hashes.whole.update(block)
        hashes.part?.update(block)
        hashes.md5?.update(block)
        hashes.crc64?.update(block)
        hashes.bytes?.append(contentsOf: block)
      }
      return hashes
    }
  }
}
