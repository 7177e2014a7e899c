import CTerminal
import Glibc

/// The tour as a program of its own on the same terminal, so that it shares nothing with the running one.
enum TourProgram {
  /// Plays the tour, and returns when it has ended or the user has quit it. The terminal must have been left.
  ///
  /// - Parameters:
  ///   - theme: The name of the theme.
  ///   - isASCII: Whether only ASCII characters are drawn.
  ///   - environment: The environment variables of the process.
  /// - Returns: Whether the tour could be played.
  static func run(theme: String, isASCII: Bool, environment: [String: String]) -> Bool {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The same process group, because it has the terminal.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    // Closes the descriptors in the new process, because marking them here would miss those that other threads open.
    ct_spawn_close_from(&files, STDERR_FILENO + 1)
    let words = ["showroom", "demo", "--quit-at-end", "--theme", theme, isASCII ? "--ascii" : "--no-ascii"]
    let arguments = words.map { strdup($0) }
    let variables = environment.map { strdup("\($0.key)=\($0.value)") }
    defer { for text in arguments + variables { free(text) } }
    var process = pid_t()
    // The running program, even if its file has been replaced or removed.
    guard posix_spawn(&process, "/proc/self/exe", &files, &attributes, arguments + [nil], variables + [nil]) == 0 else {
      return false
    }
    return end(of: process) == 0
  }

  /// Waits for the end of a process and returns its status. When it is stopped, this process stops as well, because the
  /// shell observes only this one.
  private static func end(of process: pid_t) -> Int32 {
    var status: Int32 = 0
    while true {
      if waitpid(process, &status, WUNTRACED) < 0 {
        if errno == EINTR { continue }
        return -1
      }
      guard status & 0xFF == 0x7F else { return status }
      ct_signals_stop(0)
      kill(process, SIGCONT)
    }
  }
}
