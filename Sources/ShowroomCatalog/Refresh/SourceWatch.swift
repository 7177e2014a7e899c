import Foundation

/// A watch for a file that is the source of the catalog. The kernel reports a file that is closed after it was written, or
/// moved to the path, so a file that is being written is not reported, and nothing runs while nothing changes.
enum SourceWatch {
  /// The time without another report after which a file counts as complete, because a program may close it between parts.
  private static let rest = Duration.milliseconds(300)

  /// Returns the stream of the moments at which a file was complete again. It ends at once if the kernel grants no watch.
  ///
  /// A link is watched in its folder, and the file that it leads to now in that file's folder.
  static func completedWrites(of path: String) -> AsyncStream<Void> {
    let places = [path, URL(fileURLWithPath: path).resolvingSymlinksInPath().path].map { URL(fileURLWithPath: $0) }
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let isOver = CancellationFlag()
      let watch = FolderWatch(
        completed: Set(places.map(\.lastPathComponent)), in: Set(places.map { $0.deletingLastPathComponent().path }))
      guard let watch, watch.isGranted else { return continuation.finish() }
      continuation.onTermination = { _ in
        isOver.set()
        watch.notify()
      }
      // No thread of Dispatch's pool, which would leave the process with a timer that never ends.
      Thread.detachNewThread {
        var due: ContinuousClock.Instant?
        while !isOver.isSet {
          let events = watch.wait(until: due)
          if events.isWritten {
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

extension CatalogStore {
  /// Returns the stream of the moments at which a file was written completely, as long as its task lives. It ends at once
  /// if the store does not follow what other programs write.
  package func completedWrites(of file: URL) -> AsyncStream<Void> {
    watcher.followsOthers ? SourceWatch.completedWrites(of: file.path) : AsyncStream { $0.finish() }
  }

  /// Returns the digest of a file if it begins like a catalog and is not what the cars were read from; otherwise, and if
  /// it cannot be read, `nil`. Reads the whole file.
  package func digestOfNews(in file: URL) -> Int64? {
    let source = CatalogSource.file(file)
    guard let digest = try? SourceFile(path: file.path, name: source.name).digest(isCanceled: { Task.isCancelled }),
      let known = try? read({ try SourceState.fetch($0) }), known.source == source.key,
      known.size != digest.size || known.digest != digest.value, (try? source.checkBeginning()) != nil
    else { return nil }
    return digest.value
  }
}
