import CTerminal
import Glibc

/// A real terminal: its modes, its size, and the one place where frames are written.
@MainActor
public final class TTYDevice: TerminalDevice {
  /// Standard input.
  public let inputDescriptor: Int32?
  /// Is told of each frame, as it is written: what records a session. Not of modes, which are this terminal's own.
  public var frameWritten: ((UnsafeRawBufferPointer) -> Void)?
  private let output: Int32
  /// A description of the same terminal of our own, where there may be one: writing to it never waits, and whoever shares
  /// the one that was inherited does not notice.
  private let ownOutput: Int32?
  private var pending = PendingOutput()
  private let modes: TerminalModes
  private var isEntered = false

  /// How long a terminal that takes nothing is waited for when it is given back. Twice that, for what waits and for the way
  /// out, is less than the second in which a signal ends the program.
  private static let patience: Duration = .milliseconds(300)

  /// The terminal on `input` and `output`.
  /// - Throws: `TerminalError.notATerminal` when either is a file or a pipe.
  public init(
    input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, mouse: Bool = true
  ) throws(TerminalError) {
    guard isatty(input) == 1, isatty(output) == 1 else { throw .notATerminal }
    inputDescriptor = input
    let own = ct_output_open(output)
    ownOutput = own >= 0 ? own : nil
    self.output = own >= 0 ? own : output
    modes = TerminalModes(mouse: mouse)
  }

  isolated deinit {
    leave()
    if let ownOutput { close(ownOutput) }
  }

  /// What the kernel knows; 80×24 where it knows nothing.
  public var size: Size {
    var window = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return Size(width: 80, height: 24)
    }
    return Size(width: Int(window.ws_col), height: Int(window.ws_row))
  }

  /// Raw mode, the alternate screen, the reports. What is needed to undo it is stored for every way out of the process
  /// before the first byte is written.
  public func enter() throws(TerminalError) {
    guard !isEntered else { return }
    var found = termios()
    guard tcgetattr(output, &found) == 0 else { throw .system(call: "tcgetattr", errno: errno) }
    let leave = modes.leave
    guard ct_restore_arm(output, &found, leave, leave.count) == 0 else {
      throw .system(call: "arming", errno: errno)
    }
    isEntered = true
    var raw = found
    cfmakeraw(&raw)
    // Without waiting for what was written before: a terminal that does not read would never let the program in.
    guard tcsetattr(output, TCSANOW, &raw) == 0 else {
      let code = errno
      self.leave()
      throw .system(call: "tcsetattr", errno: code)
    }
    modes.enter.withUnsafeBytes(send)
  }

  /// Gives the terminal back, and standard error what was kept from it.
  public func leave() {
    guard isEntered else { return }
    isEntered = false
    // A sequence that is cut in two would take the first bytes of the way out for its own.
    pending.drain(to: output, patience: Self.patience)
    ct_restore()
  }

  /// Stops the whole job, as Ctrl-Z in a cooked terminal does: a `make` that started this program must stop with it.
  public func suspend() { suspend(wholeJob: true) }

  /// Stops this process alone: what an outside SIGTSTP asks for.
  func suspend(wholeJob: Bool) {
    let wasEntered = isEntered
    leave()
    ct_signals_stop(wholeJob ? 1 : 0)
    // The terminal was there a moment ago; if it is gone, its end is read next.
    if wasEntered { try? enter() }
  }

  /// Sets the modes again after someone else may have changed them (SIGSTOP, then `fg`).
  func reenter() {
    guard isEntered else { return }
    leave()
    try? enter()
  }

  /// Writes what the terminal takes now; the rest waits for `writePending()`, unless the terminal is gone.
  public func write(_ bytes: UnsafeRawBufferPointer) {
    send(bytes)
    frameWritten?(bytes)
  }

  /// The terminal, while it has not taken all that was written.
  public var blockedOutput: Int32? { pending.isEmpty ? nil : output }

  /// Writes what waits, as far as the terminal takes it now.
  public func writePending() {
    guard isEntered, ct_restore_is_armed() != 0 else { return pending.removeAll() }
    pending.write(to: output)
  }

  private func send(_ bytes: UnsafeRawBufferPointer) {
    pending.append(bytes)
    writePending()
  }
}
