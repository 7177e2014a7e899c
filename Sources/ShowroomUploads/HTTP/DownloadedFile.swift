import Glibc
import SystemPackage

/// A local file that is being downloaded. It appears under its name only when it is complete, and never overwrites
/// another file. An incomplete file is removed. Each call blocks until the disk responds.
final class DownloadedFile: Sendable {
  private let path: FilePath
  private let temporary: FilePath
  private let descriptor: Int32

  /// Creates the temporary file in the same folder.
  /// - Throws: ``UploadFailure`` if a file of the name exists, the folder is not writable or the disk is full.
  init(_ path: FilePath) throws(UploadFailure) {
    self.path = path
    guard let name = path.lastComponent?.string else { throw Self.failure(EISDIR, path) }
    temporary = path.removingLastComponent().appending(
      ".\(name.utf8.count > 200 ? "" : name).\(UInt64.random(in: 0 ... .max)).part")
    guard path.withPlatformString({ access($0, F_OK) }) != 0 else { throw Self.failure(EEXIST, path) }
    descriptor = temporary.withPlatformString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw Self.failure(errno, path) }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    temporary.withPlatformString { _ = unlink($0) }
  }

  /// Appends bytes.
  func append(_ bytes: [UInt8]) throws(UploadFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw Self.failure(errno, path) }
      rest = rest.dropFirst(count)
    }
  }

  /// Gives the file its final name.
  func publish() throws(UploadFailure) {
    guard fsync(descriptor) == 0 else { throw Self.failure(errno, path) }
    // Unlike a rename, a link fails if the name has been taken in the meantime.
    var result = temporary.withPlatformString { from in path.withPlatformString { link(from, $0) } }
    if result != 0, [EPERM, ENOTSUP, EMLINK].contains(errno) {
      result = temporary.withPlatformString { from in path.withPlatformString { rename(from, $0) } }
    }
    guard result == 0 else { throw Self.failure(errno, path) }
  }

  private static func failure(_ code: Int32, _ path: FilePath) -> UploadFailure {
    let name = ServerMessage.sanitized(path.string, limit: 200)
    return switch code {
    case EEXIST, EISDIR:
      UploadFailure(.duplicate(size: nil), "\(name) already exists on this computer; choose another name.")
    case EACCES, EPERM, EROFS:
      UploadFailure(.forbidden, "\(name) is not writable; choose another folder.")
    case ENOENT, ENOTDIR: UploadFailure(.forbidden, "The folder of \(name) does not exist; choose another.")
    case ENOSPC, EDQUOT, EFBIG:
      UploadFailure(.noSpace, "There is not enough space for \(name); free some space and try again.")
    default:
      UploadFailure(
        .unavailable, "\(name) could not be written (\(String(cString: strerror(code)))); check the disk.")
    }
  }
}
