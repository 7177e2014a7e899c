import Glibc
import ReactorFiles
import ShowroomFiles
import SystemPackage

/// A local file that is being downloaded. It appears under its name only when it is complete, and never overwrites
/// another file. An incomplete file is removed. Each call blocks until the disk responds.
final class DownloadedFile: Sendable {
  private let path: FilePath
  private let folder: OpenFolder
  private let name: String
  private let temporary: String
  private let descriptor: Int32

  /// Creates a temporary file in the same folder.
  /// - Throws: ``UploadFailure`` if a file of that name exists, the folder is not writable or the disk is full.
  init(_ path: FilePath) throws(UploadFailure) {
    guard let name = path.lastComponent?.string else { throw Self.failure(EISDIR, path) }
    let parent = path.removingLastComponent().string
    guard let folder = try OpenFolder.base(parent.isEmpty ? "." : parent) else { throw Self.failure(ENOENT, path) }
    if try folder.entry(name) != nil { throw Self.failure(EEXIST, path) }
    temporary = FileWriting.temporaryName(for: name)
    descriptor = openat(folder.descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    (self.path, self.folder, self.name) = (path, folder, name)
    guard descriptor >= 0 else { throw Self.failure(errno, path) }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    discard()
  }

  /// Removes an incomplete file. A thread may release the last reference only after the caller has continued, and the
  /// program may end before that.
  func discard() { try? folder.remove(temporary) }

  func append(_ bytes: [UInt8]) throws(UploadFailure) {
    let code = FileWriting.write(bytes[...], to: descriptor)
    if code != 0 { throw Self.failure(code, path) }
  }

  /// Gives the file its final name. It is on disk when the call returns.
  func publish() throws(UploadFailure) {
    guard fsync(descriptor) == 0 else { throw Self.failure(errno, path) }
    guard try folder.publish(temporary, as: name) else { throw Self.failure(EEXIST, path) }
    try folder.synchronize()
  }

  private static func failure(_ code: Int32, _ path: FilePath) -> UploadFailure {
    let name = path.string.singleLine(limit: 200)
    return switch code {
    case EEXIST, EISDIR:
      UploadFailure(.duplicate(size: nil), "\(name) already exists on this computer; choose another name.")
    case EACCES, EPERM, EROFS:
      UploadFailure(.forbidden, "\(name) is not writable; choose another folder.")
    case ENOENT, ENOTDIR: UploadFailure(.forbidden, "The folder for \(name) does not exist; choose another one.")
    case ENOSPC, EDQUOT, EFBIG:
      UploadFailure(.noSpace, "There is not enough space for \(name); free some space and try again.")
    default:
      UploadFailure(
        .unavailable, "\(name) could not be written (\(String(cString: strerror(code)))); check the disk.")
    }
  }
}
