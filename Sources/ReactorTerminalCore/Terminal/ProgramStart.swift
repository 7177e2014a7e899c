import CReactorTerminal
import Glibc

/// Functions that start another program, with default signal actions and without the open files of this process.
package enum ProgramStart {
  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: The path of the program, or its name without a slash, which is searched for in `PATH`.
  ///   - arguments: The arguments, starting with the name.
  ///   - keepsTerminal: Whether the program stays in this process's session and thus has its terminal. In a separate
  ///     session, the program can open no terminal, and no key reaches it.
  ///   - defaults: The signals to reset to their default action, although this process ignores them.
  ///   - redirect: A closure that redirects the standard streams.
  /// - Returns: The ID of the process, or the error number.
  package static func start(
    _ program: String, _ arguments: [UnsafeMutablePointer<CChar>?], environment: [String: String], keepsTerminal: Bool,
    defaults: [Int32] = [SIGPIPE], redirect: (inout posix_spawn_file_actions_t) -> Void = { _ in }
  ) -> Result<pid_t, ErrorNumber> {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    redirect(&files)
    // Descriptors are closed in the new process, because marking them here would miss those that other threads open.
    ct_spawn_close_from(&files, STDERR_FILENO + 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in defaults { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let session = keepsTerminal ? 0 : CT_SPAWN_SETSID
    posix_spawnattr_setflags(&attributes, Int16(session | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let variables = environment.map { strdup("\($0.key)=\($0.value)") }
    defer { for variable in variables { free(variable) } }
    var process = pid_t()
    let code = posix_spawnp(&process, program, &files, &attributes, arguments + [nil], variables + [nil])
    return code == 0 ? .success(process) : .failure(ErrorNumber(code: code))
  }

  /// Runs a program that uses the terminal, which this process must have left, and blocks this thread until it ends.
  ///
  /// Ctrl-C and Ctrl-\ are meant for the program. If it stops, as editors do after Ctrl-Z, this process stops, too,
  /// because a shell waits until the whole job is stopped; both continue together.
  ///
  /// - Returns: The exit status; or, as in a shell, 128 plus the signal that ended the program; or the error number.
  package static func run(
    _ program: String, _ arguments: [UnsafeMutablePointer<CChar>?], environment: [String: String]
  ) -> Result<Int32, ErrorNumber> {
    let ignored = [SIGINT, SIGQUIT].map { number in
      var (ignore, before) = (sigaction(), sigaction())
      ignore.__sigaction_handler.sa_handler = SIG_IGN
      sigaction(number, &ignore, &before)
      return (number: number, before: before)
    }
    defer {
      for (number, var before) in ignored { sigaction(number, &before, nil) }
    }
    return start(
      program, arguments, environment: environment, keepsTerminal: true, defaults: [SIGPIPE] + ignored.map(\.number)
    ).map { process in
      var status: Int32 = 0
      while waitpid(process, &status, WUNTRACED) < 0 ? errno == EINTR : isStopped(status) {
        guard isStopped(status) else { continue }
        status = 0
        raise(SIGSTOP)
        kill(process, SIGCONT)
      }
      return exitStatus(status)
    }
  }

  /// Returns whether a `waitpid` status means that the process is stopped.
  private static func isStopped(_ status: Int32) -> Bool { status & 0xFF == 0x7F }

  private static func exitStatus(_ status: Int32) -> Int32 {
    status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  /// The number of a system error.
  package struct ErrorNumber: Error {
    package let code: Int32
  }

  /// Waits until a process ends. The wait uses a separate thread, because the process may run as long as its window is
  /// open.
  ///
  /// - Returns: The exit status or, as in a shell, 128 plus the signal that ended the process.
  package static func end(of process: pid_t) async -> Int32 {
    await withCheckedContinuation { continuation in
      let waiting = Waiting(process: process, continuation: continuation)
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        { context in
          if let context { Unmanaged<Waiting>.fromOpaque(context).takeRetainedValue().wait() }
          return nil
        }, Unmanaged.passRetained(waiting).toOpaque())
      if code == 0 { pthread_detach(thread) } else { continuation.resume(returning: 0) }
    }
  }

  private final class Waiting: Sendable {
    let process: pid_t
    let continuation: CheckedContinuation<Int32, Never>

    init(process: pid_t, continuation: CheckedContinuation<Int32, Never>) {
      self.process = process
      self.continuation = continuation
    }

    func wait() {
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      continuation.resume(returning: exitStatus(status))
    }
  }
}
