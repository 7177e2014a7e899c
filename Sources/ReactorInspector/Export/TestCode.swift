import ReactorCore

extension InspectorLog {
  /// Returns a test that drives a reactor through some epochs and states every mutation, every change of the
  /// state, and every output.
  ///
  /// ```swift
  /// let code = try log.testCode(of: 1...3, lane: 0)
  /// ```
  ///
  /// The test starts with the reactor in its initial state. It therefore also contains all events since the reactor
  /// last had that state before the first epoch, and everything up to the last epoch. Actions are those that passed
  /// through `transform(action:)`, except those that the reactor itself sent, because it sends them in the test as
  /// well. If the reactor's effects take time, the test creates it with a `clock`; add its other dependencies. Structs
  /// are written with their memberwise initializers. Secrets are replaced by a placeholder.
  ///
  /// In a test, the body of a `run` starts while the action is sent, and not in a later turn as in a program. If it
  /// emits before it suspends, move the first `receive` calls into the `expect` closure of the action.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the epochs.
  ///   - lane: The reactor, as an index of ``lanes``.
  /// - Throws: ``TestCodeError``.
  public func testCode(of numbers: some Sequence<Int>, lane: Int) throws(TestCodeError) -> String {
    guard lanes.indices.contains(lane) else { throw .noReactor(lane: "Lane \(lane)") }
    let lane = (index: lane, value: lanes[lane])
    guard lane.value.kind == .reactor else { throw .noReactor(lane: lane.value.name) }
    let marked = Set(numbers).sorted().compactMap(epoch)
    let path = String(reflecting: lane.value.source.type)
    // The type of a private declaration cannot be named in other files.
    guard !path.contains("(") else {
      throw .noLiteral(type: path, path: "the reactor", epoch: marked.first?.number ?? 0)
    }
    var code = TestCode(of: path)
    try code.add(TestSteps(marked, of: lane.index, in: self), titles: input)
    return code.text
  }

  private func input(_ number: Int) -> String? {
    guard let trigger = epoch(number)?.trigger, case .input = trigger else { return nil }
    return TraceText.title(of: trigger, lanes: lanes).filter { !$0.isNewline }
  }
}

/// The source of a test of one reactor.
@MainActor
private struct TestCode {
  private var lines: [String] = []
  private var usesClock = false
  private var isUnfinished = false
  /// The time that the test's clock has reached, in milliseconds since the recording began.
  private var now = 0
  private let module: String
  private let reactor: String
  private var literal = SwiftLiteral()

  init(of path: String) {
    module = String(path.prefix { $0 != "." })
    reactor = String(path.dropFirst(module.count + 1))
  }

  mutating func add(_ session: TestSteps, titles: (Int) -> String?) throws(TestCodeError) {
    isUnfinished = session.isUnfinished
    var epoch = 0
    for step in session.steps {
      if step.epoch != epoch {
        epoch = step.epoch
        if let title = titles(epoch) { add("// \(title)") }
      }
      wait(for: step)
      do throws(SwiftLiteral.Failure) {
        try add(step)
      } catch {
        throw .noLiteral(type: error.type, path: error.path, epoch: step.epoch)
      }
    }
    add("await store.finish()")
  }

  /// Advances the clock to a step, if anything waits for it. Fractions of milliseconds are rounded up, because real
  /// clocks are late.
  private mutating func wait(for step: TestSteps.Step) {
    let time = (TraceText.nanoseconds(step.time) + 999_999) / 1_000_000
    if step.isWaiting, time > now {
      usesClock = true
      add("await clock.advance(by: .milliseconds(\(time - now)))")
    }
    now = max(now, time)
  }

  private mutating func add(_ step: TestSteps.Step) throws(SwiftLiteral.Failure) {
    switch step.kind {
    case .send(let action, let results):
      let call = "store.send(\(try literal.text(of: action, path: "action")))"
      guard !results.isEmpty else { return add(call) }
      add("\(call) { expect in")
      for result in results { try add(result, call: "expect", indent: 1) }
      add("}")
    case .receive(let result): try add(result, call: "await store.receive", indent: 0)
    case .failure: add("await store.receiveError()")
    case .end: break
    }
  }

