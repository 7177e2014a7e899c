import Foundation
import GRDB
import Synchronization

/// Notices commits, our own and those of other programs, and says what they changed. Nothing runs while nothing changes:
/// the kernel reports writes to the database's files (inotify), and there is no timer.
///
/// A report from the kernel only means "look": what changed is read from the revision counters in the database. They say
/// more than `PRAGMA data_version`, which cannot tell a star from a new catalogue, and reading them does not wait for the
/// connection that writes, as asking for the data version does.
///
/// A thread of its own waits: one that Dispatch lends would leave the process with a timer that never ends.
final class ChangeWatcher: Sendable {
  private struct Subscriber {
    var continuation: AsyncStream<CatalogueChange>.Continuation
    /// What was last reported; `nil` until the thread has looked for the first time.
    var seen: CatalogueRevision?
  }

  private struct UploadSubscriber {
    var continuation: AsyncStream<UploadTablesRevision>.Continuation
    var seen: UploadTablesRevision?
  }

  /// When to look.
  private struct Looks {
    /// The time of the next; nil when there is no reason to look.
    private(set) var due: ContinuousClock.Instant?
    /// What follows the next; see ``lookDelays``.
    private var left: ArraySlice<Duration> = []
    private var isRung = false

    /// Whoever rings has committed already: one look finds it. A report calls for several.
    mutating func take(_ signs: FolderWatch.Signs) {
      if signs.isWritten {
        left = ChangeWatcher.lookDelays[...]
        if due == nil { due = left.popFirst().map { .now + $0 } }
      }
      isRung = isRung || signs.isRung
    }

    /// Whether it is time to look; if so, sets the time of the next.
    mutating func isDue() -> Bool {
      defer { isRung = false }
      guard let due, due <= .now else { return isRung }
      self.due = left.popFirst().map { .now + $0 }
      return true
    }
  }

  private struct State {
    var subscribers: [Int: Subscriber] = [:]
    var uploadSubscribers: [Int: UploadSubscriber] = [:]
    var nextSubscriber = 0
    /// What the thread waits for; it ends when this is no longer its own.
    var watch: FolderWatch?
  }

  /// Time between looks after a report. SQLite writes a commit to the log first, which the kernel reports, and makes it
  /// visible a moment later in shared memory, which it does not: so a look that finds nothing is repeated a few
  /// times. The first delay also gathers a burst of writes into one look.
  private static let lookDelays = [10, 40, 150, 600].map(Duration.milliseconds)

  private let reader: any DatabaseReader
  private let directory: String
  /// Whether a thread waits for what other programs write; without it, whoever rings looks.
  private let followsOthers: Bool
  private let state = Mutex(State())

  init(reader: any DatabaseReader, directory: String, followsOthers: Bool = true) {
    self.reader = reader
    self.directory = directory
    self.followsOthers = followsOthers
  }

  deinit {
    state.withLock { state in
      state.watch?.ring()
      for subscriber in state.subscribers.values { subscriber.continuation.finish() }
      for subscriber in state.uploadSubscribers.values { subscriber.continuation.finish() }
    }
  }

  /// A stream of what changes after a revision, or from now on. Watching begins with the first stream and ends with the
  /// last.
  func changes(since revision: CatalogueRevision?) -> AsyncStream<CatalogueChange> {
    AsyncStream { continuation in
      let number = state.withLock { state in
        let number = state.nextSubscriber
        state.nextSubscriber += 1
        state.subscribers[number] = Subscriber(continuation: continuation, seen: revision)
        return number
      }
      continuation.onTermination = { [weak self] _ in self?.remove(number) }
      // Watches first and reads the counters then, so that no commit falls between the two.
      startWatching()
      if revision == nil { baseline(number) }
      ring()
    }
  }

  /// A stream of the counters of attachments and uploads: the present ones first, then those after a change. Whoever reads
  /// slowly gets the latest.
  func uploadChanges() -> AsyncStream<UploadTablesRevision> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let number = state.withLock { state in
        let number = state.nextSubscriber
        state.nextSubscriber += 1
        state.uploadSubscribers[number] = UploadSubscriber(continuation: continuation)
        return number
      }
      continuation.onTermination = { [weak self] _ in self?.remove(number) }
      startWatching()
      ring()
    }
  }

  /// To be called after a commit through this store, so that it does not depend on the kernel's report.
  func ownCommit() {
    ring()
  }

  private func remove(_ number: Int) {
    state.withLock { state in
      state.subscribers[number] = nil
      state.uploadSubscribers[number] = nil
      guard state.subscribers.isEmpty, state.uploadSubscribers.isEmpty else { return }
      state.watch?.ring()
      state.watch = nil
    }
  }

  /// Has the thread look at once.
  private func ring() {
    guard followsOthers else {
      look()
      return lookAtUploads()
    }
    state.withLock { $0.watch }?.ring()
  }

  private func startWatching() {
    guard followsOthers else { return }
    let watch: FolderWatch? = state.withLock { state in
      guard state.watch == nil else { return nil }
      state.watch = FolderWatch(directory: directory, prefix: "catalogue.sqlite")
      return state.watch
    }
    guard let watch else { return }
    Thread.detachNewThread { [weak self] in
      var looks = Looks()
      // What was written to the log just before the watch began may become visible only later, without a report.
      looks.take(FolderWatch.Signs(isWritten: true))
      repeat { looks.take(watch.wait(until: looks.due)) } while self?.serve(watch, &looks) == true
    }
  }

  /// On the thread: looks if it is time to. False when there is nothing to watch any more.
  private func serve(_ watch: FolderWatch, _ looks: inout Looks) -> Bool {
    guard state.withLock({ $0.watch === watch }) else { return false }
    if looks.isDue() {
      look()
      lookAtUploads()
    }
    return true
  }

  /// "From now on" means from before the stream is handed out, so this read is not put off.
  private func baseline(_ number: Int) {
    let revision = (try? reader.read { try CatalogueRevision.fetch($0) }) ?? CatalogueRevision()
    state.withLock { $0.subscribers[number]?.seen = revision }
  }

  /// On the thread: compares the counters with those that each subscriber has seen, and tells it the difference.
  private func look() {
    let waiting = state.withLock { $0.subscribers.compactMapValues(\.seen) }
    guard !waiting.isEmpty else { return }
    let found = try? reader.read { db in
      let revision = try CatalogueRevision.fetch(db)
      let userData = try waiting.filter { $0.value.user != revision.user }
        .mapValues { try UserDataSQL.changes(since: $0.user, in: db) }
      return (revision, userData)
    }
    guard let (revision, userData) = found else { return }
    for (number, seen) in waiting where seen != revision {
      let continuation = state.withLock { state in
        state.subscribers[number]?.seen = revision
        return state.subscribers[number]?.continuation
      }
      if let changes = userData[number], !changes.isEmpty { continuation?.yield(.userData(changes)) }
      if revision.cars != seen.cars { continuation?.yield(.cars) }
    }
  }

  /// On the thread: tells the counters of attachments and uploads to whoever has not seen them.
  private func lookAtUploads() {
    guard state.withLock({ !$0.uploadSubscribers.isEmpty }),
      let revision = try? reader.read({ try UploadTablesRevision.fetch($0) })
    else { return }
    let late = state.withLock { state in
      var late: [AsyncStream<UploadTablesRevision>.Continuation] = []
      for (number, subscriber) in state.uploadSubscribers where subscriber.seen != revision {
        state.uploadSubscribers[number]?.seen = revision
        late.append(subscriber.continuation)
      }
      return late
    }
    for continuation in late { continuation.yield(revision) }
  }
}
