import CReactorTerminal
import Glibc

/// The screen of a terminal while a ``TerminalApplication`` uses it, with its ``Options``.
@MainActor
public final class TerminalSession {
  /// The options of a screen.
  public struct Options: Sendable, Hashable {
    /// Whether views draw only ASCII characters.
    public var isASCII: Bool
    /// Whether mouse input is enabled. Without it, the terminal's own selection works.
    public var hasMouse: Bool
    /// Whether frames are enclosed in the marks of a synchronized update, which prevents tearing.
    public var isSynchronized: Bool

    /// Creates options. By default, all of Unicode, the mouse and synchronized updates are enabled.
    public init(isASCII: Bool = false, hasMouse: Bool = true, isSynchronized: Bool = true) {
      self.isASCII = isASCII
      self.hasMouse = hasMouse
      self.isSynchronized = isSynchronized
    }
  }

  /// The terminal device.
  let device: TTYDevice
  /// The surface that draws on the device.
  let surface: NcursesSurface
  /// The loop that reads input.
  let loop: EventLoop
  /// The features of the terminal besides its screen.
  let features: TerminalFeatures
  /// A closure called when the surface has to redraw everything, because the terminal turned out to have more colors.
  var surfaceChanged: (@MainActor () -> Void)?

  /// Enters the screen on standard input and output.
  ///
  /// - Parameter options: The options of the screen.
  /// - Throws: ``TerminalError`` if there is no suitable terminal. In that case, nothing has been written.
  init(_ options: Options) throws(TerminalError) {
    let environment = TerminalEnvironment.values(of: TerminalProfile.variables)
    let term = environment["TERM"] ?? ""
    let profile = TerminalProfile(environment: environment)
    device = try TTYDevice(
      modes: TerminalModes(mouse: options.hasMouse, profile: profile, isLinuxConsole: term.hasPrefix("linux")))
    surface = try NcursesSurface(
      device: device, term: profile.betterTerm ?? term, isASCII: options.isASCII, hasMouse: options.hasMouse,
      isSynchronized: options.isSynchronized)
    features = TerminalFeatures(
      device: device, profile: profile,
      clipboardProgram: ClipboardProgram(environment: TerminalEnvironment.values(of: ClipboardProgram.variables)))
    let decoder = InputDecoder(describedKeys: surface.describedKeys)
    do {
      loop = try EventLoop(device: device, surface: surface, decoder: decoder)
      try device.enter()
    } catch {
      surface.close()
      ct_signals_remove()
      throw error
    }
    features.profileChanged = { [weak self, device, surface] in
      device.adopt($0)
      if let term = $0.betterTerm, surface.adopt(term: term) { self?.surfaceChanged?() }
    }
    loop.replyReceived = { [features] in features.receive($0) }
  }

  /// Restores the terminal. Further calls have no effect.
  func close() {
    device.leave()
    surface.close()
    ct_signals_remove()
  }
}

extension TerminationCause {
  /// Ends the process with an exit status that reports this cause: by the signal itself, or by SIGHUP if the terminal
  /// was closed.
  ///
  /// Call it after ``TerminalApplication/run()`` has restored the terminal.
  public func endProcess() -> Never {
    switch self {
    case .signal(let number): ct_signals_end(number)
    case .endOfInput: ct_signals_end(SIGHUP)
    }
    exit(1)
  }
}

/// The environment of the process, read without Foundation.
enum TerminalEnvironment {
  /// Returns the values of those variables among `names` that are set.
  static func values(of names: [String]) -> [String: String] {
    var result: [String: String] = [:]
    for name in names {
      if let value = getenv(name) { result[name] = String(cString: value) }
    }
    return result
  }
}

/// An error that prevents a program from entering the screen. The process should exit with status 2; commands without a
/// screen still work.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Input or output is a file or a pipe.
  case notATerminal
  /// The terminal type in `TERM` cannot move the cursor.
  case cannotAddressCursor(term: String)
  /// ncurses does not support the terminal type.
  case cannotStart(term: String)
  /// A system call failed.
  case system(call: String, errno: Int32)

  /// A message with the cause and how to fix it.
  public var description: String {
    switch self {
    case .notATerminal:
      "The screen needs a terminal for input and output: run this directly in one, or use a command without a screen."
    case .cannotAddressCursor(let term):
      "The terminal type \"\(term)\" (TERM) cannot show a screen: use another terminal, or a command without a screen."
    case .cannotStart(let term):
      "The terminal type \"\(term)\" (TERM) is not installed on this system: try again with TERM=xterm-256color."
    case .system(let call, let code):
      "The terminal could not be set up (\(call) failed with error \(code)): try again in another terminal."
    }
  }
}
