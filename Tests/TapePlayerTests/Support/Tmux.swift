import Glibc
import ShowroomTestSupport

/// A real terminal: a pane of a separate tmux server, in which one command runs.
final class Tmux {
  static let isInstalled = ShellCommand.has("tmux")
  static let hasAsciinema = isInstalled && ShellCommand.has("asciinema")
  /// The path of the session program, beside the test bundle.
  static let session: String = {
    let own = CommandLine.arguments.first ?? ""
    let folder = own.lastIndex(of: "/").map { String(own[..<$0]) } ?? "."
    return "\(folder)/tape-session"
  }()

  private static let timeout: Duration = .seconds(120)
  private let folder: TemporaryFolder

  /// Runs `command`, and keeps the screen after its end.
  /// - Parameter owner: The process with which the server ends.
  init(_ command: String, width: Int, height: Int, owner: pid_t = getpid()) throws {
    folder = try TemporaryFolder()
    run("-f /dev/null new-session -d -x \(width) -y \(height) 'LC_ALL=C.UTF-8 \(command); exec cat'")
    run("run-shell -b 'tail --pid=\(owner) -f /dev/null; tmux -S \(folder.path)/socket kill-server'")
  }

  deinit { run("kill-server") }

  /// Presses keys by their tmux names.
  func send(_ keys: String) { run("send-keys \(keys)") }

  /// Sends a mouse report, given without its introducer.
  func send(mouse report: String) {
    let bytes = Array("\u{1B}[\(report)".utf8).map { String($0, radix: 16) }
    run("send-keys -H \(bytes.joined(separator: " "))")
  }

  /// Whether the server is running.
  var isRunning: Bool { run("has-session") != nil }

  /// The screen with colors and attributes.
  var cells: String { run("capture-pane -p -e") ?? "" }

  /// The text of the screen.
  var text: String { run("capture-pane -p") ?? "" }

  /// Waits until the screen shows `text`, and returns whether it did in time.
  func shows(_ text: String) -> Bool { waits { self.text.contains(text) } }

  /// Waits until `condition` holds, and returns whether it did in time.
  func waits(until condition: () -> Bool) -> Bool {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < Self.timeout {
      if condition() { return true }
    }
    return false
  }

  @discardableResult
  private func run(_ arguments: String) -> String? {
    ShellCommand.output(of: "tmux -S \(folder.path)/socket -u \(arguments) 2>/dev/null")
  }
}
