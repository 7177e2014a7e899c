import Foundation

/// A running program, as the rows of the queue know it: by a file in the data directory that it keeps locked as long as it
/// lives. The kernel releases the lock whichever way the program ends, so a row whose owner is dead can be taken over.
final class QueueOwner: Sendable {
  /// Names it in the rows.
  let id: String
  private let path: String
  private let descriptor: Int32

  /// Makes and locks the file, and removes those of owners that are dead.
  init(directory: String) throws(UploadFailure) {
    var made = Self.make(in: directory)
    // Somebody may have taken it for a dead owner's in the moment before it was locked.
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

  /// Whether an owner still runs. From the moment this is false it stays so.
  static func isAlive(_ id: String, in directory: String) -> Bool {
    let descriptor = open(path(of: id, in: directory), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    // A file that is there and cannot be asked belongs to somebody.
    guard descriptor >= 0 else { return errno != ENOENT }
    defer { close(descriptor) }
    // Shared: two that ask at the same moment must not take each other for the owner.
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0
  }

  private static func make(in directory: String) -> (id: String, descriptor: Int32, isLinked: Bool)? {
    let id = UUID().uuidString.lowercased()
    // flock belongs to the open file description: a second queue of the same process is another owner, and closing some
    // other descriptor of the file does not release it, as it would with POSIX locks.
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
      let descriptor = open(directory + "/" + name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(directory + "/" + name) }
      close(descriptor)
    }
  }

  private static let prefix = "upload-owner-"
  private static let suffix = ".lock"

  private static func path(of id: String, in directory: String) -> String {
    "\(directory)/\(prefix)\(id)\(suffix)"
  }
}
