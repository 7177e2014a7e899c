import Foundation
import Synchronization

/// A child process of a test. It inherits no descriptors except its output, and waiting for it blocks no thread of the
/// cooperative pool.
package final class ChildProgram: Sendable {
  /// The destination of standard output and standard error.
  package enum Output: Sendable {
    /// Discards the output.
    case dropped
    /// Writes the output to a file, which is created or truncated.
    case file(String)
    /// Keeps standard output for ``Ending/output``. Standard error is inherited.
    case kept
  }

  /// The way in which the process ended.
  package struct Ending: Sendable, Hashable {
    /// The exit status, or `nil` if a signal ended the process.
    package let status: Int32?
    /// The signal that ended the process, or `nil` if it exited.
    package let signal: Int32?
    /// The standard output, if it was kept.
    package let output: [UInt8]
  }

  /// A failure to start the process, with the system's error number.
  package struct StartFailure: Error { package let path: String, code: Int32 }

  fileprivate struct State {
    var ending: Ending?
    var waiters: [CheckedContinuation<Ending, Never>] = []
  }

  fileprivate final class SharedState: Sendable {
    let mutex = Mutex(State())
  }

  /// The process ID.
  package let pid: pid_t
  private let state: SharedState
  private let isOver = DispatchSemaphore(value: 0)

  /// Starts a program, which is killed when this object is released.
  ///
  /// - Parameter environment: The variables to add to the environment of this process.
  package init(
    _ path: String, _ arguments: [String], environment: [String: String] = [:], output: Output = .dropped
  ) throws {
    let state = SharedState()
    self.state = state
    let kept = if case .kept = output { try Self.namelessFile() } else { Int32(-1) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    switch output {
    case .dropped:
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    case .file(let path):
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    case .kept:
      posix_spawn_file_actions_adddup2(&actions, kept, STDOUT_FILENO)
    }
    // Sockets of servers in this process are not closed on exec. A child that inherits one would keep its port open.
    _ = addCloseFrom(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Pool threads block signals, and a child would inherit the mask.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var argv = ([path] + arguments).map { strdup($0) } + [nil]
    var envp = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, path, &actions, &attributes, &argv, &envp)
    guard code == 0 else {
      if kept >= 0 { close(kept) }
      throw StartFailure(path: path, code: code)
    }
    self.pid = pid
    // A separate thread waits, because the pool has only as many threads as there are processors, and the tests need
    // them.
    let wait = Wait(pid: pid, kept: kept, state: state, isOver: isOver)
    Thread.detachNewThread { wait.run() }
  }

  private static func namelessFile() throws -> Int32 {
    let path = NSTemporaryDirectory() + "child-\(UUID().uuidString)"
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StartFailure(path: path, code: errno) }
    unlink(path)
    return descriptor
  }

  deinit { kill() }

  /// Whether the process is running.
  package var isRunning: Bool { state.mutex.withLock { $0.ending == nil } }

  /// Waits for the end of the process.
  package func ended() async -> Ending {
    await withCheckedContinuation { continuation in
      let ending = state.mutex.withLock { state in
        if state.ending == nil { state.waiters.append(continuation) }
        return state.ending
      }
      if let ending { continuation.resume(returning: ending) }
    }
  }

  /// Blocks until the process has ended. Use this for short programs where awaiting is not possible.
  package func waitUntilEnded() -> Ending? {
    isOver.wait()
    isOver.signal()
    return state.mutex.withLock { $0.ending }
  }

  /// Ends the process, and returns when it has ended.
  package func kill() {
    let isRunning = state.mutex.withLock { state in
      // The process ID is not reused before the process is reaped, which happens under this lock.
      if state.ending == nil { _ = Glibc.kill(pid, SIGKILL) }
      return state.ending == nil
    }
    if isRunning { _ = waitUntilEnded() }
  }
}

/// A function of glibc 2.34 and later that is missing from Swift's module map.
@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
private func addCloseFrom(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: Int32) -> Int32

/// Waits for the end of a process and resumes the waiters.
private struct Wait: Sendable {
  let pid: pid_t
  let kept: Int32
  let state: ChildProgram.SharedState
  let isOver: DispatchSemaphore

  func run() {
    var info = siginfo_t()
    while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    let output = kept >= 0 ? content() : []
    let (waiters, ending) = state.mutex.withLock { state in
      var status: Int32 = 0
      waitpid(pid, &status, 0)
      let signal = status & 0x7f
      let ending = ChildProgram.Ending(
        status: signal == 0 ? (status >> 8) & 0xff : nil, signal: signal == 0 ? nil : signal, output: output)
      state.ending = ending
      defer { state.waiters = [] }
      return (state.waiters, ending)
    }
    isOver.signal()
    for waiter in waiters { waiter.resume(returning: ending) }
  }

  /// Returns the output of the process.
  private func content() -> [UInt8] {
    defer { close(kept) }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = pread(kept, &buffer, buffer.count, off_t(output.count)), count > 0 {
      output += buffer[..<count]
    }
    return output
  }
}
