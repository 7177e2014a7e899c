import Dispatch
import ReactorCore
import ReactorTerminalCore
import Synchronization

/// A stage in memory with a virtual clock, on which a tape plays instantly and always produces the same result.
///
/// ```swift
/// let stage = HeadlessStage(size: tape.settings.size())
/// let result = try await stage.perform {
///   stage.window.root.content = NavigationStack(root: makeScreen(clock: stage.clock))
///   return try await Player(tape, on: stage).play()
/// }
/// ```
///
/// After each command, the stage waits until the program is idle: the queue of the main actor is empty, and there is no
/// ``ExternalWork``. Effects use that queue. In a process that has called `BackgroundExecutor.replaceGlobalThreads()`
/// and waits in `EventLoop.block(on:)`, all other tasks use it, too. In other cases, such as a test, other tasks are
/// considered finished when the executor of effects has received no new job for as many turns as a chain of effects may
/// need. Only then does the clock advance, from one deadline to the next, with a frame after each. Work inside the
/// program is therefore always finished before the next command. For work outside the program, use `Wait` in the tape,
/// or have the program report it.
@MainActor
public final class HeadlessStage: Stage {
  /// The window of the program.
  public let window: Window
  /// The clock of the program.
  public let clock: VirtualClock
  /// The recorder of the performance, if it is recorded.
  package let recorder: CastRecorder?
  /// Whether the program has ended.
  public private(set) var hasEnded = false

  /// A closure that receives the window of each new stage, for tests that check its frames.
  package static var opened: (@MainActor (Window) -> Void)?

  private let externalWork: ExternalWork
  private let executor = StageExecutor()
  /// Whether all work of the program is on the main queue, so that the program is idle when that queue is empty.
  private var mainQueueHasAllWork = false
  /// Whether the program has been idle since the last check.
  private var isIdle = false

  /// The number of seconds of real time after which the stage stops waiting for external work.
  private static let externalWorkLimit = 60

  /// Creates a stage.
  ///
  /// - Parameters:
  ///   - size: The size of the screen.
  ///   - theme: The theme of the window.
  ///   - capabilities: The capabilities that the views see.
  ///   - clock: The clock of the program.
  ///   - recorder: A recorder that receives every frame, as bytes for a terminal of type `xterm-256color`.
  ///   - externalWork: The way in which the stage is notified of external work.
  public init(
    size: Size = Size(width: 80, height: 24), theme: Theme = .dark, capabilities: Capabilities = Capabilities(),
    clock: VirtualClock = VirtualClock(), recorder: CastRecorder? = nil,
    externalWork: ExternalWork = .unknown(grace: .milliseconds(5))
  ) {
    self.clock = clock
    self.recorder = recorder
    self.externalWork = externalWork
    let surface: any Surface =
      recorder.map { CastSurface($0, capabilities: capabilities) }
      ?? HeadlessTerminal(size: size, capabilities: capabilities)
    window = Window(size: size, surface: surface, theme: theme, clock: clock)
    Self.opened?(window)
    recorder?.follow { [clock] in clock.now.offset }
  }

  /// Runs `body` with the stage's executor. The program must be created and used inside `body`.
  public func perform<Value>(_ body: () async throws -> Value) async rethrows -> Value {
    isIdle = false
    return try await EffectExecutor.$current.withValue(executor) {
      // The player's task also resumes on the queue of the main actor. On the thread pool, it would resume before or
      // after the work that it has started, depending on the machine's load. Its jobs do not count as effects.
      try await BackgroundExecutor.withGlobalTasksOnMainQueue { isComplete in
        mainQueueHasAllWork = isComplete && EventLoop.isBlocking
        defer { mainQueueHasAllWork = false }
        return try await withTaskExecutorPreference(StageExecutor(), operation: body)
      }
    }
  }

  /// Marks the program as ended. Call this method when the program quits.
  public func end() { hasEnded = true }

  // MARK: Stage

  /// Sends an event to the program, waits until it is idle, and draws the result.
  package func deliver(_ event: Event) async throws {
    window.handle([event])
    try await waitUntilIdle()
  }

  /// Advances the clock, deadline by deadline.
  package func advance(by duration: Duration) async throws {
    if mayBeBusy { try await waitUntilIdle() }
    let target = clock.now.advanced(by: duration)
    while let next = clock.nextDeadline, next <= target, !hasEnded { try await step() }
    clock.skip(to: target)
  }

