import Glibc

/// A folder that the kernel reports on (inotify), and a bell: what one thread waits for, on both at once.
final class FolderWatch: Sendable {
  /// What ended a wait.
  struct Signs {
    /// A file was written whose name begins as asked for.
    var isWritten = false
    /// Somebody rang.
    var isRung = false
  }

  private let prefix: Needle
  /// -1 where the kernel has no watch to give: then there is only the bell.
  private let notifications: Int32
  /// A pipe; a byte in it rings.
  private let bell: (read: Int32, write: Int32)

  /// Begins to watch. Nil when the process has no descriptors left.
  /// - Parameter prefix: what the names of the files of interest begin with.
  init?(directory: String, prefix: String) {
    self.prefix = Needle(prefix)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    bell = (ends[0], ends[1])
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    let mask = UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_EXCL_UNLINK)
    if descriptor >= 0, inotify_add_watch(descriptor, directory, mask) < 0 {
      close(descriptor)
      notifications = -1
    } else {
      notifications = descriptor
    }
  }

  deinit {
    if notifications >= 0 { close(notifications) }
    close(bell.read)
    close(bell.write)
  }

  /// Ends the wait that runs, or the next. From any thread.
  func ring() {
    // A full pipe has rung enough.
    _ = write(bell.write, [1], 1)
  }

  /// Blocks until something happens, or until `deadline`.
  func wait(until deadline: ContinuousClock.Instant?) -> Signs {
    // A descriptor of -1 is passed over.
    var sources = (
      pollfd(fd: notifications, events: Int16(POLLIN), revents: 0),
      pollfd(fd: bell.read, events: Int16(POLLIN), revents: 0)
    )
    let timeout = deadline.map { max(0, ($0 - .now) / .milliseconds(1)).rounded(.up) }
    let ready = withUnsafeMutableBytes(of: &sources) { bytes in
      poll(bytes.bindMemory(to: pollfd.self).baseAddress, 2, timeout.map { Int32($0) } ?? -1)
    }
    guard ready > 0 else { return Signs() }
    var signs = Signs()
    // The names are all that is of interest, and the database's begin alike.
    if sources.0.revents != 0 {
      drain(notifications) { signs.isWritten = signs.isWritten || prefix.occurrence(in: $0) != .none }
    }
    if sources.1.revents != 0 { drain(bell.read) { _ in signs.isRung = true } }
    return signs
  }

  /// Reads all that is there.
  private func drain(_ descriptor: Int32, _ take: (ArraySlice<UInt8>) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 { take(buffer[..<count]) }
  }
}
