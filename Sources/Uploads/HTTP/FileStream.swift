import NIOCore
import NIOPosix

/// A piece of a file as a request's body: read away from the network's thread, one chunk ahead of the connection, in
/// constant memory, and checked against the file that was chosen after each chunk is read. The last bytes never
/// leave when the file is not what it was: no server can take a mixture for the whole.
struct FileStream: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  private let range: FileRange
  private let file: SourceReader
  private let machinery: Machinery
  private let body: BodyProgress
  private let digest: BodyDigest.Reading?

  /// Opens the file.
  /// - Throws: ``UploadFailure/Cause/source`` when it is gone, unreadable or another.
  init(
    _ range: FileRange, machinery: Machinery, body: BodyProgress, digest: BodyDigest?
  ) async throws(UploadFailure) {
    self.range = range
    self.machinery = machinery
    self.body = body
    self.digest = digest?.begin()
    if range.length == 0 { self.digest?.finish() }
    file = try await machinery.readers.running { () throws(UploadFailure) in try SourceReader(range.source) }
  }

  func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

  /// The body was answered before its end.
  struct Abandoned: Error {}

  struct Iterator: AsyncIteratorProtocol {
    private let stream: FileStream
    private var handed: Int64 = 0
    private var ahead: EventLoopFuture<Result<ByteBuffer, UploadFailure>>?
    private var chunk = ChunkSize()
    private var pace = Pace()

    fileprivate init(stream: FileStream) { self.stream = stream }

    mutating func next() async throws -> ByteBuffer? {
      // The client asks for more before the network's thread has seen what it has: without waiting for that thread, tens
      // of megabytes pile up in front of it when the disk is faster.
      await stream.machinery.caughtUp()
      if handed == stream.range.length {
        try await stream.body.tell()
        return nil
      }
      // The client would go on sending after an early success, beside the next request for the same file.
      if stream.body.isClosed { throw Abandoned() }
      if pace.isDue { try await stream.body.tell() }
      stream.body.beginReading()
      let buffer = try await (ahead ?? reading(at: 0)).get().get()
      handed += Int64(buffer.readableBytes)
      // The disk works while the network does.
      ahead = handed < stream.range.length ? reading(at: handed) : nil
      stream.body.advance(to: handed)
      return buffer
    }

    /// Begins to read the chunk that starts there.
    private mutating func reading(at start: Int64) -> EventLoopFuture<Result<ByteBuffer, UploadFailure>> {
      let rest = stream.range.length - start
      let size = chunk.next()
      let (file, offset, digest) = (stream.file, stream.range.offset + start, stream.digest)
      return stream.machinery.reading { () throws(UploadFailure) in
        let chunk = try file.chunk(of: rest < size ? Int(rest) : size, at: offset, isLast: rest <= size)
        if let digest {
          chunk.withUnsafeReadableBytes { digest.take($0) }
          if chunk.readableBytes == rest { digest.finish() }
        }
        return chunk
      }
    }
  }
}

extension SourceReader {
  /// So many bytes from the offset on, of a file that is still the one that was chosen.
  fileprivate func chunk(of count: Int, at offset: Int64, isLast: Bool) throws(UploadFailure) -> ByteBuffer {
    var buffer = ByteBufferAllocator().buffer(capacity: count)
    var result: Result<Int, UploadFailure> = .success(0)
    buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { space in
      do throws(UploadFailure) {
        let read = try read(into: UnsafeMutableRawBufferPointer(rebasing: space[..<count]), at: offset)
        result = .success(read)
        return read
      } catch {
        result = .failure(error)
        return 0
      }
    }
    _ = try result.get()
    if isLast { try checkAtEnd() } else { try check() }
    return buffer
  }
}

extension NIOThreadPool {
  /// Runs blocking work on one of the pool's threads.
  func running<Value: Sendable>(
    _ work: @escaping @Sendable () throws(UploadFailure) -> Value
  ) async throws(UploadFailure) -> Value {
    let result: Result<Value, UploadFailure>
    do {
      result = try await runIfActive {
        do throws(UploadFailure) { return .success(try work()) } catch { return .failure(error) }
      }
    } catch {
      throw .cancelled
    }
    return try result.get()
  }
}
