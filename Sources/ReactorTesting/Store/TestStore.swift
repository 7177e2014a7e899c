import ReactorCore
import Testing

/// Drives a reactor in a test, which has to state everything that happens: every mutation, every change of the state,
/// every error that nobody caught, and the end of every effect. What it does not state fails it.
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
/// Mutations and states are compared by `==` where they are `Equatable`, else by what reflection finds in them. A pulse
/// counts as changed whenever it was assigned: a test states an event by assigning it. States are those that `reduce`
/// made, before `transform(state:)`.
@MainActor
public final class TestStore<R: Reactor> {
  /// The reactor under test.
  public let reactor: R
  /// The state after the last mutation that was stated.
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

  /// Takes over the reactor's reports and builds its pipeline: what its transforms send at first use is to be stated
  /// with ``receive(_:within:sourceLocation:_:)``.
  ///
  /// - Parameter report: where failures go; by default they are issues of the running test.
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

  /// Sends an action. `expect` states the mutations that it leads to before `send` returns; none, when left out.
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
  /// - Parameter patience: how long to wait for it, in real time; it returns as soon as the mutation is there.
  public func receive(
    _ mutation: R.Mutation, within patience: Duration = .seconds(10),
    sourceLocation: SourceLocation = #_sourceLocation, _ change: (inout R.State) -> Void = { _ in }
  ) async {
    await wait(patience) { !self.steps.isEmpty }
    verify(mutation, sourceLocation, "no mutation came within \(patience)", change)
  }

  /// Expects an error that nobody caught, and answers with it; nil, and a failure, when none came.
  @discardableResult
  public func receiveError(
    within patience: Duration = .seconds(10), sourceLocation: SourceLocation = #_sourceLocation
  ) async -> (any Error)? {
    await wait(patience) { !self.errors.isEmpty }
    if errors.isEmpty {
      report("An error was expected, but none came within \(patience).", sourceLocation)
      return nil
    }
    return errors.removeFirst()
  }

  /// Ends the test of this reactor: fails for every mutation and error that was not stated, and for effects that are
  /// still running.
  ///
  /// - Parameter patience: how long effects may take to end, in real time; it returns as soon as they have.
  public func finish(
    within patience: Duration = .seconds(10), sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await wait(patience) { self.reactor.store.runningEffects == 0 || !self.steps.isEmpty || !self.errors.isEmpty }
    isFinished = true
    reportEnd("when the test finished", sourceLocation)
    reactor.store.record(nil)
    reactor.store.onUnhandledError(nil)
    reactor.store.onIdle(nil)
  }

  // MARK: Waiting

  private func wait(_ patience: Duration, until isMet: () -> Bool) async {
    let deadline = ContinuousClock.now + patience
    while !isMet(), ContinuousClock.now < deadline {
      let timeout = Task { [weak self] in
        try? await ContinuousClock().sleep(until: deadline)
        self?.wake()
      }
      await withCheckedContinuation { waiter = $0 }
      timeout.cancel()
    }
  }

  private func wake() {
    waiter?.resume()
    waiter = nil
  }

  // MARK: Judging

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
        "Another mutation came", ValueTree(mutation), ValueTree(step.mutation), location)
    }
    var expected = before
    change(&expected)
    let stamps = PulseStamps.all(in: before)
    let expectedEvents = PulseStamps.fired(from: stamps, to: PulseStamps.all(in: expected))
    let actualEvents = PulseStamps.fired(from: stamps, to: PulseStamps.all(in: step.state))
    if expectedEvents == actualEvents, areEqual(expected, step.state) { return }
    reportDifference(
      "The state after \(ValueTree(mutation).inline) is another", ValueTree(expected, firedPulses: expectedEvents),
      ValueTree(step.state, firedPulses: actualEvents), location)
  }

  private func reportDifference(
    _ title: String, _ expected: ValueTree, _ actual: ValueTree, _ location: SourceLocation
  ) {
    let lines = ValueDifference(expected: expected, actual: actual).lines
    guard !lines.isEmpty else {
      return report("\(title): both read \(actual.inline), but == says that they differ.", location)
    }
    report("\(title) (- expected, + actual):\n\n\(lines.joined(separator: "\n"))\n", location)
  }

  private func reportLeftovers(_ moment: String, _ location: SourceLocation) {
    reportSteps(moment, location)
    for error in errors { report("An error was left unstated \(moment): \(error)", location) }
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
    report("\(count) left unstated \(moment):\n\n\(lines.joined(separator: "\n"))\n", location)
    steps = []
  }
}
