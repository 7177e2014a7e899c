import Foundation
import GRDB
import Synchronization

/// A watcher that detects commits by this store and by other programs, and reports the changes. Nothing runs while
/// nothing changes: the kernel reports writes to the database's files (inotify), and there is no timer unless the
/// kernel does not grant a watch.
///
/// A report from the kernel is only a reason to check the database. The changes are determined from its revision
/// counters. Unlike `PRAGMA data_version`, these distinguish a favorite from a new catalog, and reading them does not
/// wait for the writing connection.
///
/// The waiting thread is not from Dispatch's pool, because that would leave the process with a timer that never ends.
final class ChangeWatcher: Sendable {
  private struct Subscriber: Sendable {
    /// A closure that compares the database with the values last seen, and yields the difference.
    let look: @Sendable () -> Void
    let finish: @Sendable () -> Void
  }

  private struct State {
    var subscribers: [Int: Subscriber] = [:]
    var nextSubscriber = 0
    /// The watch used by the running thread. A thread ends when this is no longer its own watch.
    var watch: FolderWatch?
  }

  /// The value that a subscriber last saw; `nil` before the first one.
  private final class Seen<Value: Sendable>: Sendable {
    let value: Mutex<Value?>
    init(_ value: Value?) { self.value = Mutex(value) }
  }

  private let reader: StoreReader
  private let directory: String
  /// Whether a thread watches for writes by other programs. If not, the committing thread checks for changes.
  let followsOthers: Bool
  private let state = Mutex(State())

  init(reader: StoreReader, directory: String, followsOthers: Bool = true) {
    self.reader = reader
    self.directory = directory
    self.followsOthers = followsOthers
  }

  deinit {
    state.withLock { state in
      state.watch?.notify()
      for subscriber in state.subscribers.values { subscriber.finish() }
    }
  }

  /// Returns a stream of changes since a revision, or from now on. Watching begins with the first stream and ends with
  /// the last.
  func changes(since revision: CatalogRevision?) -> AsyncStream<CatalogChange> {
    AsyncStream { continuation in
      let seen = Seen(revision)
      // "From now on" means from before the stream is returned, so this read must not be deferred.
      subscribe(continuation) { [reader] in
        if revision == nil {
          let present = (try? reader.read { try CatalogRevision.fetch($0) }) ?? CatalogRevision()
          seen.value.withLock { $0 = present }
        }
      } look: { [reader] in
        seen.value.withLock { seen in
          guard let old = seen else { return }
          let found = try? reader.read { db in
            let revision = try CatalogRevision.fetch(db)
            let userData = revision.user == old.user ? [:] : try UserDataSQL.changes(since: old.user, in: db)
            let files = revision.attachments == old.attachments ? nil : try CarSQL.carsWithFiles(in: db)
            return (revision, userData, files)
          }
          guard let (revision, userData, files) = found, revision != old else { return }
          seen = revision
          if !userData.isEmpty { continuation.yield(.userData(userData)) }
          if let files { continuation.yield(.files(files)) }
          if revision.costs != old.costs { continuation.yield(.costs) }
          if revision.cars != old.cars { continuation.yield(.cars) }
        }
      }
    }
  }

  /// Returns a stream of a value in the database: the current value, then each different value. A slow reader receives
  /// only the latest one.
  func values<Value: Equatable & Sendable>(
    _ fetch: @escaping @Sendable (Database) throws -> Value
  ) -> AsyncStream<Value> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let seen = Seen<Value>(nil)
      subscribe(continuation) {
      } look: { [reader] in
        seen.value.withLock { seen in
          guard let value = try? reader.read(fetch), value != seen else { return }
          seen = value
          continuation.yield(value)
        }
      }
    }
  }

  /// Checks for changes after a commit through this store, which must not depend on the kernel's report.
  func ownCommit() { notify() }

  /// - Parameter begin: A closure that reads the values to compare with. It runs once watching has begun, so that no
  ///   commit is missed.
  private func subscribe<Element>(
    _ continuation: AsyncStream<Element>.Continuation, begin: () -> Void, look: @escaping @Sendable () -> Void
  ) {
    let number = state.withLock { state in
      let number = state.nextSubscriber
      state.nextSubscriber += 1
      state.subscribers[number] = Subscriber(look: look, finish: { continuation.finish() })
      return number
    }
    continuation.onTermination = { [weak self] _ in self?.remove(number) }
    startWatching()
    begin()
    notify()
  }

  private func remove(_ number: Int) {
    state.withLock { state in
      state.subscribers[number] = nil
      guard state.subscribers.isEmpty else { return }
      state.watch?.notify()
      state.watch = nil
    }
  }

  /// Makes the thread check for changes immediately.
  private func notify() {
    guard followsOthers else { return look() }
    state.withLock { $0.watch }?.notify()
  }

  private func startWatching() {
    guard followsOthers else { return }
    let watch: FolderWatch? = state.withLock { state in
      guard state.watch == nil else { return nil }
      state.watch = FolderWatch(directory: directory, prefix: CatalogStore.fileName)
      return state.watch
    }
    guard let watch else { return }
    Thread.detachNewThread { [weak self] in
      var schedule = LookSchedule()
      // A write to the log just before the watch began may become visible later without being reported.
      schedule.take(FolderWatch.Events(isWritten: true))
      repeat { schedule.take(watch.wait(until: schedule.due)) } while self?.serve(watch, &schedule) == true
    }
  }

  /// Checks the database if a check is due. Runs on the watching thread. Returns `false` when there is nothing left to
  /// watch.
  private func serve(_ watch: FolderWatch, _ schedule: inout LookSchedule) -> Bool {
    guard state.withLock({ $0.watch === watch }) else { return false }
    if schedule.isDue() { look() }
    return true
  }

  /// Makes the subscribers check for changes, in the order of their subscriptions, so that the same commit always has
  /// the same effects.
  private func look() {
    let subscribers = state.withLock { $0.subscribers.sorted { $0.key < $1.key } }
    for (_, subscriber) in subscribers { subscriber.look() }
  }
}

/// A change of the catalog, made by this store or by another program.
package enum CatalogChange: Sendable, Hashable {
  /// The user data of these cars changed. Merge it with ``CatalogIndex/updatingUserData(_:)``.
  case userData([Car.ID: UserData])
  /// Only these cars now have attachments. Merge the change with ``CatalogIndex/updatingFiles(_:)``.
  case files(Set<Car.ID>)
  /// The assumptions from which costs are computed have changed. Read them with ``CatalogStore/costAssumptions()``.
  case costs
  /// Cars were added, changed or removed. Load the index again.
  case cars
}

extension CatalogStore {
  /// Returns a stream of changes from now on, made by this store or by another program that has the database open.
  ///
  /// Changes in quick succession are reported together. Nothing runs while nothing changes. The stream ends when the
  /// store is released, or when the task that reads it ends.
  ///
  /// - Parameter index: The index that is currently shown. Changes since it was loaded come first, so that no change is
  ///   lost between loading and watching.
  package func changes(since index: CatalogIndex? = nil) -> AsyncStream<CatalogChange> {
    watcher.changes(since: index?.revision)
  }
}
