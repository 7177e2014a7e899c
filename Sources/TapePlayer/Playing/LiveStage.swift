import ReactorCore
import ReactorTerminalCore

/// A stage on a terminal, where a tape plays in real time and the user can pause it or take control.
///
/// While a tape plays, any key pauses it, and any key resumes it. `q`, Esc, or a mouse click gives control to the user.
/// The mouse wheel has no effect, because a touchpad can turn it accidentally. Ctrl-C and Ctrl-Z keep their meaning,
/// and Ctrl-C also ends the tape. Without a tape, the user has control from the start, and the stage records the
/// session.
///
/// The screen has the size that the tape requires, limited to the size of the terminal. If the tape does not set a
/// size, the screen is as large as the terminal.
@MainActor
public final class LiveStage: Stage {
  /// The window of the program.
  public var window: Window { application.window }
  /// The recorder of the session, if it is recorded.
  package let recorder: CastRecorder?
  /// Whether the program has ended.
  package private(set) var hasEnded = false
  /// Whether the program was terminated, in which case the tape must not write any more files.
  private var isTerminated = false

  /// The current owner of the keyboard.
  private enum Control {
    case tape
    case paused
    case user
  }

  private let application: TerminalApplication
  private let writer: TapeWriter?
  private let captions: CaptionView
  private var control = Control.user
  private var terminalSize: Size
  /// The size required by the tape, even if the terminal is larger.
  private var tapeSize: Size?
  private var failure: TapeFailure?

  /// The maximum time to sleep before checking who has control.
  private static let slice: Duration = .milliseconds(50)
  /// The interval at which a `Wait` checks its condition.
  private static let pollInterval: Duration = .milliseconds(20)
  private static let pauseNotice = "Paused. Any key resumes; q or Esc takes control."
  private static let endNotice = "Demo finished. You have control."

  /// Creates a stage on the terminal of `application`, which must not be running yet.
  ///
  /// - Parameters:
  ///   - application: The program. Its window must already have its content.
  ///   - recorder: A recorder that receives every frame and, if it records input, the keys.
  ///   - writer: A writer that records the user's actions, but not those of a tape.
  public init(_ application: TerminalApplication, recorder: CastRecorder? = nil, writer: TapeWriter? = nil) {
    self.application = application
    self.recorder = recorder
    self.writer = writer
    captions = CaptionView.shown(in: application.window)
    terminalSize = application.window.size
    application.interception = { [weak self] events in
      guard let self else { return events }
      intercept(events)
      return []
    }
    application.window.program.inputHandled = { [weak self] in self?.record($0, isSecret: $1) }
    if let recorder {
      let window = application.window
      recorder.follow { window.time }
      application.device.frameWritten = { recorder.output($0) }
    }
  }

  /// Runs the program under the user's control until it quits, and finishes the recording.
  ///
  /// - Returns: The reason why the process must end; `nil` if the user quit.
  public func run() -> TerminationCause? {
    defer { recorder?.finish() }
    return application.run()
  }

  /// Plays `tape`, and then gives control to the user until the program quits.
  ///
  /// If the program is terminated, the tape is interrupted and writes no more files. If the tape itself quits the
  /// program, its files are still written.
  ///
  /// - Parameters:
  ///   - tape: The tape.
  ///   - options: The options of the performance.
  ///   - quitsAtEnd: Whether the program ends with the tape, unless the user has taken control.
  /// - Returns: The reason why the process must end; `nil` if the program quit.
  /// - Throws: ``TapeFailure`` for the first command that fails, after the terminal has been restored.
  public func run(
    _ tape: Tape, options: Player.Options = Player.Options(), quitsAtEnd: Bool = false
  ) throws -> TerminationCause? {
    let executor = EffectExecutor.current ?? BackgroundExecutor()
    let player = Player(tape, on: self, options: options)
    control = .tape
    failure = nil
    let (task, cause) = EffectExecutor.$current.withValue(executor) {
      changeSizeToFit(tape.settings.size(fallback: Size(width: .max, height: .max)))
      let task = Task.immediate(executorPreference: executor) { await perform(player, quitsAtEnd: quitsAtEnd) }
      return (task, application.run())
    }
    hasEnded = true
    isTerminated = cause != nil
    // If the tape itself quit the program, its remaining files are still written.
    task.cancel()
    try EventLoop.block { await task.value }
    recorder?.finish()
    if let failure { throw failure }
    return cause
  }

  private func perform(_ player: Player, quitsAtEnd: Bool) async {
    // Resumed by the event loop, so that the first frame precedes the first key.
    await sleep(for: .zero)
    do throws(TapeFailure) {
      guard try await player.play() == .finished else { return }
    } catch {
      failure = error
      return application.stop()
    }
    if quitsAtEnd { return application.stop() }
    takeOver()
    captions.notice = Self.endNotice
  }

