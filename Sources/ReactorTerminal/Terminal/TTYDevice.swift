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
  private let modes: TerminalModes
  private var isEntered = false

  /// The terminal on `input` and `output`.
  /// - Throws: `TerminalError.notATerminal` when either is a file or a pipe.
  public init(
    input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, mouse: Bool = true
  ) throws(TerminalError) {
    guard isatty(input) == 1, isatty(output) == 1 else { throw .notATerminal }
    inputDescriptor = input
    self.output = output
    modes = TerminalModes(mouse: mouse)
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
    guard tcsetattr(output, TCSADRAIN, &raw) == 0 else {
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

  /// Writes everything; waits while the terminal is slow; gives up when it is gone.
  public func write(_ bytes: UnsafeRawBufferPointer) {
    send(bytes)
    frameWritten?(bytes)
  }

  private func send(_ bytes: UnsafeRawBufferPointer) {
    guard isEntered, ct_restore_is_armed() != 0 else { return }
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.write(output, part.baseAddress, part.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, -1)
      } else if errno != EINTR {
        return
      }
    }
  }
}
