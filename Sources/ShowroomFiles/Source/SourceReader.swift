import Glibc
import SystemPackage

/// An open file that is being uploaded. Reading fails if the file has changed since it was chosen.
///
/// Can be used from any thread. Each call blocks until the disk responds. The file is closed when the reader is
/// released.
package final class SourceReader: Sendable {
  /// The file as it was when it was chosen.
  package let source: UploadSource
  private let descriptor: Int32

  /// Opens the file and checks that it has not changed since it was chosen.
  /// - Throws: ``SourceFailure``.
  package init(_ source: UploadSource) throws(SourceFailure) {
    self.source = source
    // Opened as nonblocking, because if a pipe has replaced the file, opening it would wait for a writer.
    descriptor = source.path.withPlatformString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard descriptor >= 0 else { throw UploadSource.failure(errno, source.path) }
    try check()
    if source.size == 0 { try checkEmptiness() }
  }

  /// Throws if a file with a size of zero has contents. Files in `/proc` report no size and would be uploaded empty.
  private func checkEmptiness() throws(SourceFailure) {
    var byte: UInt8 = 0
    let count = pread(descriptor, &byte, 1, 0)
    if count == 0 { return }
    guard count > 0 else { throw UploadSource.failure(errno, source.path) }
    throw SourceFailure(
      "\(UploadSource.readable(source.path)) has contents but no size, like files in /proc; "
        + "copy it to a regular file first.")
  }

  /// Returns the permissions for a copy: the file's read and write permissions, plus read and write permissions for the
  /// owner.
  package func copyPermissions() throws(SourceFailure) -> mode_t {
    try Self.copyPermissions(of: descriptor, source.path)
  }

  /// Returns the permissions for a copy of an open file.
  package static func copyPermissions(of descriptor: Int32, _ path: FilePath) throws(SourceFailure) -> mode_t {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw UploadSource.failure(errno, path) }
    return status.st_mode & 0o666 | 0o600
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Fills the buffer with bytes from an offset, up to the size that the file had when it was chosen.
  /// - Returns: The number of bytes read. It is less than the buffer's size only at the end of the file, where it can
  ///   be 0.
  /// - Throws: ``SourceFailure``, including when the file ends early.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(SourceFailure) -> Int {
    let wanted = Int(min(Int64(buffer.count), source.size - offset))
    guard wanted > 0, let start = buffer.baseAddress else { return 0 }
    var done = 0
    while done < wanted {
      let count = pread(descriptor, start + done, wanted - done, off_t(offset) + off_t(done))
      if count > 0 {
        done += count
      } else if count == 0 {
        try check()
        throw SourceFailure("\(UploadSource.readable(source.path)) ended early; check the disk and retry.")
      } else if errno != EINTR {
        throw UploadSource.failure(errno, source.path)
      }
    }
    return done
  }

  /// Checks that the open file has not changed. Takes about a microsecond.
  /// - Throws: ``SourceFailure``.
  package func check() throws(SourceFailure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw UploadSource.failure(errno, source.path) }
    try UploadSource.checkKind(status, source.path)
    let found = UploadSource(path: source.path, status: status)
    // A file that was deleted, renamed or replaced has also changed. Checking the path gives the exact reason.
    if !source.matches(found), source.size == found.size { try source.checkUnchanged() }
    try source.check(sameAs: found)
  }

  /// Checks that the open file has not changed and that the path still refers to it. Called after the last read, before
  /// the upload is published.
  /// - Throws: ``SourceFailure``.
  package func checkAtEnd() throws(SourceFailure) {
    try check()
    try source.checkUnchanged()
  }
}

extension SourceReader {
  /// Reads a range of the file block by block, in order.
  /// - Throws: ``SourceFailure`` if the file changed after it was chosen.
  package func forEachBlock(
    in range: Range<Int64>, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(SourceFailure) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { buffer.deallocate() }
    var offset = range.lowerBound
    while offset < range.upperBound {
      let block = UnsafeMutableRawBufferPointer(
        rebasing: buffer[..<Int(min(Int64(buffer.count), range.upperBound - offset))])
      let count = try read(into: block, at: offset)
      guard count > 0 else { break }
      body(UnsafeRawBufferPointer(rebasing: block[..<count]))
      offset += Int64(count)
    }
    try check()
  }
}
