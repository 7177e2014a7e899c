import Foundation

/// A watch for a file that is the source of the catalog. The kernel reports when a file is closed after writing or
/// moved to the path, so a file that is still being written is not reported, and nothing runs while nothing changes.
///
/// If the kernel does not grant a watch, because a user may have only 128 of them, or because the folder does not exist
/// yet, the file's time and size are compared every second.
enum SourceWatch {
  /// The time without another report after which a file is considered complete, because a program may close it between
  /// parts.
  private static let rest = Duration.milliseconds(300)

  /// Returns a stream that emits when the file is complete again. It ends immediately if the process has no descriptors
  /// left.
  ///
  /// If the path is a symbolic link, both the link's folder and the folder of the file that it currently points to are
  /// watched.
  static func completedWrites(of path: String) -> AsyncStream<Void> {
    let places = [path, URL(fileURLWithPath: path).resolvingSymlinksInPath().path].map { URL(fileURLWithPath: $0) }
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let isOver = CancellationFlag()
      let watch = FolderWatch(
        completed: Set(places.map(\.lastPathComponent)), in: Set(places.map { $0.deletingLastPathComponent().path }))
      guard let watch else { return continuation.finish() }
      let present = watch.isGranted ? nil : FileStamp(of: path)
      continuation.onTermination = { _ in
        isOver.set()
        watch.notify()
      }
      // This is not a thread from Dispatch's pool, because that would leave the process with a timer that never ends.
      Thread.detachNewThread {
        var due: ContinuousClock.Instant?
        var seen = present
        func isRewritten() -> Bool {
          guard !watch.isGranted, let stamp = FileStamp(of: path), stamp != seen else { return false }
          seen = stamp
          return true
        }
        while !isOver.isSet {
          let events = watch.wait(until: due)
          if events.isWritten || isRewritten() {
            due = .now + rest
          } else if let time = due, time <= .now {
            due = nil
            continuation.yield()
          }
        }
      }
    }
  }
}

/// The properties of a file that change when it is written or replaced.
struct FileStamp: Sendable, Equatable {
  private let inode: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// Reads the properties of a file, or returns `nil` if there is none.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }
}

extension CatalogStore {
  /// Returns a stream that emits when a file has been completely written, as long as its task exists. It ends
  /// immediately if the store does not follow changes by other programs.
  package func completedWrites(of file: URL) -> AsyncStream<Void> {
    watcher.followsOthers ? SourceWatch.completedWrites(of: file.path) : AsyncStream { $0.finish() }
  }

  /// Returns the digest of a file if the file begins like a catalog and differs from the source of the cars. Otherwise,
  /// or if the file cannot be read, returns `nil`. Reads the whole file.
  package func digestOfChange(in file: URL) -> Int64? {
    let source = CatalogSource.file(file)
    guard let digest = try? SourceFile(path: file.path, name: source.name).digest(isCanceled: { Task.isCancelled }),
      let known = try? read({ try SourceState.fetch($0) }), known.source == source.key,
      known.size != digest.size || known.digest != digest.value, (try? source.checkBeginning()) != nil
    else { return nil }
    return digest.value
  }
}
