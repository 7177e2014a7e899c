import NIOCore
import NIOPosix

/// A range of a file as a request's body. It is read on a separate thread, one chunk ahead of the connection, in
/// constant memory. The file is checked after each chunk, and the last bytes are never sent if it has changed, so that
/// no server can mistake a mixture for the complete file.
struct FileStream: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  private let range: FileRange
  private let file: SourceReader
  private let resources: HTTPResources
  private let body: BodyProgress
  private let digest: BodyDigest.Reading?

  /// Opens the file.
  /// - Throws: ``UploadFailure/Cause/source`` if it is missing, unreadable or changed.
  init(
    _ range: FileRange, resources: HTTPResources, body: BodyProgress, digest: BodyDigest?
  ) async throws(UploadFailure) {
    self.range = range
    self.resources = resources
    self.body = body
    self.digest = digest?.begin()
    if range.length == 0 { self.digest?.finish() }
    file = try await resources.readers.running { () throws(UploadFailure) in try SourceReader(range.source) }
  }

  func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

  /// The server responded before the end of the body.
  struct Abandoned: Error {}

  struct Iterator: AsyncIteratorProtocol {
    private let stream: FileStream
    private var handed: Int64 = 0
    private var ahead: EventLoopFuture<Result<ByteBuffer, UploadFailure>>?
    private var chunk = ChunkSize()
    private var pace = Pace()

    fileprivate init(stream: FileStream) { self.stream = stream }

    /// Returns the next chunk. The client calls this in a task of its own, which may outlive the request and the
    /// transport.
    mutating func next() async throws -> ByteBuffer? {
      let resources = stream.resources
      try resources.beginUse()
      defer { resources.endUse() }
      // The client asks for more before the network thread has processed the previous chunk. Without this wait, tens of
      // megabytes pile up if the disk is faster than the network.
      await stream.resources.drain()
      if handed == stream.range.length {
        try await stream.body.report()
        return nil
      }
      // After an early response, the client would continue to send beside the next request for the same file.
      if stream.body.isClosed { throw Abandoned() }
      if pace.isDue { try await stream.body.report() }
      stream.body.beginReading()
      let buffer = try await (ahead ?? reading(at: 0)).get().get()
      handed += Int64(buffer.readableBytes)
      // Read ahead while the network is busy.
      ahead = handed < stream.range.length ? reading(at: handed) : nil
      stream.body.advance(to: handed)
      return buffer
    }

    /// Begins to read the chunk at an offset.
    private mutating func reading(at start: Int64) -> EventLoopFuture<Result<ByteBuffer, UploadFailure>> {
      let rest = stream.range.length - start
      let size = chunk.next()
      let (file, offset, digest) = (stream.file, stream.range.offset + start, stream.digest)
      return stream.resources.reading { () throws(UploadFailure) in
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
  /// Returns the bytes at an offset after checking that the file has not changed.
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
  /// Runs blocking work on a thread of the pool.
  func running<Value: Sendable>(
    _ work: @escaping @Sendable () throws(UploadFailure) -> Value
  ) async throws(UploadFailure) -> Value {
    let result: Result<Value, UploadFailure>
    do {
      result = try await runIfActive {
        do throws(UploadFailure) { return .success(try work()) } catch { return .failure(error) }
      }
    } catch {
      throw .canceled
    }
    return try result.get()
  }
}
