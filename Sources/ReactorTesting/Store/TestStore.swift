import ReactorCore
import Testing

/// A driver for a reactor in a test that must state everything that happens: every mutation, every change of the state,
/// every unhandled error, and the end of every effect. Anything unstated fails the test.
///
/// ```swift
/// let clock = VirtualClock()
/// let store = TestStore(CounterReactor(clock: clock))
/// store.send(.increase) { expect in
///   expect(.setLoading(true)) { $0.isLoading = true }
/// }
/// await clock.advance(by: .milliseconds(500))
/// await store.receive(.add(1)) { $0.value = 1 }
/// await store.receive(.setLoading(false)) { $0.isLoading = false }
/// await store.finish()
/// ```
///
/// Mutations and states are compared with `==` if they are `Equatable`, and by reflection otherwise. A pulse counts as
/// changed whenever it is assigned, so a test states an event by assigning the pulse. States are the results of
/// `reduce`, before `transform(state:)`.
@MainActor
public final class TestStore<R: Reactor> {
  /// The reactor under test.
  public let reactor: R
  /// The state after the last stated mutation.
  public private(set) var state: R.State

  private struct Step {
    let mutation: R.Mutation
    let state: R.State
  }

  private var steps: [Step] = []
  private var errors: [any Error] = []
  private var isFinished = false
  private var waiter: CheckedContinuation<Void, Never>?
  private let origin: SourceLocation
  private let report: FailureReport

  /// Creates a store for a reactor and builds the reactor's pipeline.
  ///
  /// Mutations that the transforms send at first use must be stated with ``receive(_:within:sourceLocation:_:)``.
  ///
  /// - Parameters:
  ///   - reactor: The reactor under test.
  ///   - sourceLocation: The location of failures that are reported when the store is released.
  ///   - report: A closure that receives failures; by default, it records issues in the running test.
  public init(
    _ reactor: R, sourceLocation: SourceLocation = #_sourceLocation,
    report: @escaping FailureReport = { recordIssue($0, at: $1) }
  ) {
    self.reactor = reactor
    self.report = report
    state = reactor.initialState
    origin = sourceLocation
    reactor.store.record { [weak self] mutation, state in
      self?.steps.append(Step(mutation: mutation, state: state))
      self?.wake()
    }
    reactor.store.onUnhandledError { [weak self] error in
      self?.errors.append(error)
      self?.wake()
    }
    reactor.store.onIdle { [weak self] in self?.wake() }
    _ = reactor.action
  }

  isolated deinit {
    if !isFinished { reportEnd("when the test store was released", origin) }
  }

  // MARK: Driving

  /// Sends an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - sourceLocation: The location of failures.
  ///   - expect: A closure that states the mutations that the action causes before `send` returns; by default, none.
  public func send(
    _ action: R.Action, sourceLocation: SourceLocation = #_sourceLocation,
    _ expect: (Expectations<R.State, R.Mutation>) -> Void = { _ in }
  ) {
    let name = ValueTree(action).inline
    reportLeftovers("before \(name) was sent", sourceLocation)
    reactor.action.send(action)
    expect(
      Expectations { [self] mutation, location, change in
        verify(mutation, location, "\(name) led to no further mutation", change)
      })
    reportSteps("after \(name) was sent", sourceLocation)
  }

  /// Expects `mutation` next, from an effect or a merged stream, and that it changes the state as `change` does.
  ///
  /// - Parameters:
  ///   - mutation: The expected mutation.
  ///   - timeout: The maximum time to wait, in real time. The method returns as soon as the mutation arrives.
  ///   - sourceLocation: The location of failures.
  ///   - change: A closure that applies the expected change to the state before the mutation.
  public func receive(
    _ mutation: R.Mutation, within timeout: Duration = .seconds(10),
    sourceLocation: SourceLocation = #_sourceLocation, _ change: (inout R.State) -> Void = { _ in }
  ) async {
    await wait(timeout) { !self.steps.isEmpty }
    verify(mutation, sourceLocation, "no mutation arrived within \(timeout)", change)
  }

