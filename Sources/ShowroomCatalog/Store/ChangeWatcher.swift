import Foundation
import GRDB
import Synchronization

/// A watcher that detects commits by this store and by other programs, and reports what they changed. Nothing runs
/// while nothing changes: the kernel reports writes to the database's files (inotify), and there is no timer, unless the
/// kernel grants no watch.
///
/// A report from the kernel is only a reason to look. The revision counters in the database tell what changed. They
/// tell more than `PRAGMA data_version`, which cannot distinguish a favorite from a new catalog, and reading them does
/// not wait for the connection that writes.
///
/// The waiting thread is not one of Dispatch's pool, which would leave the process with a timer that never ends.
final class ChangeWatcher: Sendable {
  private struct Subscriber: Sendable {
    /// A closure that compares the database with the values seen before, and yields the difference.
    let look: @Sendable () -> Void
    let finish: @Sendable () -> Void
  }

  private struct State {
    var subscribers: [Int: Subscriber] = [:]
    var nextSubscriber = 0
    /// The watch of the running thread. A thread ends when this is no longer its own watch.
    var watch: FolderWatch?
  }

  /// The value that a subscriber has seen last; `nil` before the first.
  private final class Seen<Value: Sendable>: Sendable {
    let value: Mutex<Value?>
    init(_ value: Value?) { self.value = Mutex(value) }
  }

  private let reader: StoreReader
  private let directory: String
  /// Whether a thread watches for the writes of other programs. Otherwise the thread that commits looks.
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

  /// Returns the stream of changes since a revision, or from now on. Watching begins with the first stream and ends
  /// with the last.
  func changes(since revision: CatalogRevision?) -> AsyncStream<CatalogChange> {
    AsyncStream { continuation in
      let seen = Seen(revision)
      // "From now on" means from before the stream is returned, so this read is not deferred.
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

  /// Returns the stream of a value in the database: the current one, then each that differs. A slow reader receives the
  /// latest.
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

  /// Looks after a commit through this store, which must not depend on the kernel's report.
  func ownCommit() { notify() }

  /// - Parameter begin: reads the values to compare with. Runs when watching has begun, so that no commit is missed.
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

  /// Makes the thread look at once.
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
      // A write to the log just before the watch began may become visible only later, without a report.
      schedule.take(FolderWatch.Events(isWritten: true))
      repeat { schedule.take(watch.wait(until: schedule.due)) } while self?.serve(watch, &schedule) == true
    }
  }

  /// Looks into the database if it is time to. Runs on the watching thread. Returns `false` when there is nothing left
  /// to watch.
  private func serve(_ watch: FolderWatch, _ schedule: inout LookSchedule) -> Bool {
    guard state.withLock({ $0.watch === watch }) else { return false }
    if schedule.isDue() { look() }
    return true
  }

  /// Lets the subscribers look in the order of their subscriptions, so that the same commit has the same effects.
  private func look() {
    let subscribers = state.withLock { $0.subscribers.sorted { $0.key < $1.key } }
    for (_, subscriber) in subscribers { subscriber.look() }
  }
}

/// A change of the catalog, made by this store or by another program.
package enum CatalogChange: Sendable, Hashable {
  /// The user data of these cars changed. Merge it with ``CatalogIndex/updatingUserData(_:)``.
  case userData([Car.ID: UserData])
  /// These cars have attachments now, and no others. Merge it with ``CatalogIndex/updatingFiles(_:)``.
  case files(Set<Car.ID>)
  /// The assumptions from which costs are computed have changed. Read them with ``CatalogStore/costAssumptions()``.
  case costs
  /// Cars were added, changed or removed. Load the index again.
  case cars
}

extension CatalogStore {
  /// Returns the stream of changes from now on, made by this store or by another program that has the database open.
  ///
  /// Changes in quick succession are reported together. Nothing runs while nothing changes. The stream ends with the
  /// store, or with the task that reads it.
  ///
  /// - Parameter index: the index that is shown. The changes since it was loaded come first, so that no change is lost
  ///   between loading and watching.
  package func changes(since index: CatalogIndex? = nil) -> AsyncStream<CatalogChange> {
    watcher.changes(since: index?.revision)
  }
}