  private mutating func add(_ result: TestSteps.Result, call: String, indent: Int) throws(SwiftLiteral.Failure) {
    switch result {
    case .change(let change): try add(change, call: call, indent: indent)
    case .output(let value): add("\(call)(output: \(try literal.text(of: value, path: "output")))", indent)
    }
  }

  private mutating func add(_ change: TestSteps.Change, call: String, indent: Int) throws(SwiftLiteral.Failure) {
    let call = "\(call)(\(try literal.text(of: change.mutation, path: "mutation")))"
    let assignments = try StateAssignments.between(change.before, and: change.after, &literal)
    let short = "\(call) { \(assignments.joined(separator: "; ")) }"
    switch assignments.count {
    case 0: add(call, indent)
    case 1 where short.count <= 110: add(short, indent)
    default:
      add("\(call) {", indent)
      for assignment in assignments { add(assignment, indent + 1) }
      add("}", indent)
    }
  }

  private mutating func add(_ line: String, _ indent: Int = 0) {
    lines.append(String(repeating: "  ", count: indent) + line)
  }

  /// The contents of the file.
  var text: String {
    let suite = reactor.filter { $0.isLetter || $0.isNumber }
    let creation = [usesClock ? "\(reactor)(clock: clock)" : "\(reactor)()", isUnfinished ? "exhaustivity: .off" : nil]
    var body = usesClock ? ["let clock = VirtualClock()"] : []
    if isUnfinished { body.append("// Effects are still running at the end.") }
    body.append("let store = TestStore(\(creation.compactMap(\.self).joined(separator: ", ")))")
    body += [""] + lines
    // Memberwise initializers in other modules of the program are not public.
    let modules = literal.modules.union([module])
    let usesFoundation = modules.contains { $0.hasPrefix("Foundation") }
    let imports = ["ReactorCore", "ReactorTesting", "Testing"]
    let testable = modules.subtracting(imports)
      .filter { $0 != "Swift" && $0.first != "_" && !$0.hasPrefix("Foundation") }.sorted()
    let hasSecrets = lines.contains { $0.contains(SwiftLiteral.placeholder) }
    return """
      // Written by the inspector from a recorded session.\(hasSecrets ? " \(SwiftLiteral.placeholder) replaces secrets." : "")
      \(((usesFoundation ? ["Foundation"] : []) + imports).map { "import \($0)" }.joined(separator: "\n"))

      \(testable.map { "@testable import \($0)" }.joined(separator: "\n"))

      @MainActor
      struct \(suite)SessionTests {
        @Test func `the recorded session leads to the same states`() async {
      \(body.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n"))
        }
      }

      """
  }
}

/// The reason why no test can be generated for some epochs.
public enum TestCodeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The lane belongs to a view or a flow.
  case noReactor(lane: String)
  /// The reactor received no action and no mutation in the epochs.
  case nothingHappened(lane: String)
  /// The reactor was not in its initial state when the recording began, its first epochs are no longer kept, or the
  /// recording has since been paused.
  case unknownBeginning(lane: String)
  /// A value has a type whose values cannot be written in Swift, such as a class.
  case noLiteral(type: String, path: String, epoch: Int)

  /// A message that names the reason and what to do.
  public var description: String {
    switch self {
    case .noReactor(let lane): "\(lane) is not a reactor, so it has no test. Choose a reactor."
    case .nothingHappened(let lane):
      "\(lane) received no action and no mutation in the marked epochs. Mark other epochs."
    case .unknownBeginning(let lane):
      "A test of \(lane) starts with its initial state, which was not recorded. Record from the start of the program without pausing."
    case .noLiteral(let type, let path, let epoch):
      "The value of \(path) in epoch \(epoch) cannot be written in a test, because \(type) has no literal. "
        + "Mark only earlier epochs."
    }
  }
}
