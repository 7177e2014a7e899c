import CReactorTerminal
import Glibc
import ReactorTerminalCore

/// The tour as a separate program on the same terminal, so that it shares nothing with the running program.
@MainActor
package enum TourProgram {
  /// Plays the tour, and returns when it has ended or the user has quit it. The caller must have left the terminal.
  ///
  /// - Parameters:
  ///   - window: The window of the running program.
  ///   - environment: The environment variables of the process.
  /// - Returns: Whether the tour could be played.
  package static func run(in window: Window, environment: [String: String]) -> Bool {
    let arguments = arguments(in: window).map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    // Starts the running program itself, even if its file has been replaced or removed, in the same process group,
    // because that group has the terminal.
    let started = ProgramStart.start("/proc/self/exe", arguments, environment: environment, keepsTerminal: true)
    guard let process = try? started.get() else { return false }
    return end(of: process) == 0
  }

  /// Returns the command line that plays the tour with the theme and the characters of a window.
  static func arguments(in window: Window) -> [String] {
    [
      "showroom", "demo", "--quit-at-end", "--theme", window.themeSetting, window.isASCII ? "--ascii" : "--no-ascii",
    ]
  }

  /// Waits until a process ends, and returns its status. When the process is stopped, this process stops, too, because
  /// the shell observes only this one.
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
