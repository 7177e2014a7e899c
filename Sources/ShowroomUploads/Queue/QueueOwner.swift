import Foundation

/// A running program that owns rows of the queue, represented by a locked file in the data directory. The kernel
/// releases the lock regardless of how the program ends, so that other programs can then take over its rows.
final class QueueOwner: Sendable {
  /// The ID of the owner, as stored in the rows.
  let id: String
  private let path: String
  private let descriptor: Int32

  /// Creates and locks the file, and removes the files of owners that are gone.
  init(directory: String) throws(UploadFailure) {
    var made = Self.make(in: directory)
    // Before the file was locked, another program may have removed it as abandoned.
    while let found = made, !found.isLinked {
      close(found.descriptor)
      made = Self.make(in: directory)
    }
    guard let made else {
      let reason = String(cString: strerror(errno))
      throw UploadFailure(
        .store,
        "The data directory \(directory) cannot be used for uploads: \(reason); check its permissions and space.")
    }
    id = made.id
    descriptor = made.descriptor
    path = Self.path(of: made.id, in: directory)
    Self.removeDead(in: directory)
  }

  deinit {
    unlink(path)
    close(descriptor)
  }

  /// Returns whether an owner is still running. Once the result is `false`, it stays `false`.
  static func isAlive(_ id: String, in directory: String) -> Bool {
    let descriptor = open(path(of: id, in: directory), flags)
    // A file that exists but cannot be opened belongs to another user.
    guard descriptor >= 0 else { return errno != ENOENT }
    defer { close(descriptor) }
    guard isRegular(descriptor) else { return false }
    // A shared lock, so that two programs that check at the same time do not mistake each other for the owner.
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0
  }

  private static func make(in directory: String) -> (id: String, descriptor: Int32, isLinked: Bool)? {
    let id = UUID().uuidString.lowercased()
    // flock applies to the open file description, so a second queue in the same process is a separate owner. Unlike a
    // POSIX lock, it is not released when another descriptor of the file is closed.
    let descriptor = open(path(of: id, in: directory), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard flock(descriptor, LOCK_EX) == 0, fstat(descriptor, &status) == 0 else {
      close(descriptor)
      return nil
    }
    return (id, descriptor, status.st_nlink > 0)
  }

  private static func removeDead(in directory: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in names where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
      let descriptor = open(directory + "/" + name, flags)
      guard descriptor >= 0 else { continue }
      if isRegular(descriptor), flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(directory + "/" + name) }
      close(descriptor)
    }
  }

  /// Opens a file without blocking, because it might be a FIFO.
  private static let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY

  private static func isRegular(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static let prefix = "upload-owner-"
  private static let suffix = ".lock"

  private static func path(of id: String, in directory: String) -> String {
    "\(directory)/\(prefix)\(id)\(suffix)"
  }
}
