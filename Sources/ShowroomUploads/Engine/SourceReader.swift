import Glibc
import SystemPackage

/// An open file that is being uploaded. Reading fails if the file has changed since it was chosen.
///
/// Safe to use from any thread. Each call blocks until the disk responds. The file is closed when the reader is
/// released.
final class SourceReader: Sendable {
  /// The file as it was when it was chosen.
  let source: UploadSource
  private let descriptor: Int32

  /// Opens the file and checks that it has not changed since it was chosen.
  /// - Throws: ``UploadFailure/Cause/source``.
  init(_ source: UploadSource) throws(UploadFailure) {
    self.source = source
    // Nonblocking, because opening a pipe that replaced the file would wait for a writer.
    descriptor = source.path.withPlatformString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard descriptor >= 0 else { throw UploadSource.failure(errno, source.path) }
    try check()
    if source.size == 0 { try checkEmptiness() }
  }

  /// Throws if an empty file has contents. Files in `/proc` report no size and would be uploaded empty.
  private func checkEmptiness() throws(UploadFailure) {
    var byte: UInt8 = 0
    let count = pread(descriptor, &byte, 1, 0)
    if count == 0 { return }
    guard count > 0 else { throw UploadSource.failure(errno, source.path) }
    throw .source(
      "\(UploadSource.readable(source.path)) has contents but no size, like files in /proc; "
        + "copy it to a regular file first.")
  }

  /// Returns the permissions for a copy: the file's read and write permissions, and both for the owner.
  func copyPermissions() throws(UploadFailure) -> mode_t {
    try Self.copyPermissions(of: descriptor, source.path)
  }

  /// Returns the permissions for a copy of an open file.
  static func copyPermissions(of descriptor: Int32, _ path: FilePath) throws(UploadFailure) -> mode_t {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw UploadSource.failure(errno, path) }
    return status.st_mode & 0o666 | 0o600
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Fills the buffer with bytes from an offset, up to the size that the file had when it was chosen.
  /// - Returns: the number of bytes read, less than the buffer's size only at the end of the file, where it may be 0.
  /// - Throws: ``UploadFailure/Cause/source``, also if the file ends early.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(UploadFailure) -> Int {
    let wanted = Int(min(Int64(buffer.count), source.size - offset))
    guard wanted > 0, let start = buffer.baseAddress else { return 0 }
    var done = 0
    while done < wanted {
      let count = pread(descriptor, start + done, wanted - done, off_t(offset) + off_t(done))
      if count > 0 {
        done += count
      } else if count == 0 {
        try check()
        throw .source("\(UploadSource.readable(source.path)) ended early; check the disk and retry.")
      } else if errno != EINTR {
        throw UploadSource.failure(errno, source.path)
      }
    }
    return done
  }

  /// Checks that the open file has not changed. Takes about a microsecond.
  /// - Throws: ``UploadFailure/Cause/source``.
  func check() throws(UploadFailure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw UploadSource.failure(errno, source.path) }
    try UploadSource.checkKind(status, source.path)
    let found = UploadSource(path: source.path, status: status)
    // A deleted, renamed or replaced file has changed as well. Checking the path gives the exact reason.
    if !source.matches(found), source.size == found.size { try source.checkUnchanged() }
    try source.check(sameAs: found)
  }

  /// Checks that the open file has not changed and that the path still refers to it. Called after the last read, before
  /// the upload is published.
  /// - Throws: ``UploadFailure/Cause/source``.
  func checkAtEnd() throws(UploadFailure) {
    try check()
    try source.checkUnchanged()
  }
}
