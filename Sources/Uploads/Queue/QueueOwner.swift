import Foundation

/// A running program, as the rows of the queue know it: by a file in the data directory that it keeps locked as long as it
/// lives. The kernel releases the lock whichever way the program ends, so a row whose owner is dead can be taken over.
final class QueueOwner: Sendable {
  /// Names it in the rows.
  let id: String
  private let path: String
  private let descriptor: Int32

  /// Makes and locks the file.
  init(directory: String) throws(UploadFailure) {
    id = UUID().uuidString.lowercased()
    path = Self.path(of: id, in: directory)
    // flock belongs to the open file description: a second queue of the same process is another owner, and closing some
    // other descriptor of the file does not release it, as it would with POSIX locks.
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let reason = String(cString: strerror(errno))
      if descriptor >= 0 { close(descriptor) }
      throw UploadFailure(
        .store, "The data directory \(directory) cannot be used for uploads: \(reason); check its permissions and space.")
    }
  }

  deinit {
    unlink(path)
    close(descriptor)
  }

  /// Whether an owner still runs. From the moment this is false it stays so.
  static func isAlive(_ id: String, in directory: String) -> Bool {
    let descriptor = open(path(of: id, in: directory), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    // A file that is there and cannot be asked belongs to somebody.
    guard descriptor >= 0 else { return errno != ENOENT }
    defer { close(descriptor) }
    // Shared: two that ask at the same moment must not take each other for the owner.
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0
  }

  /// Removes what a dead owner left.
  static func forget(_ id: String, in directory: String) {
    unlink(path(of: id, in: directory))
  }

  private static func path(of id: String, in directory: String) -> String {
    directory + "/upload-owner-\(id).lock"
  }
}
