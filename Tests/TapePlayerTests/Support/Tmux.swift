import Glibc

@testable import TapePlayer

/// A real terminal: a pane of a tmux server of its own, in which one command runs.
final class Tmux {
  static let isInstalled = Shell.has("tmux")
  static let hasAsciinema = isInstalled && Shell.has("asciinema")
  /// Beside the test bundle.
  static let session: String = {
    let own = CommandLine.arguments.first ?? ""
    let folder = own.lastIndex(of: "/").map { String(own[..<$0]) } ?? "."
    return "\(folder)/tape-session"
  }()

  private static let patience: Duration = .seconds(20)
  private let folder = TemporaryFolder()

  /// Runs `command`; what it leaves on the screen stays.
  /// - Parameter owner: the process that the server must not outlive, however that ends.
  init(_ command: String, width: Int, height: Int, owner: pid_t = getpid()) {
    run("-f /dev/null new-session -d -x \(width) -y \(height) 'LC_ALL=C.UTF-8 \(command); exec cat'")
    run("run-shell -b 'tail --pid=\(owner) -f /dev/null; tmux -S \(folder.path)/socket kill-server'")
  }

  deinit { run("kill-server") }

  /// Types keys by their names, as tmux has them.
  func send(_ keys: String) { run("send-keys \(keys)") }

  /// Sends a report of the mouse, without what begins it.
  func send(mouse report: String) {
    let bytes = Array("\u{1B}[\(report)".utf8).map { String($0, radix: 16) }
    run("send-keys -H \(bytes.joined(separator: " "))")
  }

  /// Whether its server lives.
  var isRunning: Bool { run("has-session") != nil }

  /// The cells with their colours and attributes.
  var cells: String { run("capture-pane -p -e") ?? "" }

  /// The rows as a person reads them.
  var text: String { run("capture-pane -p") ?? "" }

  /// Looks until the screen shows `text`; answers whether it did in time.
  func shows(_ text: String) -> Bool { waits { self.text.contains(text) } }

  /// Looks until `condition` holds; answers whether it did in time.
  func waits(until condition: () -> Bool) -> Bool {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < Self.patience {
      if condition() { return true }
    }
    return false
  }

  @discardableResult
  private func run(_ arguments: String) -> String? {
    Shell.output(of: "tmux -S \(folder.path)/socket -u \(arguments) 2>/dev/null")
  }
}
