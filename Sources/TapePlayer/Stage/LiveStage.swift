import ReactorCore
import ReactorTerminal

/// A person's terminal: a tape is played at its pace, and the person can halt it or take over.
///
/// While a tape plays, any key halts it, and any key lets it go on; `q` and Esc give the program to the person, and so
/// does a press of the mouse. Its wheel does nothing: a touchpad turns it by accident. Ctrl-C and Ctrl-Z do what they
/// always do; the first gives up the tape, too. The same object records a session that nobody plays: without a tape, the
/// person has the program from the beginning.
///
/// The screen is as large as the tape says, as far as the terminal has room; what the tape does not say is the
/// terminal's.
@MainActor
public final class LiveStage: Stage {
  /// The program's window.
  public var window: Window { application.window }
  /// What is recorded.
  public let recorder: CastRecorder?
  /// Whether the program has ended.
  public private(set) var isOver = false
  /// Whether it has ended for a reason of its own, so that what the tape would still do means nothing.
  private var isTerminated = false

  /// Who has the program.
  private enum Hand {
    case tape
    case nobody
    case person
  }

  private let application: TerminalApplication
  private let writer: TapeWriter?
  private let captions: CaptionView
  private var hand = Hand.person
  private var terminalSize: Size
  /// The size that the tape asked for, which a larger terminal does not change.
  private var tapeSize: Size?
  private var failure: TapeFailure?

  /// How long it takes at most until a key is noticed.
  private static let slice: Duration = .milliseconds(50)
  /// How often a `Wait` looks.
  private static let look: Duration = .milliseconds(20)
  private static let notice = "Halted: any key goes on, q or Esc takes over"
  private static let farewell = "The tape is over: the program is yours, Ctrl-C quits"

  /// The terminal of `application`, which must not run yet.
  /// - Parameters:
  ///   - recorder: is told of every frame, and of keys if it wants them.
  ///   - writer: notes what the person does; what a tape does it does not.
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
    if let recorder {
      let window = application.window
      recorder.follow { window.time }
      application.device.frameWritten = { recorder.output($0) }
    }
  }

  /// Serves the program until it quits, a person at its keys; the recording is finished then.
  /// - Returns: why the program has to end; nil when it was quit.
  public func run() -> TerminationCause? {
    defer { recorder?.finish() }
    return application.run()
  }

  /// Plays `tape`, then leaves the program to the person, until it quits.
  ///
  /// - Parameter quitsAtEnd: whether the program ends with the tape if nobody has taken over.
  /// A program that has to end interrupts the tape, which writes nothing more; one that the tape quits does not.
  /// - Returns: why the program has to end; nil when it was quit.
  /// - Throws: ``TapeFailure`` for the first command that fails; the terminal is as it was then.
  public func run(
    _ tape: Tape, options: Player.Options = Player.Options(), quitsAtEnd: Bool = false
  ) throws -> TerminationCause? {
    let executor = EffectExecutor.current ?? BackgroundExecutor()
    let player = Player(tape, on: self, options: options)
    hand = .tape
    failure = nil
    let (task, cause) = EffectExecutor.$current.withValue(executor) {
      changeSizeToFit(tape.settings.size(fallback: Size(width: .max, height: .max)))
      let task = Task.immediate(executorPreference: executor) { await perform(player, quitsAtEnd: quitsAtEnd) }
      return (task, application.run())
    }
    isOver = true
    isTerminated = cause != nil
    // The tape itself may have quit the program; what it still has to write, it writes.
    task.cancel()
    try EventLoop.block { await task.value }
    recorder?.finish()
    if let failure { throw failure }
    return cause
  }

  private func perform(_ player: Player, quitsAtEnd: Bool) async {
    // The loop wakes it: the first frame comes before the first key.
    await sleep(for: .zero)
    do throws(TapeFailure) {
      guard try await player.play() == .finished else { return }
    } catch {
      failure = error
      return application.stop()
    }
    if quitsAtEnd { return application.stop() }
    takeOver()
    captions.notice = Self.farewell
  }

  // MARK: Keys

  /// Gives the program, one by one, what it is to get of a batch: where a key goes may depend on the one before.
  private func intercept(_ events: [Event]) {
    var hasActed = false
    for event in events {
      switch event {
      case .resize(let size): resized(to: size)
      case .key(.control("z")):
        if hand == .tape { halt(true) }
        pass(event)
      case .key(.control("c")):
        if hand != .person { takeOver() }
        pass(event)
      case .focusGained, .focusLost, .resumed, .terminate: pass(event)
      case .mouse(let mouse) where hand != .person && mouse.kind != .press: break
      case .key, .mouse, .paste:
        if hand == .person {
          captions.notice = nil
          pass(event)
        } else if !hasActed {
          // One a batch: a key that repeats must not halt and go on by turns.
          hasActed = true
          act(on: event)
        }
      }
    }
  }

  private func pass(_ event: Event) {
    let wasSecret = window.isTypingSecret
    window.handle([event])
    guard hand == .person else { return }
    // The keyboard may have been given to a field by this very key.
    let isSecret = wasSecret || window.isTypingSecret
    recorder?.input(event, isSecret: isSecret)
    writer?.note(event, at: window.time, isSecret: isSecret)
  }

  private func act(on event: Event) {
    switch event {
    case .key("q"), .key(.escape), .mouse: takeOver()
    default: halt(hand == .tape)
    }
  }

  private func halt(_ isHalted: Bool) {
    hand = isHalted ? .nobody : .tape
    captions.notice = isHalted ? Self.notice : nil
  }

  private func takeOver() {
    hand = .person
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

  /// Gives the program an event and draws.
  public func deliver(_ event: Event) async throws {
    try await standStill()
    window.handle([event])
    draw()
  }

  /// Waits in real time; while the tape is halted, time stands still.
  public func pass(_ duration: Duration) async throws {
    var rest = duration
    while rest > .zero, !isOver {
      try await standStill()
      rest -= await sleep(for: min(rest, Self.slice))
    }
    try await standStill()
  }

  /// Looks at the screen again and again.
  public func wait(until condition: () throws -> Bool, timeout: Duration) async throws -> Bool {
    var rest = timeout
    while true {
      try await standStill()
      draw()
      if try condition() { return true }
      if rest <= .zero || isOver { return false }
      rest -= await sleep(for: Self.look)
    }
  }

  /// Makes the screen as large, in the upper left corner of a terminal that is larger. A smaller one cannot show more.
  public func resize(to size: Size) async throws {
    try await standStill()
    changeSizeToFit(size)
  }

  /// Draws what has changed.
  public func draw() { window.render() }

  /// Returns when the tape may go on.
  private func standStill() async throws {
    while hand == .nobody, !isOver { await sleep(for: Self.slice) }
    if isTerminated { throw TapeInterruption.terminated }
    if hand == .person { throw TapeInterruption.takenOver }
  }

  /// Ended by the program's end, too: nobody is woken on the loop's clock after it. Answers how much of the tape's time
  /// has passed: a suspended program's does not.
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
    pass(.resize(fitting))
    // The terminal has moved its text, also where the program's screen is as large as before.
    window.redraw()
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
