import ShowroomFiles
import ShowroomNetwork
import Synchronization

/// A range of a file as a request's body. It is read in constant memory, on a separate thread, while the connection
/// sends the previous piece. The file is checked after each piece, and the last bytes are not sent if it has changed,
/// so that no server can mistake a mixture of two versions for the complete file.
struct FileStream: Sendable {
  /// The bytes to send.
  enum Contents: Sendable {
    case file(SourceReader)
    /// All bytes of the range, which have been read already.
    case memory([UInt8])
  }

  private let range: FileRange
  private let contents: Contents
  private let framing: ChunkedFraming?
  private let checksum: BodyChecksum?
  private let readers: FileThreads
  private let body: BodyProgress
  private let digest: FileDigest?
  private let bandwidth: BandwidthLimit

  /// Opens the file, unless it is in memory.
  /// - Parameters:
  ///   - checksum: The checksum to send after the bytes, in the format ``ChunkedFraming``.
  ///   - digest: The digest of the whole file to which the bytes are added.
  /// - Throws: ``UploadFailure/Cause/source`` if it is missing, unreadable or changed.
  init(
    _ range: FileRange, _ bytes: [UInt8]? = nil, checksum: BodyChecksum? = nil, readers: FileThreads,
    body: BodyProgress, digest: FileDigest?, bandwidth: BandwidthLimit
  ) async throws(UploadFailure) {
    self.range = range
    self.checksum = checksum
    framing = checksum == nil ? nil : ChunkedFraming(length: range.length)
    self.readers = readers
    self.body = body
    self.digest = digest
    self.bandwidth = bandwidth
    if let bytes {
      contents = .memory(bytes)
    } else {
      contents = .file(try await readers.running { () throws(SourceFailure) in try SourceReader(range.source) })
    }
  }

  /// The body for the request.
  var content: WebBody {
    .stream(
      WebBodyStream(length: framing?.encodedLength ?? range.length) {
        let reading = Reading(stream: self)
        return { sent in try await reading.next(sent: sent) }
      })
  }

  /// One pass over the range. A repeated request reads it again.
  private final class Reading: Sendable {
    private let stream: FileStream
    private let position = Mutex(Position())
    private let crc = Mutex(CRC64())
    /// The last two pieces. While a piece is read, the connection sends the previous one and has usually released the
    /// one before it, so that its memory can be used again; otherwise, Swift copies it. New memory would cost a page
    /// fault for each 4 kB.
    private let pieces = Mutex<(older: [UInt8], newer: [UInt8])>(([], []))

    private struct Position {
      var handed: Int64 = 0
      var chunk = ChunkSize()
      var pace = Pace()
    }

    init(stream: FileStream) { self.stream = stream }

    func next(sent: Int64) async throws(UploadFailure) -> [UInt8]? {
      stream.body.advance(to: sent)
      let (start, size, isDue) = position.withLock { position in
        let usual = stream.bandwidth.piece(position.chunk.next())
        return (position.handed, stream.piece(Int64(usual), at: position.handed), position.pace.isDue)
      }
      if isDue || size == 0 { try await stream.body.report() }
      guard size > 0 else { return nil }
      try await stream.bandwidth.wait(for: Int(size))
      let bytes = try await stream.readers.running { () throws(SourceFailure) in
        try self.read(Int(size), at: start)
      }
      position.withLock { $0.handed += size }
      return bytes
    }

    private func read(_ count: Int, at start: Int64) throws(SourceFailure) -> [UInt8] {
      var bytes = pieces.withLock { pieces in
        defer { pieces = (pieces.newer, []) }
        return pieces.older
      }
      try stream.fill(&bytes, with: count, at: start, crc)
      pieces.withLock { $0.newer = bytes }
      return bytes
    }
  }

  /// Returns the length of the next piece, which does not extend beyond a chunk.
  private func piece(_ usual: Int64, at start: Int64) -> Int64 {
    let rest = range.length - start
    return min(usual, rest, framing == nil ? rest : ChunkedFraming.chunk - start % ChunkedFraming.chunk)
  }

  /// Replaces the contents of an array with a piece as it is sent, after checking that the file has not changed.
  private func fill(
    _ bytes: inout [UInt8], with count: Int, at start: Int64, _ crc: borrowing Mutex<CRC64>
  ) throws(SourceFailure) {
    let isLast = start + Int64(count) == range.length
    let head = framing?.head(at: start) ?? []
    if bytes.count != head.count + count { bytes = [UInt8](repeating: 0, count: head.count + count) }
    bytes.replaceSubrange(..<head.count, with: head)
    try bytes.withUnsafeMutableBufferPointer { buffer throws(SourceFailure) in
      let piece = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[head.count...]))
      try read(into: piece, at: start)
      let read = UnsafeRawBufferPointer(piece)
      digest?.take(read, at: range.offset + start)
      if checksum != nil { crc.withLock { $0.update(read) } }
    }
    try check(isLast: isLast)
    guard let checksum, isLast else { return }
    let value = crc.withLock { $0 }
    checksum.finish(value)
    bytes += ChunkedFraming.tail(value.value)
  }

  /// Fills a buffer with the bytes at an offset of the range.
  private func read(into buffer: UnsafeMutableRawBufferPointer, at start: Int64) throws(SourceFailure) {
    switch contents {
    case .file(let file): _ = try file.read(into: buffer, at: range.offset + start)
    case .memory(let bytes): buffer.copyBytes(from: bytes[Int(start)..<Int(start) + buffer.count])
    }
  }

  private func check(isLast: Bool) throws(SourceFailure) {
    switch contents {
    case .file(let file): if isLast { try file.checkAtEnd() } else { try file.check() }
    case .memory: if isLast { try range.source.checkUnchanged() }
    }
  }
}
