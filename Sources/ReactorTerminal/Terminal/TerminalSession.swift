import CTerminal
import Glibc

/// A terminal taken over: device, surface and loop, opened and closed together.
@MainActor
public final class TerminalSession {
  /// What a user may choose about the screen.
  public struct Options: Sendable, Hashable {
    /// Whether to draw ASCII only.
    public var isASCII: Bool
    /// Whether to hear the mouse. Without it the terminal's own selection works as ever.
    public var hasMouse: Bool
    /// Whether frames stand between the marks of a synchronized update.
    public var isSynchronized: Bool

    /// The usual choice: all of Unicode, the mouse, frames that cannot tear.
    public init(isASCII: Bool = false, hasMouse: Bool = true, isSynchronized: Bool = true) {
      self.isASCII = isASCII
      self.hasMouse = hasMouse
      self.isSynchronized = isSynchronized
    }
  }

  /// The terminal.
  public let device: TTYDevice
  /// What draws on it.
  public let surface: NcursesSurface
  /// What listens to it.
  public let loop: EventLoop

  /// Takes over the terminal on standard input and output.
  /// - Parameter term: the terminal's type, `TERM` in the environment.
  /// - Throws: `TerminalError` when there is none that can show a screen; nothing has been written then.
  public init(_ options: Options = Options(), term: String? = nil) throws(TerminalError) {
    device = try TTYDevice(mouse: options.hasMouse)
    surface = try NcursesSurface(
      device: device, term: term ?? getenv("TERM").map { String(cString: $0) } ?? "", isASCII: options.isASCII,
      hasMouse: options.hasMouse, isSynchronized: options.isSynchronized)
    let decoder = InputDecoder(describedKeys: surface.describedKeys)
    do {
      loop = try EventLoop(device: device, surface: surface, decoder: decoder)
      try device.enter()
    } catch {
      surface.close()
      ct_signals_remove()
      throw error
    }
  }

  /// Gives the terminal back as it was found. May be called more than once.
  public func close() {
    device.leave()
    surface.close()
    ct_signals_remove()
  }
}

extension TerminationCause {
  /// Ends the process so that whoever waits for it learns why: by the signal itself, or as if by SIGHUP when the terminal
  /// was closed. Call it when everything is closed.
  public func endProcess() -> Never {
    switch self {
    case .signal(let number): ct_signals_end(number)
    case .endOfInput: ct_signals_end(SIGHUP)
    }
    exit(1)
  }
}
