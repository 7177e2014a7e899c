import ReactorCore
import Testing

/// A test driver for a reactor. The test must state everything that happens: every mutation, every state change, every
/// output, every unhandled error, and the end of every effect. Anything unstated fails the test.
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
/// Mutations and states are compared with `==` if they are `Equatable`. Otherwise, their properties, elements and
/// payloads are compared recursively until `Equatable` values are found. A pulse counts as changed whenever it is
/// assigned, so a test states an event by assigning the pulse. A reactor inside the state equals another reactor of the
/// same type with an equal state, so a test states a row by creating a reactor. Any other object is equal only to
/// itself, regardless of its contents, and a closure only to copies of itself. To receive a mutation with a closure,
/// use ``receive(where:within:sourceLocation:_:)``. States are the results of `reduce`, before `transform(state:)`.
///
/// With the exhaustivity ``Exhaustivity/off``, a test states only what it is about.
@MainActor
public final class TestStore<R: Reactor> {
  /// The reactor under test.
  public let reactor: R
  /// The state after the last stated mutation.
  public private(set) var state: R.State

  private struct Step {
    let event: StoreEvent<R>
    let state: R.State
  }

  private var steps: [Step] = []
  private var errors: [any Error] = []
  private var isFinished = false
  private var waiter: CheckedContinuation<Void, Never>?
  private let exhaustivity: Exhaustivity
  private let origin: SourceLocation
  private let report: FailureReport

