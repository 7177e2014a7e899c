import ReactorCore

/// The events of one reactor in a session, as steps of a test that starts in its initial state.
@MainActor
struct TestSteps {
  /// A mutation with the states around it.
  struct Change {
    let mutation: any Sendable
    let before: any Sendable
    let after: any Sendable
  }

  enum Result {
    case change(Change)
    case output(any Sendable)
  }

  struct Step {
    enum Kind {
      /// An action, with the mutations and outputs that it caused immediately.
      case send(any Sendable, [Result])
      /// A mutation or an output of an effect or of a merged stream.
      case receive(Result)
      case failure
      /// The end of an effect.
      case end
    }

    var kind: Kind
    let epoch: Int
    let time: Duration
    /// Whether an effect was already running, so that time matters.
    let isWaiting: Bool
  }

  private(set) var steps: [Step] = []
  private var running: Set<Int>
  private let lane: Int

  /// Whether effects are running after the last step.
  var isUnfinished: Bool { !running.isEmpty }

  /// Creates the steps up to the last epoch. They start at the last time before the first epoch when the reactor had
  /// its initial state and no running effects.
  init(_ epochs: some RandomAccessCollection<Epoch>, of lane: Int, in log: InspectorLog) throws(TestCodeError) {
    self.lane = lane
    running = Self.effectsBefore(log, lane)
    let name = log.lanes[lane].name
    guard let first = epochs.first?.number, let last = epochs.last?.number else { throw .nothingHappened(lane: name) }
    // If no recorded mutation has changed the state, it is still the current one.
    var state = log.state(of: lane, after: 0)
    if state == nil { state = log.lanes[lane].source.presentState }
    guard let initial = log.lanes[lane].initialState else { throw .unknownBeginning(lane: name) }
    var isAtBeginning = false
    for epoch in log.epochs.prefix(while: { $0.number <= last }) {
      if epoch.followsGap { isAtBeginning = false }
      if epoch.number <= first, running.isEmpty, let known = state, StateAssignments.areSame(known, initial) {
        steps = []
        isAtBeginning = true
      }
      add(epoch, &state)
    }
    guard isAtBeginning else { throw .unknownBeginning(lane: name) }
    guard steps.contains(where: { $0.epoch >= first }) else { throw .nothingHappened(lane: name) }
  }

  /// Returns the effects that were started before the first recorded epoch.
  private static func effectsBefore(_ log: InspectorLog, _ lane: Int) -> Set<Int> {
    let first = log.epochs.first?.number ?? 0
    var effects = Set(log.running.filter { $0.id.lane == lane && $0.epoch ?? 0 < first }.map(\.id.number))
    var started: Set<Int> = []
    for item in log.epochs.lazy.flatMap(\.items) where item.lane == lane {
      switch item.kind {
      case .effectStarted(let number): started.insert(number)
      case .effectEmitted(let number), .effectFinished(let number), .effectFailed(let number, _),
        .effectCanceled(let number):
        if !started.contains(number) { effects.insert(number) }
      default: break
      }
    }
    return effects
  }

  private mutating func add(_ epoch: Epoch, _ state: inout (any Sendable)?) {
    var mutation: (any Sendable)?
    var action: Int?
    for item in epoch.items where item.lane == lane {
      switch item.kind {
      // The reactor sends its own actions in the test as well.
      case .action(let value) where !item.isOwnAction:
        action = steps.count
        add(.send(value, []), epoch, item)
      case .mutation(let value): mutation = value
      case .state(let before, let after):
        if let mutation, let before = before ?? state {
          add(.change(Change(mutation: mutation, before: before, after: after)), action, epoch, item)
        }
        mutation = nil
        state = after
      case .output(let value): add(.output(value), action, epoch, item)
      case .effectStarted(let number): running.insert(number)
      case .effectFinished(let number), .effectCanceled(let number):
        add(.end, epoch, item)
        running.remove(number)
      case .effectFailed(let number, _):
        add(.failure, epoch, item)
        running.remove(number)
      case .action, .command, .effectEmitted, .step, .redraw: break
      }
    }
  }

  /// Adds a result to the action that it belongs to, or as a separate step.
  private mutating func add(_ result: Result, _ action: Int?, _ epoch: Epoch, _ item: Epoch.Item) {
    if let action, case .send(let value, let results) = steps[action].kind {
      steps[action].kind = .send(value, results + [result])
    } else {
      add(.receive(result), epoch, item)
    }
  }

  private mutating func add(_ kind: Step.Kind, _ epoch: Epoch, _ item: Epoch.Item) {
    steps.append(Step(kind: kind, epoch: epoch.number, time: item.time, isWaiting: !running.isEmpty))
  }
}
