import Glibc
import ReactorCore

/// A program on a terminal: takes it over, shows a view, serves it until it is asked to stop, and gives the terminal back.
///
/// ```swift
/// let view = CounterView()
/// view.reactor = CounterReactor()
/// TerminalApplication.main(view)
/// ```
///
/// To be made on the main thread from a synchronous `main`: the loop and the main actor live there.
@MainActor
public final class TerminalApplication {
  /// What is shown.
  public let window: Window
  /// Sees each batch of events before the window, which gets what it answers: for what plays or records a session.
  public var interception: (([Event]) -> [Event])?
  private let session: TerminalSession

  /// Takes over the terminal.
  /// - Parameter clock: drives timers and animations; without one, the loop itself does.
  /// - Throws: `TerminalError` when there is none that can show a screen; the process should end with status 2.
  public init(
    _ options: TerminalSession.Options = TerminalSession.Options(), theme: Theme? = nil, keymap: Keymap = Keymap(),
    clock: (any Clock<Duration>)? = nil
  ) throws(TerminalError) {
    session = try TerminalSession(options)
    window = Window(
      size: session.device.size, surface: session.surface, theme: theme ?? .automatic(environment: Self.environment),
      clock: clock ?? session.loop.clock)
    window.keymap = keymap
    window.installStandardCommands { [weak self] in self?.stop() }
    window.suspendRequested.subscribe { [weak self] in self?.session.loop.suspend() }
      .disposed(by: window.disposeBag)
  }

  /// Serves the window until `stop()` or until the program has to end; then the terminal is as it was.
  ///
  /// Effects that begin meanwhile use a `BackgroundExecutor`, unless `EffectExecutor.current` is bound already.
  /// - Returns: why the program has to end: nil after `stop()`.
  public func run() -> TerminationCause? {
    defer { session.close() }
    // The first frame goes before whatever the views' reactors have begun.
    window.render()
    return EffectExecutor.$current.withValue(EffectExecutor.current ?? BackgroundExecutor()) {
      session.loop.run(
        handle: { events in window.handle(interception?(events) ?? events) }, afterBatch: window.render)
    }
  }

  /// The terminal.
  public var device: TTYDevice { session.device }

  /// Ends `run()` after the present batch of events.
  public func stop() {
    session.loop.stop()
  }

  /// Shows one screen until it is quit, and ends the process: all that a small program needs.
  ///
  /// Status 0 after quitting, 2 with a sentence on standard error when there is no terminal; ended by a signal, the
  /// process ends by that signal.
  public static func main(_ screen: Screen) -> Never {
    do {
      let application = try TerminalApplication()
      application.window.root.content = NavigationStack(root: screen)
      application.run()?.endProcess()
      exit(0)
    } catch {
      let line = "\(error)\n"
      line.withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
      exit(2)
    }
  }

  private static var environment: [String: String] {
    var result: [String: String] = [:]
    for name in ["NO_COLOR", "COLORFGBG"] {
      if let value = getenv(name) { result[name] = String(cString: value) }
    }
    return result
  }
}