  /// Creates a store for a reactor and builds the reactor's pipeline.
  ///
  /// Mutations that the transforms send at first use must be stated with ``receive(_:within:sourceLocation:_:)``.
  ///
  /// - Parameters:
  ///   - reactor: The reactor under test.
  ///   - exhaustivity: Whether the test must state everything that happens.
  ///   - sourceLocation: The location of failures that are reported when the store is released.
  ///   - report: A closure that receives failures; by default, it records issues in the running test.
  public init(
    _ reactor: R, exhaustivity: Exhaustivity = .on, sourceLocation: SourceLocation = #_sourceLocation,
    report: @escaping FailureReport = { recordIssue($0, at: $1) }
  ) {
    self.reactor = reactor
    self.exhaustivity = exhaustivity
    self.report = report
    state = reactor.initialState
    origin = sourceLocation
    reactor.store.record(
      { [weak self] in self?.add(.mutation($0), $1) }, outputs: { [weak self] in self?.add(.output($0), $1) })
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

  private func add(_ event: StoreEvent<R>, _ state: R.State) {
    steps.append(Step(event: event, state: state))
    wake()
  }

  // MARK: Driving

  /// Sends an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - sourceLocation: The location of failures.
  ///   - expect: A closure that states the mutations and outputs that the action causes before `send` returns. By
  ///     default, there are none.
  public func send(
    _ action: R.Action, sourceLocation: SourceLocation = #_sourceLocation,
    _ expect: (Expectations<R>) -> Void = { _ in }
  ) {
    guard !isOver(sourceLocation) else { return }
    let name = ValueTree(action).summary
    reportLeftovers("before \(name) was sent", sourceLocation)
    if exhaustivity == .off { skip() }
    reactor.action.send(action)
    expect(
      Expectations { [self] event, location, change in
        verify(.event(event), location, "\(name) led to no further \(event.kind)", change)
      })
    reportSteps("after \(name) was sent", sourceLocation)
  }

  /// Expects `mutation` to follow, from an effect or a merged stream, and to change the state as `change` does.
  ///
  /// - Parameters:
  ///   - mutation: The expected mutation.
  ///   - timeout: The maximum time to wait, in real time. The method returns as soon as the mutation arrives. By
  ///     default, 10 seconds while an effect is running or a transform adds a stream, because their work may be on
  ///     another thread, and a quarter of a second if only another action could lead to a mutation.
  ///   - sourceLocation: The location of failures.
  ///   - change: A closure that applies the expected change to the state as it was before the mutation.
  public func receive(
    _ mutation: R.Mutation, within timeout: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation, _ change: (inout R.State) -> Void = { _ in }
  ) async {
    await receive(.event(.mutation(mutation)), timeout, sourceLocation, change)
  }

  /// Expects an output to follow.
  ///
  /// - Parameters:
  ///   - output: The expected output.
  ///   - timeout: The maximum time to wait, as for ``receive(_:within:sourceLocation:_:)``.
  ///   - sourceLocation: The location of failures.
  public func receive(
    output: R.Base.Output, within timeout: Duration? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await receive(.event(.output(output)), timeout, sourceLocation) { _ in }
  }

  /// Expects a mutation that satisfies a condition to follow, from an effect or a merged stream, and to change the
  /// state as `change` does.
  ///
  /// ```swift
  /// await store.receive(where: { if case .loaded = $0 { true } else { false } }) { $0.isLoading = false }
  /// ```
  ///
  /// - Parameters:
  ///   - condition: The condition for the next mutation. Without exhaustivity, any of the next mutations may satisfy
  ///     it.
  ///   - timeout: The maximum time to wait, in real time. The method returns as soon as the mutation arrives. By
  ///     default, 10 seconds while an effect is running or a transform adds a stream, because their work may be on
  ///     another thread, and a quarter of a second if only another action could lead to a mutation.
  ///   - sourceLocation: The location of failures.
  ///   - change: A closure that applies the expected change to the state as it was before the mutation.
  public func receive(
    where condition: @escaping @MainActor (R.Mutation) -> Bool, within timeout: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation, _ change: (inout R.State) -> Void = { _ in }
  ) async {
    await receive(.condition(condition), timeout, sourceLocation, change)
  }

  private func receive(
    _ expected: ExpectedEvent<R>, _ timeout: Duration?, _ location: SourceLocation,
    _ change: (inout R.State) -> Void
  ) async {
    guard !isOver(location) else { return }
    let waited = await wait(timeout) { self.index(of: expected) != nil }
    verify(expected, location, "no \(expected.kind) arrived within \(waited)\(RunningWork.suffix(of: reactor))", change)
  }

  /// Expects an unhandled error.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time to wait, in real time. The default is that of
  ///     ``receive(_:within:sourceLocation:_:)``.
  ///   - sourceLocation: The location of failures.
  /// - Returns: The error. If none arrived, records a failure and returns `nil`.
  @discardableResult
  public func receiveError(
    within timeout: Duration? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async -> (any Error)? {
    guard !isOver(sourceLocation) else { return nil }
    let waited = await wait(timeout) { !self.errors.isEmpty }
    if errors.isEmpty {
      let work = RunningWork.suffix(of: reactor)
      report("An error was expected, but none arrived within \(waited)\(work).", sourceLocation)
      return nil
    }
    return errors.removeFirst()
  }

  /// Ends the test of this reactor. With exhaustivity, fails for every unstated mutation and error, and for effects
  /// that are still running. Anything sent or expected afterward fails, because it would not be checked.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time to wait for effects to end, in real time. The method returns as soon as they have.
  ///   - sourceLocation: The location of failures.
  public func finish(
    within timeout: Duration = .seconds(10), sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    guard !isOver(sourceLocation) else { return }
    if exhaustivity == .on {
      _ = await wait(timeout) { self.reactor.store.runningEffects == 0 || !self.steps.isEmpty || !self.errors.isEmpty }
    }
    isFinished = true
    reportEnd("when the test finished", sourceLocation)
    reactor.store.record(nil)
    reactor.store.onUnhandledError(nil)
    reactor.store.onIdle(nil)
  }

  // MARK: Waiting

  /// Waits for a condition.
  ///
  /// - Parameter timeout: The maximum time to wait, or `nil` for a time that depends on the running work.
  /// - Returns: The time after which the method gave up, if it did.
  private func wait(_ timeout: Duration?, until isMet: () -> Bool) async -> Duration {
    let start = ContinuousClock.now
    var end = (isIdle: false, instant: start + (timeout ?? .seconds(10)))
    while !isMet() {
      let now = ContinuousClock.now
      let isIdle = timeout == nil && !reactor.store.canEmit
      if isIdle != end.isIdle { end = (isIdle, now + (isIdle ? .milliseconds(250) : .seconds(10))) }
      guard now < end.instant else { return timeout ?? (isIdle ? .milliseconds(250) : .seconds(10)) }
      let wakeUp = Task { [weak self, instant = end.instant] in
        try? await ContinuousClock().sleep(until: instant)
        self?.wake()
      }
      await withCheckedContinuation { waiter = $0 }
      wakeUp.cancel()
    }
    return timeout ?? .zero
  }

  private func wake() {
    waiter?.resume()
    waiter = nil
  }

  // MARK: Verifying

  /// Returns the index of the step to compare with an expected mutation: the first step or, without exhaustivity, the
  /// first one that meets the expectation.
  private func index(of expected: ExpectedEvent<R>) -> Int? {
    switch exhaustivity {
    case .on: steps.isEmpty ? nil : 0
    case .off: steps.firstIndex { expected.isMet(by: $0.event) }
    }
  }

  private func verify(
    _ expected: ExpectedEvent<R>, _ location: SourceLocation, _ absence: String,
    _ change: (inout R.State) -> Void
  ) {
    guard let index = index(of: expected) else {
      return report("\(expected.name) was expected, but \(absence).", location)
    }
    let before = index == 0 ? state : steps[index - 1].state
    let step = steps[index]
    steps.removeSubrange(...index)
    state = step.state
    guard expected.isMet(by: step.event) else {
      switch expected {
      case .event(let event):
        let difference = ValueDifference(expected: event.tree, actual: step.event.tree)
        let unreadable = ValueEquality.unreadableDifferences(event.value, step.event.value)
        let kind = event.kind == step.event.kind ? event.kind : "event"
        reportDifference("A different \(kind) arrived", difference, unreadable, location)
      case .condition:
        report("The \(step.event.kind) does not satisfy the condition: \(step.event.tree.summary).", location)
      }
      return
    }
    verifyState(after: step, from: before, location, change)
  }

  private func verifyState(
    after step: Step, from before: R.State, _ location: SourceLocation, _ change: (inout R.State) -> Void
  ) {
    // Without exhaustivity, values that `change` does not assign are taken from the actual state.
    let basis = exhaustivity == .on ? before : step.state
    var expected = basis
    change(&expected)
    let (old, new) = (PulseStamps(of: before), PulseStamps(of: step.state))
    let expectedEvents = PulseStamps(of: expected).fired(since: exhaustivity == .on ? old : new)
    let actualEvents = new.fired(since: old)
    let areEventsExpected =
      exhaustivity == .on ? expectedEvents == actualEvents : expectedEvents.isSubset(of: actualEvents)
    if areEventsExpected, ValueEquality.areEqual(expected, step.state) { return }
    let difference = ValueDifference(
      expected: ValueTree(expected, firedPulses: expectedEvents),
      actual: ValueTree(step.state, firedPulses: actualEvents))
    var unreadable = ValueEquality.unreadableDifferences(expected, step.state)
    if difference.lines.isEmpty, unreadable.isEmpty {
      unreadable = Self.unreadableEvents(expected: expectedEvents, actual: actualEvents)
    }
    reportDifference("The state after \(step.event.tree.summary) is different", difference, unreadable, location)
  }

  /// Returns a line for each pulse that was assigned in only one of two states whose texts do not show the difference.
  private static func unreadableEvents(expected: Set<String>, actual: Set<String>) -> [String] {
    let lines =
      actual.subtracting(expected).sorted().map { "\($0): was assigned" }
      + expected.subtracting(actual).sorted().map { "\($0): was not assigned" }
    return lines.count <= most ? lines : lines.prefix(most) + ["… \(ShortText.grouped(lines.count - most)) more"]
  }

  /// The maximum number of events, steps and errors shown in a failure.
  private static var most: Int { 20 }

  /// Drops the mutations that arrived before an action, because the mutations that the action causes are stated next.
  private func skip() {
    state = steps.last?.state ?? state
    steps = []
  }

  private func reportDifference(
    _ title: String, _ difference: ValueDifference, _ unreadable: [String], _ location: SourceLocation
  ) {
    let lines = difference.lines + unreadable.map { "  \($0)" }
    report("\(title) (- expected, + actual):\n\n\(lines.joined(separator: "\n"))\n", location)
  }

  /// Returns whether the store has finished. If so, reports a failure.
  private func isOver(_ location: SourceLocation) -> Bool {
    if isFinished { report("The test store checks nothing after finish(). Call finish() last.", location) }
    return isFinished
  }

  private func reportLeftovers(_ moment: String, _ location: SourceLocation) {
    guard exhaustivity == .on else { return errors = [] }
    reportSteps(moment, location)
    for error in errors.prefix(Self.most) {
      let text = ShortText.beginning(of: "\(error)", most: 400)
      report("An error was not stated \(moment): \(text)", location)
    }
    if errors.count > Self.most {
      report("\(ShortText.grouped(errors.count - Self.most)) more errors were not stated \(moment).", location)
    }
    errors = []
  }

  private func reportEnd(_ moment: String, _ location: SourceLocation) {
    reportLeftovers(moment, location)
    let running = reactor.store.runningEffects
    guard running > 0, exhaustivity == .on else { return }
    let work = RunningWork.description(of: reactor)
    report("\(running) effect\(running == 1 ? " was" : "s were") still running \(moment)\(work).", location)
  }

  private func reportSteps(_ moment: String, _ location: SourceLocation) {
    guard exhaustivity == .on, !steps.isEmpty else { return }
    var lines: [String] = []
    for step in steps.prefix(Self.most) {
      lines += ValueDifference.lines(of: step.event.tree, mark: "+")
      let events = PulseStamps(of: step.state).fired(since: PulseStamps(of: state))
      let change = ValueDifference(
        expected: ValueTree(state), actual: ValueTree(step.state, firedPulses: events))
      let unreadable = ValueEquality.unreadableDifferences(state, step.state).map { "  \($0)" }
      lines += (change.lines + unreadable).map { "      \($0)" }
      state = step.state
    }
    if let last = steps.last, steps.count > Self.most {
      lines.append("… \(ShortText.grouped(steps.count - Self.most)) more")
      state = last.state
    }
    let kind = Set(steps.map(\.event.kind)).count == 1 ? steps[0].event.kind : "event"
    let count = steps.count == 1 ? "1 \(kind) was" : "\(ShortText.grouped(steps.count)) \(kind)s were"
    report("\(count) not stated \(moment):\n\n\(lines.joined(separator: "\n"))\n", location)
    steps = []
  }
}

/// The strictness of a ``TestStore``.
public enum Exhaustivity: Sendable {
  /// The test states every mutation, state change and unhandled error, and waits for every effect.
  case on
  /// The test states only what it is about. Unstated mutations are skipped, and so are errors and effects that are
  /// still running at the end. A change assigns the values that the state is expected to have afterward, such as
  /// `$0.count = 2`; properties that it does not assign may have any value.
  ///
  /// ```swift
  /// let store = TestStore(CarReactor(), exhaustivity: .off)
  /// store.send(.load)
  /// await store.receive(where: \.isLoaded) { $0.title = "Kia K5" }
  /// ```
  case off
}

/// A closure that receives a failed expectation: the message, and its location in the test.
public typealias FailureReport = @MainActor (_ message: String, _ location: SourceLocation) -> Void

/// Records an issue in the running Swift Testing test.
@MainActor
@usableFromInline
package func recordIssue(_ message: String, at location: SourceLocation) {
  Issue.record(Comment(rawValue: message), sourceLocation: location)
}
