import Foundation
import Glibc

/// A temporary folder that belongs to one process: a lock on it (`flock`) says that its process lives. The kernel lets go of
/// the lock whichever way the process ends, so that the next one can tell what was left behind, and removes it.
final class DemoFolder: Sendable {
  /// Where it is.
  let url: URL
  private let descriptor: Int32

  /// Something that the system has not done.
  struct Failure: Error {
    let errno: Int32

    /// The system's answer to a call.
    @discardableResult
    static func check(_ result: Int32) throws(Failure) -> Int32 {
      guard result >= 0 else { throw Failure(errno: Glibc.errno) }
      return result
    }
  }

  private static let prefix = "showroom-demo-"
  /// Before the name of a folder that is being made or removed.
  private static let hidden = "."
  /// Seconds after which a folder without a lock that was being made is nobody's.
  private static let patience = 3_600

  /// Makes a folder in `place`.
  init(in place: URL) throws(Failure) {
    let name = Self.prefix + UUID().uuidString.lowercased()
    url = place.appendingPathComponent(name, isDirectory: true)
    // Locked before it has the name that others look for.
    let new = place.appendingPathComponent(Self.hidden + name, isDirectory: true).path
    try Failure.check(mkdir(new, 0o700))
    descriptor = open(new, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let failure = Failure(errno: errno)
      rmdir(new)
      throw failure
    }
    flock(descriptor, LOCK_EX | LOCK_NB)
    guard rename(new, url.path) == 0 else {
      let failure = Failure(errno: errno)
      rmdir(new)
      close(descriptor)
      throw failure
    }
  }

  deinit { close(descriptor) }

  /// Removes it with all that is in it, also while other threads still write there: under another name nobody finds it.
  func remove() { Self.remove(url) }

  /// Removes what processes that no longer live have left in `place`.
  static func removeAbandoned(in place: URL) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? [] {
      let isHidden = name.hasPrefix(hidden + prefix)
      guard isHidden || name.hasPrefix(prefix) else { continue }
      let url = place.appendingPathComponent(name, isDirectory: true)
      let descriptor = open(url.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
        !isHidden || time(nil) - status.st_mtim.tv_sec > patience, flock(descriptor, LOCK_EX | LOCK_NB) == 0
      else { continue }
      remove(url)
    }
  }

  private static func remove(_ url: URL) {
    let name = url.lastPathComponent
    let old = url.deletingLastPathComponent()
      .appendingPathComponent(name.hasPrefix(hidden) ? name : hidden + name, isDirectory: true)
    if old != url, rename(url.path, old.path) != 0 { return }
    // What was open there may still make a file beside it.
    for _ in 0..<10 where access(old.path, F_OK) == 0 { try? FileManager.default.removeItem(at: old) }
  }
}
