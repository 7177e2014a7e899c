import Foundation
import Glibc
import ReactorFiles

/// A temporary folder that belongs to one process, which holds a lock on it (`flock`). The kernel releases the lock no
/// matter how the process ends, so that the next process can find and remove abandoned folders.
final class DemoFolder: Sendable {
  /// The location of the folder.
  let url: URL
  private let descriptor: Int32

  private static let prefix = "showroom-demo-"
  /// The prefix of the name while the folder is being created or removed.
  private static let hiddenPrefix = "."
  /// The number of seconds after which a folder that is still being created and has no lock is considered abandoned.
  private static let creationLimit = 3_600

  /// Creates a folder in `parent`.
  init(in parent: URL) throws(SystemError) {
    let name = Self.prefix + UUID().uuidString.lowercased()
    url = parent.appendingPathComponent(name, isDirectory: true)
    // The folder is locked before it is renamed to the name that other processes look for.
    let new = parent.appendingPathComponent(Self.hiddenPrefix + name, isDirectory: true).path
    try SystemError.check(mkdir(new, 0o700))
    descriptor = open(new, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let error = SystemError(errno)
      rmdir(new)
      throw error
    }
    flock(descriptor, LOCK_EX | LOCK_NB)
    guard rename(new, url.path) == 0 else {
      let error = SystemError(errno)
      rmdir(new)
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// Removes the folder and its contents. The folder is renamed first, so that threads that are still writing cannot
  /// find it.
  func remove() { Self.remove(url) }

  /// Removes the folders in `parent` whose processes have ended.
  static func removeAbandoned(in parent: URL) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? [] {
      let isHidden = name.hasPrefix(hiddenPrefix + prefix)
      guard isHidden || name.hasPrefix(prefix) else { continue }
      let url = parent.appendingPathComponent(name, isDirectory: true)
      let descriptor = open(url.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
        !isHidden || time(nil) - status.st_mtim.tv_sec > creationLimit, flock(descriptor, LOCK_EX | LOCK_NB) == 0
      else { continue }
      remove(url)
    }
  }

  private static func remove(_ url: URL) {
    let name = url.lastPathComponent
    let old = url.deletingLastPathComponent()
      .appendingPathComponent(name.hasPrefix(hiddenPrefix) ? name : hiddenPrefix + name, isDirectory: true)
    if old != url, rename(url.path, old.path) != 0 { return }
    // Meanwhile, an open database may still create files in the folder.
    for _ in 0..<10 where access(old.path, F_OK) == 0 { try? FileManager.default.removeItem(at: old) }
  }
}
