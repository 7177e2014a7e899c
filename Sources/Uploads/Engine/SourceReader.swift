import Glibc
import SystemPackage

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
    if source.size == 0 { try checkEmptiness() }
  }

  /// Files of `/proc` and the like have contents and no size: sent by their size, they would arrive empty.
  private func checkEmptiness() throws(UploadFailure) {
    var byte: UInt8 = 0
    let count = pread(descriptor, &byte, 1, 0)
    if count == 0 { return }
    guard count > 0 else { throw UploadSource.failure(errno, source.path) }
    throw .source(
      "\(UploadSource.readable(source.path)) has contents but no size, as files made by the system have; "
        + "copy it to a regular file and upload that.")
  }

  /// The permissions to give to a copy: those of the file, as far as they are about reading and writing; its owner has both.
  func copyPermissions() throws(UploadFailure) -> mode_t {
    try Self.copyPermissions(of: descriptor, source.path)
  }

  /// The permissions to give to a copy of an open file.
  static func copyPermissions(of descriptor: Int32, _ path: FilePath) throws(UploadFailure) -> mode_t {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw UploadSource.failure(errno, path) }
    return status.st_mode & 0o666 | 0o600
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
    let found = UploadSource(path: source.path, status: status)
    // Also a file that was deleted, renamed or replaced has changed; its path says which of them.
    if !source.agrees(with: found), source.size == found.size { try source.checkUnchanged() }
    try source.check(sameAs: found)
  }

  /// Checks that the open file has not been changed and that the path still leads to it: once all is read, before it is
  /// published.
  /// - Throws: ``UploadFailure/Cause/source``.
  public func checkAtEnd() throws(UploadFailure) {
    try check()
    try source.checkUnchanged()
  }
}