  // MARK: Keys

  /// Sends the program's events one by one, because an event may depend on the effect of the previous one.
  private func intercept(_ events: [Event]) {
    var hasActed = false
    for event in events {
      switch event {
      case .resize(let size): resized(to: size)
      case .key(.control("z")):
        if control == .tape { setPaused(true) }
        window.handle([event])
      case .key(.control("c")):
        if control != .user { takeOver() }
        window.handle([event])
      case .focusGained, .focusLost, .resumed, .terminate: window.handle([event])
      case .mouse(let mouse) where control != .user && mouse.kind != .press: break
      case .key, .mouse, .paste:
        if control == .user {
          captions.notice = nil
          window.handle([event])
        } else if !hasActed {
          // Only one key per batch counts, so that a repeating key does not alternately pause and resume.
          hasActed = true
          act(on: event)
        }
      }
    }
  }

  /// Records an event of the user once the window has handled it, because only then is it known which field receives a
  /// key that was typed ahead.
  private func record(_ event: Event, isSecret: Bool) {
    guard control == .user else { return }
    recorder?.input(event, isSecret: isSecret)
    writer?.record(event, at: window.time, isSecret: isSecret)
  }

  private func act(on event: Event) {
    switch event {
    case .key("q"), .key(.escape), .mouse: takeOver()
    default: setPaused(control == .tape)
    }
  }

  private func setPaused(_ isPaused: Bool) {
    control = isPaused ? .paused : .tape
    captions.notice = isPaused ? Self.pauseNotice : nil
  }

  private func takeOver() {
    control = .user
    captions.notice = nil
    captions.text = ""
    if recorder?.isHiding == true {
      recorder?.show()
      window.redraw()
    }
    guard tapeSize != nil else { return }
    tapeSize = nil
    changeSize(to: terminalSize)
  }

  // MARK: Stage

  /// Sends an event to the program and draws the result.
  package func deliver(_ event: Event) async throws {
    try await waitWhilePaused()
    window.handle([event])
    draw()
  }

  /// Waits in real time, excluding the time for which the tape is paused.
  package func advance(by duration: Duration) async throws {
    var rest = duration
    while rest > .zero, !hasEnded {
      try await waitWhilePaused()
      rest -= await sleep(for: min(rest, Self.slice))
    }
    try await waitWhilePaused()
  }

  /// Evaluates `condition` at short intervals until it holds or `timeout` has passed.
  package func wait(until condition: () throws -> Bool, timeout: Duration) async throws -> Bool {
    var rest = timeout
    while true {
      try await waitWhilePaused()
      draw()
      if try condition() { return true }
      if rest <= .zero || hasEnded { return false }
      rest -= await sleep(for: Self.pollInterval)
    }
  }

  /// Changes the size of the screen, which is in the upper left corner of the terminal and limited to the terminal's
  /// size.
  package func resize(to size: Size) async throws {
    try await waitWhilePaused()
    changeSizeToFit(size)
  }

  /// Draws the changes since the last frame.
  package func draw() { window.render() }

  private func waitWhilePaused() async throws {
    while control == .paused, !hasEnded { await sleep(for: Self.slice) }
    if isTerminated { throw StageError.terminated }
    if control == .user { throw StageError.takenOver }
  }

  /// Sleeps on the event loop's clock. That clock stops when the program ends; from then on, the method only yields.
  ///
  /// - Returns: The time that passed for the tape, excluding the time for which the program was suspended.
  @discardableResult
  private func sleep(for duration: Duration) async -> Duration {
    let start = window.time
    do { try await window.clock.sleep(for: duration) } catch { await Task.yield() }
    return min(window.time - start, duration + Self.slice)
  }

  // MARK: Size

  private func resized(to size: Size) {
    terminalSize = size
    let fitting = tapeSize.map { Self.fitting($0, in: size) } ?? size
    recorder?.resize(to: fitting)
    window.handle([.resize(fitting)])
    if control == .user { writer?.record(.resize(fitting), at: window.time) }
  }

  private func changeSizeToFit(_ size: Size) {
    tapeSize = size
    changeSize(to: Self.fitting(size, in: terminalSize))
  }

  private func changeSize(to size: Size) {
    guard size != window.size else { return }
    recorder?.resize(to: size)
    window.handle([.resize(size)])
    draw()
  }

  private static func fitting(_ size: Size, in room: Size) -> Size {
    Size(width: min(size.width, room.width), height: min(size.height, room.height))
  }
}
