import Glibc
import SystemPackage

/// A local file that is being written and appears under its name only when it is whole. What is not finished leaves nothing
/// behind, and nothing that exists is ever overwritten. Each call blocks for as long as the disk needs.
final class NewFile: Sendable {
  private let path: FilePath
  private let temporary: FilePath
  private let descriptor: Int32

  /// Makes the unfinished file, in the same folder.
  /// - Throws: ``UploadFailure`` saying what stands in the way: a file of that name, the folder's permissions, a full disk.
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

  /// Adds bytes at the end.
  func append(_ bytes: UnsafeRawBufferPointer) throws(UploadFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw Self.failure(errno, path) }
      rest = rest.dropFirst(count)
    }
  }

  /// Puts the file under its name.
  func publish() throws(UploadFailure) {
    guard fsync(descriptor) == 0 else { throw Self.failure(errno, path) }
    // A link refuses to replace what appeared meanwhile, which a rename would not.
    var result = temporary.withPlatformString { from in path.withPlatformString { link(from, $0) } }
    if result != 0, [EPERM, ENOTSUP, EMLINK].contains(errno) {
      result = temporary.withPlatformString { from in path.withPlatformString { rename(from, $0) } }
    }
    guard result == 0 else { throw Self.failure(errno, path) }
  }

  private static func failure(_ code: Int32, _ path: FilePath) -> UploadFailure {
    let name = ServerWords.harmless(path.string, limit: 200)
    return switch code {
    case EEXIST, EISDIR:
      UploadFailure(.duplicate(size: nil), "There is a \(name) on this machine already; choose another name.")
    case EACCES, EPERM, EROFS:
      UploadFailure(.forbidden, "\(name) may not be written; choose another folder.")
    case ENOENT, ENOTDIR: UploadFailure(.forbidden, "The folder of \(name) is not there; choose another.")
    case ENOSPC, EDQUOT, EFBIG: UploadFailure(.noSpace, "There is no space left for \(name); free some and try again.")
    default:
      UploadFailure(
        .unavailable, "\(name) could not be written (\(String(cString: strerror(code)))); check the disk it is on.")
    }
  }
}
