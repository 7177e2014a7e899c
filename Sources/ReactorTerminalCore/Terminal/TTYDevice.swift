import CReactorTerminal
import Glibc

/// A terminal device: its modes, its size and its output.
@MainActor
package final class TTYDevice: TerminalDevice {
  /// The descriptor of the terminal's input.
  let inputDescriptor: Int32?
  /// A function that receives each frame as it is written, to record a session. It does not receive mode changes, which
  /// belong to this terminal only.
  package var frameWritten: ((UnsafeRawBufferPointer) -> Void)?
  private let output: Int32
  /// A second open file description of the terminal, if the system allows one. It is non-blocking without affecting the
  /// programs that share the inherited one.
  private let ownOutput: Int32?
  private var pending = PendingOutput()
  private var modes: TerminalModes
  private var isEntered = false
  /// The terminal's modes from before the screen was entered, which are restored when it is left.
  private var modesFound: termios?
  /// The time until which the device waits for the terminal's answer before restoring the terminal, so that a program
  /// that ends immediately does not leave the answer to the shell.
  package var answerDeadline: ContinuousClock.Instant?

  /// The time to wait, while restoring, for a terminal that accepts no output. It applies twice, to pending output and
  /// to the restoring sequence, and the program must end within a second of a signal.
  private static let writeTimeout: Duration = .milliseconds(300)
  /// The maximum time to wait for an answer. A terminal that answers at all takes less.
  private static let answerTimeout: Duration = .milliseconds(100)
  /// The maximum size. ncurses stores numbers of rows and columns in 16 bits.
  private static let maximumSize = Size(width: 4_096, height: 1_024)

  /// Creates a device for the terminal on `input` and `output`.
  ///
  /// - Parameters:
  ///   - input: The descriptor to read from.
  ///   - output: The descriptor to write to.
  ///   - mouse: Whether to enable mouse input.
  /// - Throws: ``TerminalError/notATerminal`` if either is a file or a pipe.
  package convenience init(
    input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, mouse: Bool = true
  ) throws(TerminalError) {
    try self.init(input: input, output: output, modes: TerminalModes(mouse: mouse))
  }

  /// Creates a device for the terminal on `input` and `output` with certain modes.
  init(
    input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, modes: TerminalModes
  ) throws(TerminalError) {
    guard isatty(input) == 1, isatty(output) == 1 else { throw .notATerminal }
    inputDescriptor = input
    let own = ct_output_open(output)
    ownOutput = own >= 0 ? own : nil
    self.output = own >= 0 ? own : output
    self.modes = modes
  }

  isolated deinit {
    leave()
    if let ownOutput { close(ownOutput) }
  }

  /// The size reported by the kernel, at most 4,096×1,024, or 80×24 if it reports none.
  var size: Size {
    var window = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return Size(width: 80, height: 24)
    }
    return Size(
      width: min(Int(window.ws_col), Self.maximumSize.width), height: min(Int(window.ws_row), Self.maximumSize.height))
  }

  /// Enters raw mode and the alternate screen, and enables reports.
  ///
  /// The restoring sequence is stored before the first byte is written, so that every exit of the process restores the
  /// terminal. From then on, the program's printed output is collected, because it must not appear on the screen.
  ///
  /// - Throws: ``TerminalError`` if the modes cannot be set.
  func enter() throws(TerminalError) {
    guard !isEntered else { return }
    var found = termios()
    guard tcgetattr(output, &found) == 0 else { throw .system(call: "tcgetattr", errno: errno) }
    try enter(restoring: found)
  }

  /// Enters the screen again after another program has used the terminal. The modes that will be restored are still
  /// those from before, because a program that is killed leaves its own modes behind.
  func enterAgain() throws(TerminalError) {
    guard let modesFound else { return try enter() }
    guard !isEntered else { return }
    try enter(restoring: modesFound)
  }

  private func enter(restoring modesFound: termios) throws(TerminalError) {
    self.modesFound = modesFound
    var found = modesFound
    let leave = modes.leave
    // This output was printed before the screen, so it must not be collected.
    fflush(nil)
    guard ct_restore_arm(output, &found, leave, leave.count) == 0 else {
      throw .system(call: "arming", errno: errno)
    }
    isEntered = true
    var raw = found
    cfmakeraw(&raw)
    // Does not wait for earlier output, because a terminal that is not reading would block the program.
    guard tcsetattr(output, TCSANOW, &raw) == 0 else {
      let code = errno
      self.leave()
      throw .system(call: "tcsetattr", errno: code)
    }
    modes.enter.withUnsafeBytes(send)
  }

  /// Restores the terminal, and writes the collected standard output and standard error. Has no effect if the screen
  /// was not entered.
  func leave() {
    guard isEntered else { return }
    isEntered = false
    fflush(nil)
    // An unfinished sequence would swallow the first bytes of the restoring sequence.
    pending.drain(to: output, timeout: Self.writeTimeout)
    discardAnswers()
    ct_restore()
  }

  /// Adjusts the modes to the terminal's answer about itself.
  func adopt(_ profile: TerminalProfile) {
    modes.profile = profile
    let leave = modes.leave
    ct_restore_replace(leave, leave.count)
  }

  func setMouse(_ isEnabled: Bool) {
    guard isEnabled != modes.mouse else { return }
    modes.mouse = isEnabled
    if isEntered { send(Array((isEnabled ? TerminalModes.mouseOn : TerminalModes.mouseOff).utf8)) }
  }

  /// Reads and discards input until no more answers are expected.
  private func discardAnswers() {
    guard let deadline = answerDeadline, let inputDescriptor else { return }
    answerDeadline = nil
    var rest = min(ContinuousClock.now.duration(to: deadline), Self.answerTimeout)
    var chunk = [UInt8](repeating: 0, count: 4_096)
    var source = pollfd(fd: inputDescriptor, events: Int16(POLLIN), revents: 0)
    let end = ContinuousClock.now + Self.answerTimeout
    while rest > .zero, poll(&source, 1, Int32(rest / .milliseconds(1))) > 0, source.revents & Int16(POLLIN) != 0,
      read(inputDescriptor, &chunk, chunk.count) > 0
    {
      // The parts of an answer arrive in quick succession, as do several answers.
      rest = min(.milliseconds(20), ContinuousClock.now.duration(to: end))
    }
  }

  /// Restores the terminal, stops the process, and enters the screen again once the process is continued.
  ///
  /// Ctrl-Z stops the whole job, because a `make` that started this program must stop with it. A SIGTSTP sent by
  /// another process stops only this process.
  func suspend(wholeJob: Bool) {
    let wasEntered = isEntered
    leave()
    ct_signals_stop(wholeJob ? 1 : 0)
    // If the terminal is gone, the loop then reads the end of the input.
    if wasEntered { try? enter() }
  }

  /// Enters the screen again, because the shell may have changed the modes (SIGSTOP, then `fg`).
  func resume() {
    guard isEntered else { return }
    leave()
    try? enter()
  }

  /// Writes the bytes that the terminal accepts now. The rest waits for ``writePending()``.
  func write(_ bytes: UnsafeRawBufferPointer) {
    send(bytes)
    frameWritten?(bytes)
  }

  /// The descriptor of the terminal while output is pending, otherwise `nil`.
  var blockedOutput: Int32? { pending.isEmpty ? nil : output }

  /// Writes the pending bytes that the terminal accepts now.
  func writePending() {
    guard isEntered, ct_restore_is_armed() != 0 else { return pending.removeAll() }
    pending.write(to: output)
  }

  /// Writes the bytes that the terminal accepts now. They are not included in recordings.
  package func send(_ sequence: [UInt8]) {
    sequence.withUnsafeBytes(send)
  }

  private func send(_ bytes: UnsafeRawBufferPointer) {
    pending.append(bytes)
    writePending()
  }
}
