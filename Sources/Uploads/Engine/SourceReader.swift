import Glibc

/// Reads a file that is being uploaded and notices when it is not the one that was chosen any more. Closed when released.
///
/// Usable from any thread; each call blocks for as long as the disk needs.
public final class SourceReader: Sendable {
  /// The file as it was when it was chosen.
  public let source: UploadSource
  private let descriptor: Int32

  /// Opens the file and checks that it is still the one that was chosen.
  /// - Throws: ``UploadFailure/Cause/source``.
  public init(_ source: UploadSource) throws(UploadFailure) {
    self.source = source
    // Not blocking: a pipe that took the file's place would wait for a writer for ever.
    descriptor = source.path.withPlatformString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard descriptor >= 0 else { throw UploadSource.failure(errno, source.path) }
    try check()
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Fills the buffer from an offset, up to the size that the file had when it was chosen.
  /// - Returns: how many bytes: as many as there is room for, unless the end comes before; 0 at the end.
  /// - Throws: ``UploadFailure/Cause/source``, also when the file ends early.
  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(UploadFailure) -> Int {
    let wanted = Int(min(Int64(buffer.count), source.size - offset))
    guard wanted > 0, let start = buffer.baseAddress else { return 0 }
    var done = 0
    while done < wanted {
      let count = pread(descriptor, start + done, wanted - done, off_t(offset) + off_t(done))
      if count > 0 {
        done += count
      } else if count == 0 {
        try check()
        throw .source("\(UploadSource.readable(source.path)) ended early; check the disk it is on and retry.")
      } else if errno != EINTR {
        throw UploadSource.failure(errno, source.path)
      }
    }
    return done
  }

  /// Checks that the open file has not been changed. Costs about a microsecond.
  /// - Throws: ``UploadFailure/Cause/source``.
  public func check() throws(UploadFailure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw UploadSource.failure(errno, source.path) }
    try UploadSource.checkKind(status, source.path)
    try source.check(sameAs: UploadSource(path: source.path, status: status))
  }

  /// Checks that the open file has not been changed and that the path still leads to it: once all is read, before it is
  /// published.
  /// - Throws: ``UploadFailure/Cause/source``.
  public func checkAtEnd() throws(UploadFailure) {
    try check()
    try source.checkUnchanged()
  }
}
