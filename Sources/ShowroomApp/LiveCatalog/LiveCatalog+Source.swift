import Foundation
import ReactorCore
import ShowroomCatalog

/// A source file that has changed since the cars were read from it.
package struct ChangedSource: Sendable, Hashable {
  /// The name of the file without its folder.
  let name: String
  let digest: Int64

  package init(name: String, digest: Int64) {
    (self.name, self.digest) = (name, digest)
  }
}

/// The source file that is watched.
struct WatchedSource {
  let file: URL
  let task: Task<Void, Never>
}

extension LiveCatalog {
  /// Watches the file that a refresh would read, instead of the previous one. Web addresses are not watched, nor are
  /// the sources of read-only catalogs.
  func watchSource() {
    var file: URL?
    if !store.isReadOnly, case .file(let url)? = currentSource { file = url }
    guard file != watchedSource?.file else { return }
    watchedSource?.task.cancel()
    changedSource.accept(nil)
    watchedSource = file.map { file in
      let writes = store.completedWrites(of: file)
      let task = Task(executorPreference: EffectExecutor.current) { [weak self] in
        // Detects changes made before the watch began, for example while the program was not running.
        await self?.checkSource()
        for await _ in writes { await self?.checkSource() }
      }
      return WatchedSource(file: file, task: task)
    }
  }

  /// Compares the watched file with the source of the cars, after any running refresh. A file that cannot be read or is
  /// not a catalog, for example because it is incomplete, counts as unchanged.
  func checkSource() async {
    guard let file = watchedSource?.file else { return }
    var digest: Int64?
    var refreshes: Int
    // A refresh that starts while the file is being read may load what is compared here.
    repeat {
      // Another refresh may start before the task resumes.
      while refreshProgress.value != nil, !Task.isCancelled {
        _ = try? await refreshProgress.filter { $0 == nil }.first()
      }
      refreshes = startedRefreshes
      digest = await Self.digestOfChange(in: file, store)
    } while refreshes != startedRefreshes && !Task.isCancelled
    guard file == watchedSource?.file, digest != changedSource.value?.digest else { return }
    changedSource.accept(digest.map { ChangedSource(name: file.lastPathComponent, digest: $0) })
  }

  @concurrent
  private static func digestOfChange(in file: URL, _ store: CatalogStore) async -> Int64? {
    store.digestOfChange(in: file)
  }
}
