import Crypto
import NIOPosix

/// Hashes a file part by part, and thereby the whole; each part just before it is sent.
struct PartHasher: Sendable {
  /// What a part's bytes are.
  struct Digest: Sendable, Hashable {
    /// What the request that carries it signs, in hexadecimal digits.
    let sha256: String
    /// What most stores call the part, in hexadecimal digits; nil when nobody asked.
    let md5: String?
  }

  private let file: SourceReader
  private let readers: NIOThreadPool
  private var whole = SHA256()

  init(_ source: UploadSource, readers: NIOThreadPool) async throws(UploadFailure) {
    file = try await readers.running { () throws(UploadFailure) in try SourceReader(source) }
    self.readers = readers
  }

  /// The digest of the next part, and the hasher that knows it; parts have to follow each other without a gap.
  func digest(
    of range: Range<Int64>, withMD5: Bool, report: TransferReport? = nil
  ) async throws(UploadFailure) -> (digest: Digest, next: PartHasher) {
    var hashes = Hashes(whole: whole, md5: withMD5 ? Insecure.MD5() : nil)
    var offset = range.lowerBound
    var pace = Pace()
    while offset < range.upperBound {
      if Task.isCancelled { throw .cancelled }
      let (before, file) = (hashes, file)
      let piece = offset..<min(offset + 4 << 20, range.upperBound)
      hashes = try await readers.running { () throws(UploadFailure) in try before.updated(from: file, piece) }
      offset = piece.upperBound
      if let report, pace.isDue || offset == range.upperBound { try await report(.hashing(bytes: offset)) }
    }
    var next = self
    next.whole = hashes.whole
    return (Digest(sha256: hashes.part.finalize().hexadecimal, md5: hashes.md5?.finalize().hexadecimal), next)
  }

  /// The SHA-256 of all parts, once the file has been found unchanged.
  func finish() async throws(UploadFailure) -> String {
    let file = file
    try await readers.running { () throws(UploadFailure) in try file.checkAtEnd() }
    return whole.finalize().hexadecimal
  }

  private struct Hashes: Sendable {
    var whole: SHA256
    var part = SHA256()
    var md5: Insecure.MD5?

    /// With the bytes of a piece: some ten milliseconds of work, so that stopping takes no longer.
    func updated(from file: SourceReader, _ piece: Range<Int64>) throws(UploadFailure) -> Hashes {
      var hashes = self
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
      defer { buffer.deallocate() }
      var offset = piece.lowerBound
      while offset < piece.upperBound {
        let room = UnsafeMutableRawBufferPointer(
          rebasing: buffer[..<Int(min(Int64(buffer.count), piece.upperBound - offset))])
        let count = try file.read(into: room, at: offset)
        guard count > 0 else { break }
        let bytes = UnsafeRawBufferPointer(rebasing: room[..<count])
        hashes.whole.update(bufferPointer: bytes)
        hashes.part.update(bufferPointer: bytes)
        hashes.md5?.update(bufferPointer: bytes)
        offset += Int64(count)
      }
      try file.check()
      return hashes
    }
  }
}
