import Foundation
import Glibc

/// A program in a terminal of its own, driven as a person does: keys go in, the screen is looked at. Nothing waits for
/// time to pass; everything waits for the screen.
final class PseudoTerminal {
  private(set) var screen: TerminalModel
  /// All that the program has written.
  private(set) var bytes: [UInt8] = []
  private(set) var ending: Ending?
  /// The program's process.
  private(set) var pid: pid_t = 0
  /// The terminal's modes before the program started.
  let modesFound: TerminalFlags

  /// What has to be there as long as the program: its folders.
  var surroundings: AnyObject?

  private var master: Int32
  private var leader: JobLeader?
  private var isStopped = false
  private var isHungUp = false

  init(
    _ arguments: [String], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
    directory: String = "/"
  ) throws {
    screen = TerminalModel(columns: columns, rows: rows)
    master = try SystemFailure.check("open /dev/ptmx", open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK))
    var (locked, number): (Int32, UInt32) = (0, 0)
    guard ioctl(master, Self.setLock, &locked) == 0, ioctl(master, Self.getNumber, &number) == 0 else {
      let failure = SystemFailure("unlocking the pseudo-terminal")
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

  /// Nothing of the person's own who runs the tests.
  static let environment = [
    "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent",
    "TZ": "UTC",
  ]

  // TIOCSPTLCK and TIOCGPTN, whose macros Swift cannot read: what unlockpt and ptsname do.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  // MARK: Doing

  /// Types bytes, and takes output in meanwhile: a program that is given much may have to write before it reads on.
  func type(_ text: some Sequence<UInt8>) throws {
    let deadline = Deadline.usual
    var rest = Array(text)[...]
    while !rest.isEmpty, !isHungUp {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, min($0.count, 4096)) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        guard deadline.wait(for: master, POLLIN | POLLOUT) else { throw Expired(what: "the program to read", self) }
      } else if errno != EINTR {
        throw SystemFailure("write")
      }
      readOutput()
    }
  }

  func type(_ text: String) throws { try type(Array(text.utf8)) }

  func press(_ keys: TerminalKey...) throws {
    for key in keys { try type(key.bytes) }
  }

  /// Changes the window's size; the kernel tells the program.
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

  /// The terminal's modes now.
  var modes: TerminalFlags { TerminalFlags(of: master) }

  /// Shows output of someone else's on the screen.
  func disturb(_ output: String) {
    readOutput()
    screen.feed(output.utf8)
  }

  /// Whether the program ever wrote this.
  func wrote(_ text: String) -> Bool { bytes.contains(Array(text.utf8)) }

  // MARK: Waiting

  /// Takes output in until the screen is as expected. Half a synchronized update is not looked at: no terminal shows it.
  /// - Throws: `Expired`, with the screen, when it does not become so, or when the program ends before.
  func wait(for what: String, _ condition: (TerminalModel) -> Bool) throws {
    let deadline = Deadline.usual
    readOutput()
    while screen.isUpdating || !condition(screen) {
      guard ending == nil, wait(deadline) else { throw Expired(what: what, self) }
    }
  }

  func wait(for words: String) throws {
    try wait(for: "\"\(words)\" on the screen") { $0.contains(words) }
  }

  /// Takes output in until the program has ended, and what it wrote last.
  @discardableResult
  func waitForEnd() throws -> Ending {
    try waitForReport("the end of the program") { ending != nil }
    guard let ending else { throw Expired(what: "the end of the program", self) }
    return ending
  }

  func waitUntilStopped() throws {
    try waitForReport("the program to stop") { isStopped }
  }

  private func waitForReport(_ what: String, _ condition: () -> Bool) throws {
    let deadline = Deadline.usual
    while !condition() {
      guard wait(deadline) else { throw Expired(what: what, self) }
    }
    readOutput()
  }

  /// Waits for output or a report. False when the time is over.
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

  /// Makes the program draw its screen until the terminal takes no more of it, as behind a connection that stands still.
  func stall() {
    // Waking itself takes a program a few bytes, too.
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

  /// The bytes that the program has written so far, wherever to.
  private var writtenBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/\(pid)/io", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("wchar: ") }
    return line.flatMap { Int($0.dropFirst(7)) } ?? 0
  }

  /// Waits for the end of the program and takes none of its output in. Returns how long that took.
  func waitForEndUnread() throws -> Duration {
    let deadline = Deadline.usual
    let start = ContinuousClock.now
    var source = pollfd(fd: leader?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    while ending == nil {
      guard poll(&source, 1, deadline.milliseconds) > 0 else { throw Expired(what: "the end of the program", self) }
      takeReport()
    }
    return ContinuousClock.now - start
  }

  /// Takes in what comes within so many milliseconds. False if nothing does.
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

/// What was waited for did not come: says what, and shows the screen.
struct Expired: Error, CustomStringConvertible {
  let description: String

  init(what: String, _ terminal: PseudoTerminal) {
    let end = terminal.ending.map { "The program ended: \($0)." } ?? "The program runs on."
    description = "waited in vain for \(what). \(end) The screen:\n\(terminal.screen.text)"
  }
}
