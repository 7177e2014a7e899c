import Glibc

/// Folders watched by the kernel (inotify), and a pipe for notifications. One thread waits for both at the same time.
final class FolderWatch: Sendable {
  /// The events that ended a wait.
  struct Events {
    /// Whether a file of interest was written.
    var isWritten = false
    /// Whether the process was notified.
    var wasNotified = false
  }

  private let names: [Needle]
  /// The watch, or -1 if the kernel does not grant one, because a user may have only 128 of them. In that case, a wait
  /// ends after ``interval``.
  private let watch: Int32
  private let interval: Duration
  /// A pipe. Each byte in it is a notification.
  private let notifications: (read: Int32, write: Int32)

  /// Begins to watch a folder. Returns `nil` if the process has no descriptors left.
  ///
  /// - Parameters:
  ///   - prefix: The prefix of the names of the files of interest.
  ///   - interval: The time after which a wait ends with a notification if the folder cannot be watched.
  convenience init?(directory: String, prefix: String, interval: Duration = .seconds(1)) {
    self.init([directory], names: [prefix], events: UInt32(IN_MODIFY) | UInt32(IN_CREATE), interval: interval)
  }

  /// Begins to watch for completed files, which have been closed after writing or moved into a folder. Returns `nil` if
  /// the process has no descriptors left. Folders that cannot be watched are left out.
  ///
  /// - Parameter names: The names of the files of interest.
  convenience init?(completed names: Set<String>, in directories: Set<String>) {
    self.init(
      Array(directories), names: Array(names), events: UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO),
      interval: .seconds(1))
  }

  private init?(_ directories: [String], names: [String], events: UInt32, interval: Duration) {
    self.names = names.map { Needle($0) }
    self.interval = interval
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    notifications = (ends[0], ends[1])
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    let mask = events | UInt32(IN_EXCL_UNLINK)
    if descriptor >= 0, !directories.map({ inotify_add_watch(descriptor, $0, mask) }).contains(where: { $0 >= 0 }) {
      close(descriptor)
      watch = -1
    } else {
      watch = descriptor
    }
  }

  /// Whether the kernel has granted the watch.
  var isGranted: Bool { watch >= 0 }

  deinit {
    if watch >= 0 { close(watch) }
    close(notifications.read)
    close(notifications.write)
  }

  /// Ends the current or next wait. Can be called from any thread.
  func notify() {
    // A write to a full pipe fails, but then the pipe already contains a notification.
    _ = write(notifications.write, [1], 1)
  }

  /// Blocks until an event occurs or `deadline` is reached.
  func wait(until deadline: ContinuousClock.Instant?) -> Events {
    // poll() ignores descriptors with the value -1.
    var sources = (
      pollfd(fd: watch, events: Int16(POLLIN), revents: 0),
      pollfd(fd: notifications.read, events: Int16(POLLIN), revents: 0)
    )
    let isWatched = watch >= 0
    let end = isWatched ? nil : ContinuousClock.now + interval
    let deadline = [deadline, end].compactMap(\.self).min()
    let timeout = deadline.map { max(0, ($0 - .now) / .milliseconds(1)).rounded(.up) }
    let ready = withUnsafeMutableBytes(of: &sources) { bytes in
      poll(bytes.bindMemory(to: pollfd.self).baseAddress, 2, timeout.map { Int32($0) } ?? -1)
    }
    guard ready > 0 else { return Events(wasNotified: !isWatched) }
    var events = Events()
    // The kind of event does not matter, only the file name.
    if sources.0.revents != 0 {
      drain(watch) { found in
        events.isWritten = events.isWritten || names.contains { $0.occurrence(in: found) != .none }
      }
    }
    if sources.1.revents != 0 { drain(notifications.read) { _ in events.wasNotified = true } }
    return events
  }

  /// Reads all available data.
  private func drain(_ descriptor: Int32, _ take: (ArraySlice<UInt8>) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 { take(buffer[..<count]) }
  }
}