  /// Advances the clock, deadline by deadline, until `condition` holds or `timeout` has passed.
  package func wait(until condition: () throws -> Bool, timeout: Duration) async throws -> Bool {
    let limit = clock.now.advanced(by: timeout)
    if mayBeBusy { try await waitUntilIdle() }
    while true {
      if try condition() { return true }
      if hasEnded { return false }
      let next = clock.nextDeadline
      if case .unknown(let grace) = externalWork,
        try await poll(for: next == nil ? timeout : grace, until: condition)
      {
        return true
      }
      guard let next = clock.nextDeadline, next <= limit else { break }
      try await step()
    }
    clock.skip(to: limit)
    // The condition may also depend on the time.
    return try condition()
  }

  /// Changes the size of the screen.
  package func resize(to size: Size) async throws {
    guard size != window.size else { return }
    recorder?.resize(to: size)
    try await deliver(.resize(size))
  }

  /// Draws the changes since the last frame.
  package func draw() { window.render() }

  // MARK: Idle state

  /// Runs all work that is ready, and draws the result.
  private func waitUntilIdle() async throws {
    isIdle = false
    let start = ContinuousClock.now
    while true {
      // External work that has ended while the queue was being emptied may have enqueued more work.
      let wasBusy = isExternallyBusy
      await settle()
      let isBusy = isExternallyBusy
      if !wasBusy, !isBusy { break }
      guard ContinuousClock.now - start < .seconds(Self.externalWorkLimit) else {
        throw StageError.externalWorkTimedOut(seconds: Self.externalWorkLimit)
      }
      if isBusy { try await RealTime.pause() }
    }
    // Laying out a view for a frame may send an action, whose effects must have started before the clock advances.
    var jobs: Int
    repeat {
      jobs = executor.jobCount
      draw()
      await settle()
    } while executor.jobCount != jobs
    isIdle = true
  }

  private var isExternallyBusy: Bool {
    if case .reported(let isBusy) = externalWork { isBusy() } else { false }
  }

  /// Whether anything may have happened since the program was last idle.
  private var mayBeBusy: Bool {
    if case .unknown = externalWork { true } else { !isIdle }
  }

  /// Advances the clock to the next deadline.
  private func step() async throws {
    await clock.wakeSleepersOfNextDeadline()
    try await waitUntilIdle()
  }

  private func settle() async {
    if mainQueueHasAllWork { return await EventLoop.emptyMainQueue() }
    var before: Int
    repeat {
      before = executor.jobCount
      // An unstructured task runs on the thread pool, without the player's executor preference, so that the program's
      // work on the pool also runs.
      await Task { await MainActorTurns.yield() }.value
    } while executor.jobCount != before
  }

  /// Polls in real time until external work makes `condition` true or `duration` has passed.
  private func poll(for duration: Duration, until condition: () throws -> Bool) async throws -> Bool {
    let start = ContinuousClock.now
    let jobs = executor.jobCount
    repeat {
      try await RealTime.pause()
      await settle()
      draw()
      if try condition() { return true }
      // The result of external work may have set a timer. In that case, the clock continues.
      if executor.jobCount != jobs, clock.nextDeadline != nil { return false }
    } while ContinuousClock.now - start < duration
    return false
  }
}

/// Real time, which is used for external work.
private enum RealTime {
  static func pause() async throws { try await Task.sleep(for: .milliseconds(1), clock: ContinuousClock()) }
}

/// The way in which a ``HeadlessStage`` is notified of external work, which uses neither the program's clock nor the
/// executor of effects: a server, another process, or a library with its own threads.
///
/// The virtual clock may advance only while no work is in progress; otherwise, a `Wait` would time out before the first
/// byte arrives. The stage itself observes effects and timers.
public enum ExternalWork {
  /// There is no external work. The performance is as fast as possible and always the same.
  case none
  /// The program reports its external work, and the clock stands still while there is any. The performance is always
  /// the same.
  case reported(by: @MainActor () -> Bool)
  /// External work cannot be observed. Before each step of the clock, a `Wait` allows `grace` of real time, and it
  /// allows its whole timeout while nothing is scheduled on the clock. The order of events may vary.
  case unknown(grace: Duration)
}

/// An executor that runs the background work of effects on the queue of the main actor, so that events always occur in
/// the same order and all work is finished when the queue is empty.
final class StageExecutor: TaskExecutor {
  private let jobs = Atomic<Int>(0)

  /// The number of jobs enqueued so far.
  var jobCount: Int { jobs.load(ordering: .relaxed) }

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.add(1, ordering: .relaxed)
    let job = UnownedJob(job)
    DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
