import Glibc
import ReactorCore

/// A terminal program. It enters the screen, shows a window until it is stopped, and restores the terminal.
///
/// ```swift
/// let view = CounterView()
/// view.reactor = CounterReactor()
/// TerminalApplication.main(view)
/// ```
///
/// Create it on the main thread in a synchronous `main`, because the loop and the main actor run there.
@MainActor
public final class TerminalApplication {
  /// The window on the terminal.
  public let window: Window
  /// A function that receives each batch of events and returns the events for the window, to play or record a session.
  package var interception: (([Event]) -> [Event])?
  private let session: TerminalSession

  /// Creates the application and enters the screen.
  ///
  /// - Parameters:
  ///   - options: The options of the screen.
  ///   - theme: The theme; `nil` for one that suits the environment and then adapts to the terminal's background.
  ///   - keymap: The keys that the user assigned to commands.
  ///   - clock: The clock of timers and animations; `nil` for the clock of the event loop.
  /// - Throws: ``TerminalError`` if there is no suitable terminal. The process should exit with status 2.
  public init(
    _ options: TerminalSession.Options = TerminalSession.Options(), theme: Theme? = nil, keymap: Keymap = Keymap(),
    clock: (any Clock<Duration>)? = nil
  ) throws(TerminalError) {
    session = try TerminalSession(options)
    let suitable = Theme.automatic(
      environment: TerminalEnvironment.values(of: ["NO_COLOR", "COLORFGBG"]),
      isBackgroundUnknown: session.features.profile.hidesBackground)
    window = Window(
      size: session.device.size, surface: session.surface, theme: theme ?? suitable,
      clock: clock ?? session.loop.clock)
    window.keymap = keymap
    window.terminal.host = session.features
    session.features.appearanceFound = { [weak window] in window?.appearanceFound($0) }
    session.surfaceChanged = { [weak window] in window?.redraw() }
    if theme == nil, suitable != .mono {
      let isKnown = TerminalEnvironment.values(of: ["COLORFGBG"]).isEmpty == false
      window.adaptiveTheme = AdaptiveTheme(unknown: isKnown ? nil : .neutral)
    }
    window.installStandardCommands { [weak self] in self?.stop() }
    window.program.screen = (
      leave: { [device = session.device] in device.leave() },
      enter: { [device = session.device, loop = session.loop] in
        // If the terminal is gone, the loop then reads the end of the input.
        try? device.enterAgain()
        loop.returnToScreenOfAnother()
      }
    )
    window.suspendRequested.subscribe { [weak self] in self?.session.loop.suspend() }
      .disposed(by: window.disposeBag)
  }

  /// Runs the window until ``stop()``, or until the program has to end, and then restores the terminal.
  ///
  /// Effects run on a ``BackgroundExecutor``, unless `EffectExecutor.current` is bound.
  ///
  /// - Returns: The reason why the program has to end, or `nil` after ``stop()``.
  public func run() -> TerminationCause? {
    defer {
      session.close()
      window.close()
      window.ended.send(())
    }
    // The first frame is drawn before the work that the reactors have started, and before any query is sent to the
    // terminal.
    window.render()
    session.features.identify()
    return EffectExecutor.$current.withValue(EffectExecutor.current ?? BackgroundExecutor()) {
      session.loop.run(
        interrupt: { window.interruptKey },
        handle: { events, deadline in
          guard let interception else { return window.handle(events) { .now >= deadline } }
          window.handle(interception(events))
          return events.count
        }, afterBatch: window.render)
    }
  }

  /// The terminal device.
  package var device: TTYDevice { session.device }

  /// Leaves the screen while another program uses the terminal, and enters it again afterward; see
  /// ``Window/leavingScreen(_:)``.
  public func leavingScreen<Result>(_ body: () throws -> Result) rethrows -> Result {
    try window.leavingScreen(body)
  }

  /// Makes ``run()`` return after the current batch of events, as ``Window/quit()`` does.
  public func stop() {
    session.loop.stop()
  }

  /// Shows a view until the user quits, and then ends the process. A small program needs nothing else.
  ///
  /// A screen is shown in a ``NavigationStack``. Any other view is shown unchanged, above a hint line unless it
  /// contains one.
  ///
  /// The exit status is 0 after quitting, and 2 with an error message if there is no suitable terminal. After a signal,
  /// the process ends with that signal.
  ///
  /// - Parameters:
  ///   - view: The view that fills the window.
  ///   - theme: The theme; `nil` for the one that suits the environment.
  ///   - prepare: A closure that prepares the window before it is shown, for example to install a debugger. If it
  ///     throws, the process ends with an error message and status 2.
  public static func main(
    _ view: View, theme: Theme? = nil, prepare: @MainActor (Window) throws -> Void = { _ in }
  ) -> Never {
    main(theme: theme) { window in
      window.root.showProgram(view)
      try prepare(window)
    }
  }

  /// Runs a program that fills the window itself, such as one that consists of flows, until the user quits, and then
  /// ends the process.
  ///
  /// ```swift
  /// TerminalApplication.main { window in
  ///   let coordinator = FlowCoordinator()
  ///   coordinator.coordinate(flow: AppFlow(window), with: OneStepper(withSingleStep: .started))
  ///   return coordinator
  /// }
  /// ```
  ///
  /// The exit status is that of ``main(_:theme:prepare:)``. It is also 2, with an error message, if `start` throws.
  ///
  /// - Parameters:
  ///   - theme: The theme; `nil` for the one that suits the environment.
  ///   - start: A closure that fills the window. Its result, such as a coordinator, is retained until the program ends.
  public static func main<Program>(theme: Theme? = nil, _ start: @MainActor (Window) throws -> Program) -> Never {
    do {
      let application = try TerminalApplication(theme: theme)
      let cause = try application.run(start)
      cause?.endProcess()
      exit(0)
    } catch {
      let line = "\(error)\n"
      line.withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
      exit(2)
    }
  }

  private func run<Program>(_ start: @MainActor (Window) throws -> Program) throws -> TerminationCause? {
    defer { session.close() }
    let program = try start(window)
    return withExtendedLifetime(program) { run() }
  }
}

extension WindowRoot {
  /// Shows the only view of a program. A screen is shown in a navigation stack, and any other view above a hint line
  /// unless it contains one.
  package func showProgram(_ view: View) {
    let content = (view as? Screen).map { NavigationStack(root: $0) } ?? view
    self.content = content
    hintLine.isHidden = Self.hasHintLine(content)
  }

  private static func hasHintLine(_ view: View) -> Bool {
    view is HintLine || view.subviews.contains(where: hasHintLine)
  }
}
