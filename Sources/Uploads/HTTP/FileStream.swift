import NIOCore
import NIOPosix

/// A piece of a file as a request's body: read away from the network's thread, one chunk ahead of the connection, in
/// constant memory, and checked against the file that was chosen before each chunk is handed over. The last bytes never
/// leave when the file is not what it was: no server can take a mixture for the whole.
struct FileStream: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  private let range: FileRange
  private let file: SourceReader
  private let readers: NIOThreadPool
  private let count: SentBytes
  private let progress: HTTPTransport.SendProgress

  /// Opens the file.
  /// - Throws: ``UploadFailure/Cause/source`` when it is gone, unreadable or another.
  init(
    _ range: FileRange, readers: NIOThreadPool, count: SentBytes, progress: @escaping HTTPTransport.SendProgress
  ) async throws(UploadFailure) {
    self.range = range
    self.readers = readers
    self.count = count
    self.progress = progress
    file = try await readers.running { () throws(UploadFailure) in try SourceReader(range.source) }
  }

  func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

  struct Iterator: AsyncIteratorProtocol {
    private let stream: FileStream
    private var read: Int64 = 0
    private var chunk = ChunkSize()
    private var pace = Pace()

    fileprivate init(stream: FileStream) { self.stream = stream }

    mutating func next() async throws -> ByteBuffer? {
      // Whoever asks for more has got rid of what it had.
      stream.count.set(read)
      let isDone = read == stream.range.length
      if read > 0, pace.isDue || isDone { try await stream.progress(read) }
      if isDone { return nil }
      let rest = stream.range.length - read
      let size = chunk.next()
      let offset = stream.range.offset + read
      let file = stream.file
      let buffer = try await stream.readers.running { () throws(UploadFailure) in
        try file.chunk(of: rest < size ? Int(rest) : size, at: offset, isLast: rest <= size)
      }
      read += Int64(buffer.readableBytes)
      return buffer
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