  /// Expects an unhandled error.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time to wait, in real time.
  ///   - sourceLocation: The location of failures.
  /// - Returns: The error, or `nil`, with a failure, if none arrived.
  @discardableResult
  public func receiveError(
    within timeout: Duration = .seconds(10), sourceLocation: SourceLocation = #_sourceLocation
  ) async -> (any Error)? {
    await wait(timeout) { !self.errors.isEmpty }
    if errors.isEmpty {
      report("An error was expected, but none arrived within \(timeout).", sourceLocation)
      return nil
    }
    return errors.removeFirst()
  }

  /// Ends the test of this reactor. Fails for every unstated mutation and error, and for effects that are still
  /// running.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time to wait for effects to end, in real time. The method returns as soon as they have.
  ///   - sourceLocation: The location of failures.
  public func finish(
    within timeout: Duration = .seconds(10), sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await wait(timeout) { self.reactor.store.runningEffects == 0 || !self.steps.isEmpty || !self.errors.isEmpty }
    isFinished = true
    reportEnd("when the test finished", sourceLocation)
    reactor.store.record(nil)
    reactor.store.onUnhandledError(nil)
    reactor.store.onIdle(nil)
  }

  // MARK: Waiting

  private func wait(_ timeout: Duration, until isMet: () -> Bool) async {
    let deadline = ContinuousClock.now + timeout
    while !isMet(), ContinuousClock.now < deadline {
      let wakeUp = Task { [weak self] in
        try? await ContinuousClock().sleep(until: deadline)
        self?.wake()
      }
      await withCheckedContinuation { waiter = $0 }
      wakeUp.cancel()
    }
  }

  private func wake() {
    waiter?.resume()
    waiter = nil
  }

  // MARK: Verifying

  private func verify(
    _ mutation: R.Mutation, _ location: SourceLocation, _ absence: String, _ change: (inout R.State) -> Void
  ) {
    guard !steps.isEmpty else {
      return report("\(ValueTree(mutation).inline) was expected, but \(absence).", location)
    }
    let step = steps.removeFirst()
    let before = state
    state = step.state
    guard areEqual(mutation, step.mutation) else {
      return reportDifference(
        "A different mutation arrived", ValueTree(mutation), ValueTree(step.mutation), location)
    }
    var expected = before
    change(&expected)
    let stamps = PulseStamps.all(in: before)
    let expectedEvents = PulseStamps.fired(from: stamps, to: PulseStamps.all(in: expected))
    let actualEvents = PulseStamps.fired(from: stamps, to: PulseStamps.all(in: step.state))
    if expectedEvents == actualEvents, areEqual(expected, step.state) { return }
    reportDifference(
      "The state after \(ValueTree(mutation).inline) is different", ValueTree(expected, firedPulses: expectedEvents),
      ValueTree(step.state, firedPulses: actualEvents), location)
  }

  private func reportDifference(
    _ title: String, _ expected: ValueTree, _ actual: ValueTree, _ location: SourceLocation
  ) {
    let lines = ValueDifference(expected: expected, actual: actual).lines
    guard !lines.isEmpty else {
      return report("\(title): both read \(actual.inline), but they are not equal (==).", location)
    }
    report("\(title) (- expected, + actual):\n\n\(lines.joined(separator: "\n"))\n", location)
  }

  private func reportLeftovers(_ moment: String, _ location: SourceLocation) {
    reportSteps(moment, location)
    for error in errors { report("An error was not stated \(moment): \(error)", location) }
    errors = []
  }

  private func reportEnd(_ moment: String, _ location: SourceLocation) {
    reportLeftovers(moment, location)
    let running = reactor.store.runningEffects
    guard running > 0 else { return }
    report("\(running) effect\(running == 1 ? " was" : "s were") still running \(moment).", location)
  }

  private func reportSteps(_ moment: String, _ location: SourceLocation) {
    guard !steps.isEmpty else { return }
    var lines: [String] = []
    for step in steps {
      lines += ValueDifference.lines(of: ValueTree(step.mutation), mark: "+")
      let events = PulseStamps.fired(from: PulseStamps.all(in: state), to: PulseStamps.all(in: step.state))
      let change = ValueDifference(
        expected: ValueTree(state), actual: ValueTree(step.state, firedPulses: events))
      lines += change.lines.map { "      \($0)" }
      state = step.state
    }
    let count = steps.count == 1 ? "1 mutation was" : "\(steps.count) mutations were"
    report("\(count) not stated \(moment):\n\n\(lines.joined(separator: "\n"))\n", location)
    steps = []
  }
}
