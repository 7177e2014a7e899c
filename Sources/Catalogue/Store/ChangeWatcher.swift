import Dispatch
import Foundation
import GRDB
import Synchronization

/// Notices commits, our own and those of other programs, and says what they changed. Nothing runs while nothing changes:
/// the kernel reports writes to the database's files (inotify), and there is no timer.
///
/// A report from the kernel only means "look": what changed is read from the revision counters in the database. They say
/// more than `PRAGMA data_version`, which cannot tell a star from a new catalogue, and reading them does not wait for the
/// connection that writes, as asking for the data version does.
final class ChangeWatcher: Sendable {
  private struct Subscriber {
    var continuation: AsyncStream<CatalogueChange>.Continuation
    /// What was last reported; `nil` until the queue has looked for the first time.
    var seen: CatalogueRevision?
  }

  private struct State {
    var subscribers: [Int: Subscriber] = [:]
    var nextSubscriber = 0
    var source: (any DispatchSourceRead)?
    /// Looks that are still to be taken after the last report; see ``lookDelays``.
    var looksLeft: ArraySlice<Int> = []
    var isLookScheduled = false
  }

  /// Milliseconds between looks after a report. SQLite writes a commit to the log first, which the kernel reports, and
  /// makes it visible a moment later in shared memory, which it does not: so a look that finds nothing is repeated a few
  /// times. The first delay also gathers a burst of writes into one look.
  private static let lookDelays = [10, 40, 150, 600]

  private let reader: any DatabaseReader
  private let directory: String
  private let queue = DispatchQueue(label: "catalogue.changes", qos: .utility)
  private let state = Mutex(State())

  init(reader: any DatabaseReader, directory: String) {
    self.reader = reader
    self.directory = directory
  }

  deinit {
    state.withLock { state in
      state.source?.cancel()
      for subscriber in state.subscribers.values { subscriber.continuation.finish() }
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
      queue.async { [weak self] in self?.look() }
    }
  }

  /// To be called after a commit through this store, so that it does not depend on the kernel's report.
  func ownCommit() {
    queue.async { [weak self] in self?.look() }
  }

  private func remove(_ number: Int) {
    state.withLock { state in
      state.subscribers[number] = nil
      guard state.subscribers.isEmpty else { return }
      state.source?.cancel()
      state.source = nil
      state.looksLeft = []
    }
  }

  private func startWatching() {
    state.withLock { state in
      guard state.source == nil else { return }
      state.source = makeSource()
      state.source?.activate()
    }
  }

  /// "From now on" means from before the stream is handed out, so this read is not put off.
  private func baseline(_ number: Int) {
    let revision = (try? reader.read { try CatalogueRevision.fetch($0) }) ?? CatalogueRevision()
    state.withLock { $0.subscribers[number]?.seen = revision }
  }

  private func makeSource() -> (any DispatchSourceRead)? {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    guard inotify_add_watch(descriptor, directory, UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_EXCL_UNLINK)) >= 0
    else {
      close(descriptor)
      return nil
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { [weak self] in
      if Self.drain(descriptor) { self?.scheduleLooks() }
    }
    source.setCancelHandler { close(descriptor) }
    return source
  }

  /// Reads all that the kernel has to say; true when any of it is about the database.
  private static func drain(_ descriptor: Int32) -> Bool {
    var isAboutDatabase = false
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return isAboutDatabase }
      // The names are all that is of interest, and the database's begin alike.
      isAboutDatabase = isAboutDatabase || Needle("catalogue.sqlite").occurrence(in: buffer[..<count]) != .none
    }
  }

  private func scheduleLooks() {
    state.withLock { $0.looksLeft = Self.lookDelays[...] }
    scheduleNextLook()
  }

  private func scheduleNextLook() {
    let delay: Int? = state.withLock { state in
      guard !state.isLookScheduled, let delay = state.looksLeft.popFirst() else { return nil }
      state.isLookScheduled = true
      return delay
    }
    guard let delay else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak self] in
      guard let self else { return }
      state.withLock { $0.isLookScheduled = false }
      look()
      scheduleNextLook()
    }
  }

  /// On the queue: compares the counters with those that each subscriber has seen, and tells it the difference.
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
}
