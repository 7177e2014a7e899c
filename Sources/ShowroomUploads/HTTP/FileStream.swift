import ShowroomFiles
import ShowroomNetwork
import Synchronization

/// A range of a file as a request's body. It is read in constant memory, on a separate thread, while the connection
/// sends the previous piece. The file is checked after each piece, and the last bytes are not sent if it has changed,
/// so that no server can mistake a mixture of two versions for the complete file.
struct FileStream: Sendable {
  private let range: FileRange
  private let file: SourceReader
  private let readers: FileThreads
  private let body: BodyProgress
  private let digest: BodyDigest?
  private let bandwidth: BandwidthLimit

  /// Opens the file.
  /// - Throws: ``UploadFailure/Cause/source`` if it is missing, unreadable or changed.
  init(
    _ range: FileRange, readers: FileThreads, body: BodyProgress, digest: BodyDigest?, bandwidth: BandwidthLimit
  ) async throws(UploadFailure) {
    self.range = range
    self.readers = readers
    self.body = body
    self.digest = digest
    self.bandwidth = bandwidth
    file = try await readers.running { () throws(SourceFailure) in try SourceReader(range.source) }
    // An empty range is never read, so its digest is finished here.
    if range.length == 0 { try digest?.begin().finish() }
  }

  /// The body for the request.
  var content: WebBody {
    .stream(
      WebBodyStream(length: range.length) {
        let reading = Reading(stream: self, digest: try digest?.begin())
        return { sent in try await reading.next(sent: sent) }
      })
  }

  /// One pass over the range. A repeated request reads it again.
  private final class Reading: Sendable {
    private let stream: FileStream
    private let digest: BodyDigest.Reading?
    private let position = Mutex(Position())

    private struct Position {
      var handed: Int64 = 0
      var chunk = ChunkSize()
      var pace = Pace()
    }

    init(stream: FileStream, digest: BodyDigest.Reading?) {
      self.stream = stream
      self.digest = digest
    }

    func next(sent: Int64) async throws(UploadFailure) -> [UInt8]? {
      let length = stream.range.length
      stream.body.advance(to: sent)
      let (start, size, isDue) = position.withLock { position in
        (
          position.handed, min(Int64(stream.bandwidth.piece(position.chunk.next())), length - position.handed),
          position.pace.isDue
        )
      }
      if isDue || size == 0 { try await stream.body.report() }
      guard size > 0 else { return nil }
      try await stream.bandwidth.wait(for: Int(size))
      let (file, offset, isLast) = (stream.file, stream.range.offset + start, start + size == length)
      let digest = digest
      let bytes = try await stream.readers.running { () throws(SourceFailure) in
        let bytes = try file.chunk(of: Int(size), at: offset, isLast: isLast)
        digest?.take(bytes)
        if isLast { digest?.finish() }
        return bytes
      }
      position.withLock { $0.handed += size }
      return bytes
    }
  }
}

extension SourceReader {
  /// Returns the bytes at an offset after checking that the file has not changed.
  fileprivate func chunk(of count: Int, at offset: Int64, isLast: Bool) throws(SourceFailure) -> [UInt8] {
    var result: Result<Int, SourceFailure> = .success(0)
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SourceFailure) {
        filled = try read(
          into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count]), at: offset)
      } catch {
        result = .failure(error)
      }
    }
    _ = try result.get()
    if isLast { try checkAtEnd() } else { try check() }
    return bytes
  }
}
