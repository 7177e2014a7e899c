import Foundation
import Glibc

/// A program in a pseudo-terminal. Tests type keys and wait for the screen, never for a period of time.
final class PseudoTerminal {
  private(set) var screen: TerminalModel
  /// All output of the program.
  private(set) var bytes: [UInt8] = []
  private(set) var ending: Ending?
  /// The process ID of the program.
  private(set) var pid: pid_t = 0
  /// The modes of the terminal before the program started.
  let modesFound: TerminalFlags

  /// The objects that must live as long as the program, such as its folders.
  var surroundings: AnyObject?

  private var master: Int32
  private var leader: JobLeader?
  private var isStopped = false
  private var isHungUp = false

  init(
    _ arguments: [String], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
    directory: String = "/", background: String? = TerminalModel.answer(toBackground: "rgb:0000/0000/0000")
  ) throws {
    screen = TerminalModel(columns: columns, rows: rows)
    screen.background = background
    master = try SystemCallError.check("open /dev/ptmx", open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK))
    var (locked, number): (Int32, UInt32) = (0, 0)
    guard ioctl(master, Self.setLock, &locked) == 0, ioctl(master, Self.getNumber, &number) == 0 else {
      let failure = SystemCallError("unlocking the pseudo-terminal")
      Glibc.close(master)
      throw failure
    }
    modesFound = TerminalFlags(of: master)
    setSize()
    leader = try JobLeader(
      terminal: "/dev/pts/\(number)",
      arguments: arguments, environment: Self.environment.merging(environment) { $1 }, directory: directory)
    try waitForReport("the start of \(arguments[0])") { pid != 0 }
  }

  deinit {
    if pid != 0, ending == nil { kill(-pid, SIGKILL) }
    hangUp()
  }

  /// The environment of the program, without any settings of the user who runs the tests.
  static let environment = [
    "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent",
    "TZ": "UTC",
  ]

  // TIOCSPTLCK and TIOCGPTN, as unlockpt and ptsname use them; Swift does not import the macros.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  // MARK: Input

  /// Types bytes, and reads output meanwhile, because the program may have to write before it can read more.
  func type(_ text: some Sequence<UInt8>) throws {
    let deadline = Deadline.usual
    var rest = Array(text)[...]
    while !rest.isEmpty, !isHungUp {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, min($0.count, 4096)) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        guard deadline.wait(for: master, POLLIN | POLLOUT) else {
          throw TimeoutError(what: "the program to read", self)
        }
      } else if errno != EINTR {
        throw SystemCallError("write")
      }
      readOutput()
    }
  }

  func type(_ text: String) throws { try type(Array(text.utf8)) }

  func press(_ keys: TerminalKey...) throws {
    for key in keys { try type(key.bytes) }
  }

  /// Changes the size of the window. The kernel sends SIGWINCH to the program.
  func resize(columns: Int, rows: Int) {
    readOutput()
    screen.resize(columns: columns, rows: rows)
    setSize()
  }

  func signal(_ number: Int32) { kill(pid, number) }

  /// Continues a stopped program, as `fg` does.
  func continueInForeground() {
    isStopped = false
    leader?.continueJob()
  }

  /// Closes the terminal, as closing its window does.
  func hangUp() {
    guard !isHungUp else { return }
    readOutput()
    isHungUp = true
    Glibc.close(master)
  }

  /// The current modes of the terminal.
  var modes: TerminalFlags { TerminalFlags(of: master) }

  /// Shows output of another program on the screen.
  func disturb(_ output: String) {
    readOutput()
    screen.feed(output.utf8)
  }

  /// Returns whether the program ever wrote a text.
  func wrote(_ text: String) -> Bool { bytes.contains(Array(text.utf8)) }

  // MARK: Waiting

  /// Reads output until the screen meets a condition. Incomplete synchronized updates are ignored, as in a terminal.
  ///
  /// - Throws: ``TimeoutError`` with the screen on a timeout, or if the program ends first.
  func wait(for what: String, _ condition: (TerminalModel) -> Bool) throws {
    let deadline = Deadline.usual
    readOutput()
    while screen.isUpdating || !condition(screen) {
      guard ending == nil, wait(deadline) else { throw TimeoutError(what: what, self) }
    }
  }

  func wait(for words: String) throws {
    try wait(for: "\"\(words)\" on the screen") { $0.contains(words) }
  }

  /// Reads output until the program has ended.
  @discardableResult
  func waitForEnd() throws -> Ending {
    try waitForReport("the end of the program") { ending != nil }
    guard let ending else { throw TimeoutError(what: "the end of the program", self) }
    return ending
  }

  func waitUntilStopped() throws {
    try waitForReport("the program to stop") { isStopped }
  }

  private func waitForReport(_ what: String, _ condition: () -> Bool) throws {
    let deadline = Deadline.usual
    while !condition() {
      guard wait(deadline) else { throw TimeoutError(what: what, self) }
    }
    readOutput()
  }

  /// Waits for output or a report. Returns `false` on a timeout.
  private func wait(_ deadline: Deadline) -> Bool {
    var sources = [
      pollfd(fd: isHungUp ? -1 : master, events: Int16(POLLIN), revents: 0),
      pollfd(fd: leader?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&sources, 2, deadline.milliseconds) > 0 else { return !deadline.hasPassed }
    if sources[0].revents != 0 { readOutput() }
    if sources[1].revents != 0 { takeReport() }
    return true
  }

  /// Makes the program draw until the terminal accepts no more output, as with a stalled connection.
  func stall() {
    // The program also writes a few bytes to wake itself.
    let leastFrame = 500
    readOutput()
    var written = leastFrame
    var before = 0
    while written >= before + leastFrame {
      before = written
      _ = write(master, "\u{0C}", 1)
      let deadline = ContinuousClock.now + .milliseconds(500)
      while written < before + leastFrame, .now < deadline { written = writtenBytes }
    }
  }

  /// The number of bytes that the program has written to any descriptor.
  private var writtenBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/\(pid)/io", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("wchar: ") }
    return line.flatMap { Int($0.dropFirst(7)) } ?? 0
  }

  /// Waits for the end of the program without reading its output, and returns the duration.
  func waitForEndUnread() throws -> Duration {
    let deadline = Deadline.usual
    let start = ContinuousClock.now
    var source = pollfd(fd: leader?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    while ending == nil {
      guard poll(&source, 1, deadline.milliseconds) > 0 else {
        throw TimeoutError(what: "the end of the program", self)
      }
      takeReport()
    }
    return ContinuousClock.now - start
  }

  /// Reads output that arrives within a number of milliseconds. Returns `false` if there is none.
  func takeOutput(within milliseconds: Int32) -> Bool {
    var source = pollfd(fd: isHungUp ? -1 : master, events: Int16(POLLIN), revents: 0)
    guard poll(&source, 1, milliseconds) > 0 else { return false }
    readOutput()
    return true
  }

  private func takeReport() {
    switch leader?.nextReport() {
    case .started(let number): pid = number
    case .stopped: isStopped = true
    case .ended(let how): ending = how
    case .failed, nil: ending = ending ?? .exit(127)
    }
    readOutput()
  }

  private func readOutput() {
    guard !isHungUp else { return }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(master, &buffer, buffer.count), count > 0 {
      bytes.append(contentsOf: buffer[..<count])
      screen.feed(buffer[..<count])
      let answers = screen.answers
      screen.answers = []
      if !answers.isEmpty { _ = answers.withUnsafeBytes { write(master, $0.baseAddress, $0.count) } }
    }
  }

  private func setSize() {
    var size = winsize(
      ws_row: UInt16(screen.rows), ws_col: UInt16(screen.columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }
}

/// A timeout, described with the awaited event and the screen.
struct TimeoutError: Error, CustomStringConvertible {
  let description: String

  init(what: String, _ terminal: PseudoTerminal) {
    let end = terminal.ending.map { "The program ended: \($0)." } ?? "The program is still running."
    description = "Timed out waiting for \(what). \(end) The screen:\n\(terminal.screen.text)"
  }
}
