import Foundation
import ReactorCore
import ShowroomCatalog

/// A file that is the source and has changed since the cars were read from it.
package struct ChangedSource: Sendable, Hashable {
  /// The name of the file without its folder.
  let name: String
  let digest: Int64
}

/// The source file that is watched.
struct WatchedSource {
  let file: URL
  let task: Task<Void, Never>
}

extension LiveCatalog {
  /// Watches the file that a refresh would read, in place of the one before. A web address, and the source of a catalog
  /// that cannot be written, is not watched.
  func watchSource() {
    var file: URL?
    if !store.isReadOnly, case .file(let url)? = currentSource { file = url }
    guard file != watchedSource?.file else { return }
    watchedSource?.task.cancel()
    changedSource.accept(nil)
    watchedSource = file.map { file in
      let writes = store.completedWrites(of: file)
      let task = Task(executorPreference: EffectExecutor.current) { [weak self] in
        // What was written before the watch, such as while the program was closed.
        await self?.checkSource()
        for await _ in writes { await self?.checkSource() }
      }
      return WatchedSource(file: file, task: task)
    }
  }

  /// Compares the watched file with what the cars were read from, after a refresh that runs. What cannot be read, or is
  /// no catalog, such as a file that is not complete, counts as no change.
  func checkSource() async {
    guard let file = watchedSource?.file else { return }
    if refreshProgress.value != nil {
      do { for try await progress in refreshProgress.asObservable().values where progress == nil { break } } catch {}
    }
    let digest = await Self.digestOfNews(in: file, store)
    guard file == watchedSource?.file, digest != changedSource.value?.digest else { return }
    changedSource.accept(digest.map { ChangedSource(name: file.lastPathComponent, digest: $0) })
  }

  @concurrent
  private static func digestOfNews(in file: URL, _ store: CatalogStore) async -> Int64? { store.digestOfNews(in: file) }
}
