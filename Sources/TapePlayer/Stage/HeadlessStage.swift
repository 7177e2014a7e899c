import ReactorCore
import ReactorTerminal

/// A stage in memory: the clock is virtual, so that a tape is played at once and comes out the same every time.
///
/// ```swift
/// let stage = HeadlessStage(size: tape.settings.size())
/// let result = try await stage.perform {
///   stage.window.root.content = NavigationStack(root: makeScreen(clock: stage.clock))
///   return try await Player(tape, on: stage).play()
/// }
/// ```
///
/// Between two commands the stage lets the program come to rest. It is at rest when nothing is left in the main actor's
/// queue, when the effects' executor, which works in that queue, has got nothing new for as many turns as a chain of
/// effects may need, and when ``OutsideWork`` says that nothing is under way. Only then does the clock move, from one
/// deadline to the next, with a frame after each. So work that stays within the program is always finished before the
/// next command; for what comes from outside a tape uses `Wait`, or the program tells of it.
@MainActor
public final class HeadlessStage: Stage {
  /// The program's window.
  public let window: Window
  /// What the program waits on.
  public let clock: VirtualClock
  /// What is recorded.
  public let recorder: CastRecorder?
  /// Whether the program has ended.
  public private(set) var isOver = false

  private let outside: OutsideWork
  private let executor = StageExecutor()
  /// Whether nothing has happened since the program came to rest.
  private var isAtRest = false

  /// Real time that outside work may take before the tape is given up.
  private static let patience = 60

  /// A stage of `size`.
  ///
  /// - Parameters:
  ///   - clock: the program's clock, if there has to be one before there is a stage.
  ///   - recorder: is told of every frame, as bytes for a terminal of the type `xterm-256color`.
  ///   - outside: how the stage learns of work that it cannot see.
  public init(
    size: Size = Size(width: 80, height: 24), theme: Theme = .dark, capabilities: Capabilities = Capabilities(),
    clock: VirtualClock = VirtualClock(), recorder: CastRecorder? = nil,
    outside: OutsideWork = .unknown(grace: .milliseconds(5))
  ) {
    self.clock = clock
    self.recorder = recorder
    self.outside = outside
    let surface: any Surface =
      recorder.map { CastSurface($0, capabilities: capabilities) }
      ?? HeadlessTerminal(size: size, capabilities: capabilities)
    window = Window(size: size, surface: surface, theme: theme, clock: clock)
    recorder?.follow { [clock] in clock.now.offset }
  }

  /// Does `body` with the effects' executor of the stage: everything that the program begins belongs in here.
  public func perform<Value>(_ body: () async throws -> Value) async rethrows -> Value {
    isAtRest = false
    return try await EffectExecutor.$current.withValue(executor) {
      // The player's own task, too, resumes by way of the main actor's queue alone. By way of the thread pool it would do
      // so sooner or later than what it has begun, as the machine is busy or not. Its turns are no jobs of effects.
      try await withTaskExecutorPreference(StageExecutor(), operation: body)
    }
  }

  /// To be called when the program quits.
  public func end() { isOver = true }

  // MARK: Stage

  /// Gives the program an event and lets it come to rest.
  public func deliver(_ event: Event) async throws {
    window.handle([event])
    try await rest()
  }

  /// Moves the clock on, deadline by deadline.
  public func pass(_ duration: Duration) async throws {
    if needsRest { try await rest() }
    let target = clock.now.advanced(by: duration)
    while let next = clock.nextDeadline, next <= target, !isOver { try await step() }
    clock.skip(to: target)
  }

  /// Moves the clock on, deadline by deadline, until `condition` holds.
  public func wait(until condition: () throws -> Bool, timeout: Duration) async throws -> Bool {
    let limit = clock.now.advanced(by: timeout)
    if needsRest { try await rest() }
    while true {
      if try condition() { return true }
      if isOver { return false }
      let next = clock.nextDeadline
      if case .unknown(let grace) = outside, try await look(for: next == nil ? timeout : grace, until: condition) {
        return true
      }
      guard let next = clock.nextDeadline, next <= limit else { break }
      try await step()
    }
    clock.skip(to: limit)
    // A condition may be about the time as well.
    return try condition()
  }

  /// Takes another size and lets the program draw in it.
  public func resize(to size: Size) async throws {
    guard size != window.size else { return }
    recorder?.resize(to: size)
    try await deliver(.resize(size))
  }

  /// Draws what has changed.
  public func draw() { window.render() }

  // MARK: Rest

  /// Lets everything that is ready run, and draws.
  private func rest() async throws {
    isAtRest = false
    let start = ContinuousClock.now
    while true {
      // What ends while the queue empties has put something new into it.
      let wasBusy = isOutsideBusy
      await settle()
      let isBusy = isOutsideBusy
      if !wasBusy, !isBusy { break }
      guard ContinuousClock.now - start < .seconds(Self.patience) else {
        throw TapeInterruption.stuck(seconds: Self.patience)
      }
      if isBusy { try await RealTime.pause() }
    }
    draw()
    isAtRest = true
  }

  private var isOutsideBusy: Bool {
    if case .told(let isBusy) = outside { isBusy() } else { false }
  }

  /// Whether something may have happened since the program came to rest.
  private var needsRest: Bool {
    if case .unknown = outside { true } else { !isAtRest }
  }

  /// Moves the clock on to the next deadline.
  private func step() async throws {
    await clock.wakeSleepersOfNextDeadline()
    try await rest()
  }

  private func settle() async {
    var before: Int
    repeat {
      before = executor.jobCount
      // By way of the thread pool, and so not with the preference of the player's task: what a program does there is given
      // turns as well.
      await Task { await MainActorTurns.give() }.value
    } while executor.jobCount != before
  }

  /// Looks for `duration` of real time whether something arrives from outside that makes `condition` true.
  private func look(for duration: Duration, until condition: () throws -> Bool) async throws -> Bool {
    let start = ContinuousClock.now
    let jobs = executor.jobCount
    repeat {
      try await RealTime.pause()
      await settle()
      draw()
      if try condition() { return true }
      // What has arrived may have set a timer: the clock decides what comes next.
      if executor.jobCount != jobs, clock.nextDeadline != nil { return false }
    } while ContinuousClock.now - start < duration
    return false
  }
}

/// The machine's own time, for what comes from outside a stage.
private enum RealTime {
  static func pause() async throws { try await Task.sleep(for: .milliseconds(1), clock: ContinuousClock()) }
}
