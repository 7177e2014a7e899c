import ReactorCore
import ReactorTerminal

/// The recording of a window's program: epochs, newest last, and the running effects.
///
/// It listens from ``start()`` to ``stop()``. A program without a listener incurs no cost. At most ``capacity`` epochs
/// are kept, or fewer if they take more memory than ``memoryLimit``. The oldest epochs are discarded first.
@MainActor
public final class InspectorLog {
  /// The maximum number of epochs that are kept.
  public let capacity: Int
  /// The maximum memory that the epochs may take, in bytes; `nil` for no limit. It is estimated from the memory that
  /// the program allocates.
  public let memoryLimit: Int?
  /// The reactors, flows and views, in the order of their first event.
  public private(set) var lanes: [Lane] = []
  /// The running effects, in the order in which they started.
  public private(set) var running: [RunningEffect] = []
  /// A relay that emits after a change, in the same turn.
  public let changes = Relay<Void>()
  /// A closure called when epochs are discarded because they take too much memory.
  var epochsForgotten: @MainActor () -> Void = {}
  /// Whether new epochs are ignored. Running effects are still tracked.
  public var isPaused = false
  /// Strings that vary between runs, such as the path of a temporary folder, and their replacements in traces.
  public var replacements: [String: String] = [:]
  /// A closure that returns whether input is meant for the debugger itself. Such input and its effects are not
  /// recorded.
  var ignoresInput: @MainActor (Event) -> Bool = { _ in false }

  private weak var window: Window?
  /// Whether an object belongs to the debugger itself and is left out.
  private let isExcluded: @MainActor (ProgramEvent.Source) -> Bool
  /// The epochs, each at the index given by its number modulo ``capacity``.
  private var ring: [Epoch] = []
  var budget: MemoryBudget?
  /// The number of epochs between two measurements of memory, and between two searches for initial states to discard.
  private static let measuringInterval = 64
  private var firstPosition = 0
  private var count = 0
  private var lanesByID: [ObjectIdentifier: KnownObject] = [:]
  private var viewLanes: [String: Int] = [:]
  private var typeCounts: [String: Int] = [:]
  private var currentTurn = 0
  private var isTurnIgnored = false
  /// Whether the newest epoch already has its frame. Anything drawn later, such as a spinner, belongs to no epoch.
  private var isDrawn = false
  /// Whether epochs have been ignored since the newest one, because the recording was paused.
  private var hasGap = false
  /// The number of objects above which released objects are removed.
  private static let mostObjects = 20_000
  private var subscription: (any Disposable)?
  private var startTime: Duration = .zero
  private let now: @MainActor () -> Duration

  /// The default limit of the memory for epochs: 48 MiB.
  public static let standardMemoryLimit = 48 << 20

  /// Creates a recording of a window.
  ///
  /// - Parameters:
  ///   - window: The window of the program.
  ///   - capacity: The maximum number of epochs that are kept.
  ///   - memoryLimit: The maximum memory that the epochs may take, in bytes. Without a limit, the same session always
  ///     has the same epochs.
  ///   - isExcluded: A closure that returns whether a view, reactor or flow is left out.
  public init(
    _ window: Window, capacity: Int = 10_000, memoryLimit: Int? = standardMemoryLimit,
    isExcluded: @escaping @MainActor (ProgramEvent.Source) -> Bool = { _ in false }
  ) {
    self.window = window
    self.capacity = max(1, capacity)
    self.memoryLimit = memoryLimit
    self.isExcluded = isExcluded
    now = { [weak window] in window?.time ?? .zero }
  }

  isolated deinit { subscription?.dispose() }

  // MARK: Recording

  /// Whether the log is listening to events.
  public var isRecording: Bool { subscription != nil }

  /// Starts listening, and discards the previous recording.
  public func start() {
    guard subscription == nil else { return }
    (lanes, lanesByID, viewLanes, typeCounts, running) = ([], [:], [:], [:], [])
    clear()
    startTime = now()
    budget = memoryLimit.map { MemoryBudget(limit: $0) }
    subscription = Instrumentation.events.bind { [weak self] in self?.receive($0) }
  }

  /// Stops listening. The recording is kept.
  public func stop() {
    guard let subscription else { return }
    subscription.dispose()
    self.subscription = nil
  }

  /// Discards the epochs. Running effects are still tracked.
  public func clear() {
    (ring, firstPosition, count) = ([], 0, 0)
    for index in running.indices { running[index].epoch = nil }
    (currentTurn, isTurnIgnored, hasGap) = (0, true, false)
    changes.send(())
  }

  // MARK: Reading

  /// The time since the recording began.
  var elapsed: Duration { now() - startTime }

  /// The epochs that are kept, newest last.
  public var epochs: some RandomAccessCollection<Epoch> {
    (firstPosition..<count).lazy.map { [ring, capacity] in ring[$0 % capacity] }
  }

  /// The number of epochs so far, including those that are no longer kept.
  public var epochCount: Int { count }

  /// Returns the epoch with a number; `nil` if it is no longer kept.
  public func epoch(_ number: Int) -> Epoch? {
    firstPosition..<count ~= number - 1 ? ring[(number - 1) % capacity] : nil
  }

  /// Returns the state of a reactor after an epoch; `nil` if none is known.
  public func state(of lane: Int, after epoch: Int) -> (any Sendable)? { states(of: [lane], after: epoch)[lane] }

  /// Returns the known states of some reactors after an epoch.
  func states(of lanes: [Int], after epoch: Int) -> [Int: any Sendable] {
    var missing = Set(lanes)
    var states: [Int: any Sendable] = [:]
    var number = min(epoch, count)
    while !missing.isEmpty, let found = self.epoch(number) {
      for item in found.items.reversed() where missing.contains(item.lane) {
        guard case .state(_, let after) = item.kind else { continue }
        states[item.lane] = after
        missing.remove(item.lane)
      }
      number -= 1
    }
    // The first known mutation also records the state before it.
    number = max(epoch + 1, firstNumber)
    while !missing.isEmpty, let found = self.epoch(number) {
      for item in found.items where missing.contains(item.lane) {
        guard case .state(let before?, _) = item.kind else { continue }
        states[item.lane] = before
        missing.remove(item.lane)
      }
      number += 1
    }
    return states
  }

  // MARK: Receiving

  private func receive(_ event: ProgramEvent) {
    if case .frame(let cost) = event.kind { return finish(cost, event) }
    if isExcluded(event.source) { return }
    if case .effectFinished = event.kind { return finishEffect(event) }
    if event.turn != currentTurn {
      currentTurn = event.turn
      isTurnIgnored = !begin(event)
    } else if isTurnIgnored, event.abortsEffect {
      // The user canceled the effect in the debugger.
      isTurnIgnored = !begin(event)
    }
    follow(event)
    guard !isTurnIgnored, let kind = kind(of: event) else { return }
    if case .redraw = kind, isDrawn { return }
    if case .input = event.kind { return }
    append(
      Epoch.Item(
        kind: kind, lane: lane(of: event.source), time: now() - startTime, isOwnAction: event.isOwnAction))
  }

  /// Adds the end of an effect to the newest epoch. It does not begin a new epoch, because it changes nothing.
  private func finishEffect(_ event: ProgramEvent) {
    follow(event)
    guard !isPaused, count > 0, let kind = kind(of: event) else { return }
    append(Epoch.Item(kind: kind, lane: lane(of: event.source), time: now() - startTime))
  }

  /// Begins an epoch. Returns `false` if the turn is not recorded: the recording is paused, or the turn consists only
  /// of a new object or of a redraw without a cause in the program.
  private func begin(_ event: ProgramEvent) -> Bool {
    let trigger: Epoch.Trigger
    switch event.kind {
    case .input(let value, _):
      guard event.source.object === window, let input = value as? Event, !ignoresInput(input) else { return false }
      trigger = .input([])
    case .effectEmitted(let number), .effectCanceled(let number), .effectFailed(let number, _):
      let id = EffectID(lane: lane(of: event.source), number: number)
      trigger = .effect(id, startedIn: running.first { $0.id == id }?.epoch)
    case .step: trigger = .step
    case .action, .mutation, .output: trigger = .other
    default: return false
    }
    if isPaused {
      hasGap = hasGap || count > 0
      return false
    }
    let epoch = Epoch(number: count + 1, time: now() - startTime, trigger: trigger, followsGap: hasGap)
    (isDrawn, hasGap) = (false, false)
    if ring.count < capacity {
      ring.append(epoch)
    } else {
      ring[count % capacity] = epoch
      firstPosition = max(firstPosition, count + 1 - capacity)
    }
    count += 1
    if count % Self.measuringInterval == 0 {
      budget?.enforce { forget((count - firstPosition) / 4) }
      forgetInitialStates()
    }
    changes.send(())
    return true
  }

  private var newest: Int { (count - 1) % capacity }

  /// Discards the oldest epochs.
  private func forget(_ number: Int) {
    for position in firstPosition..<firstPosition + number { ring[position % capacity].items = [] }
    firstPosition += number
    epochsForgotten()
  }

  /// Discards the initial states of released reactors that no epoch contains any longer.
  private func forgetInitialStates() {
    let released = lanes.indices.filter { lanes[$0].initialState != nil && lanes[$0].source.object == nil }
    guard !released.isEmpty else { return }
    let recorded = Set(epochs.lazy.flatMap(\.items).map(\.lane))
    for lane in released where !recorded.contains(lane) { lanes[lane].initialState = nil }
  }

  private func append(_ item: Epoch.Item) {
    if case .redraw(let reasons) = item.kind, let reason = reasons.first,
      let index = ring[newest].items.lastIndex(where: { $0.lane == item.lane }),
      case .redraw(let known) = ring[newest].items[index].kind
    {
      if !known.contains(reason) { ring[newest].items[index].kind = .redraw(known + [reason]) }
    } else {
      ring[newest].items.append(item)
    }
  }

  /// Updates the state that outlives an epoch: the running effects, and further input in the same turn.
  private func follow(_ event: ProgramEvent) {
    switch event.kind {
    case .effectStarted(let number):
      running.append(
        RunningEffect(
          id: EffectID(lane: lane(of: event.source), number: number), epoch: isTurnIgnored || count == 0 ? nil : count,
          start: now() - startTime))
      changes.send(())
    case .effectFinished(let number), .effectCanceled(let number), .effectFailed(let number, _):
      let id = EffectID(lane: lane(of: event.source), number: number)
      running.removeAll { $0.id == id }
      changes.send(())
    case .input(let value, let isSecret):
      guard !isTurnIgnored, let input = value as? Event, case .input(let known) = ring[newest].trigger,
        ring[newest].items.isEmpty
      else { break }
      ring[newest].trigger = .input(known + [Epoch.InputRecord(event: input, isSecret: isSecret)])
    default: break
    }
  }

  private func kind(of event: ProgramEvent) -> Epoch.Item.Kind? {
    switch event.kind {
    case .input, .created, .frame: return nil
    case .command(let name): return .command(name)
    case .action(let value): return .action(value)
    case .mutation(let value): return .mutation(value)
    // At this point, the reactor still has the state before the mutation.
    case .state(let after): return .state(before: event.source.presentState, after: after)
    case .output(let value): return .output(value)
    case .effectStarted(let number): return .effectStarted(number)
    case .effectEmitted(let number): return .effectEmitted(number)
    case .effectFinished(let number): return .effectFinished(number)
    case .effectCanceled(let number): return .effectCanceled(number)
    case .effectFailed(let number, let error): return .effectFailed(number, "\(error)")
    case .step(let value): return .step(value)
    case .redraw(let reason): return .redraw([reason])
    }
  }

  /// Adds the cost of a frame to the epoch that it shows. A frame that shows only the debugger belongs to no epoch.
  private func finish(_ cost: ProgramEvent.FrameCost, _ event: ProgramEvent) {
    guard event.source.object === window, !isTurnIgnored, count > 0 else { return }
    let drawsAny = ring[newest].items.contains { if case .redraw = $0.kind { true } else { false } }
    if ring[newest].frame == nil, drawsAny { ring[newest].frame = cost }
    isDrawn = true
  }

  /// Returns the lane of an object. Views of the same type in the same screen share a lane, because screens are created
  /// and released often.
  private func lane(of source: ProgramEvent.Source) -> Int {
    // A reactor that was just released still reports that its effects are canceled.
    if let known = lanesByID[source.id], known.isAlive || lanes[known.lane].source === source { return known.lane }
    if lanesByID.count > Self.mostObjects { lanesByID = lanesByID.filter { $0.value.isAlive } }
    let lane: Int
    if let view = source.object as? View {
      let name = Self.name(of: view)
      lane = viewLanes[name] ?? add(Lane(kind: .view, name: name, source: source, initialState: nil))
      viewLanes[name] = lane
    } else {
      let type = "\(source.type)"
      typeCounts[type, default: 0] += 1
      let number = typeCounts[type, default: 1]
      lane = add(
        Lane(
          kind: source.type is any Reactor.Type ? .reactor : .flow, name: number == 1 ? type : "\(type) \(number)",
          source: source, initialState: (source.object as? any Reactor)?.initialState))
    }
    lanesByID[source.id] = KnownObject(object: source.object, lane: lane)
    return lane
  }

  private func add(_ lane: Lane) -> Int {
    lanes.append(lane)
    return lanes.count - 1
  }

  /// Returns the type of a view and of the screen around it: `Label in CounterView`.
  static func name(of view: View) -> String {
    let screen = sequence(first: view) { $0.superview }.first { $0 is Screen }
    return screen == nil || screen === view ? "\(type(of: view))" : "\(type(of: view)) in \(type(of: screen ?? view))"
  }
}

/// An object that has a lane.
private struct KnownObject {
  weak var object: AnyObject?
  let lane: Int

  var isAlive: Bool { object != nil }
}

extension ProgramEvent {
  /// Whether an effect has failed or been canceled.
  fileprivate var abortsEffect: Bool {
    switch kind {
    case .effectCanceled, .effectFailed: true
    default: false
    }
  }
}

extension InspectorLog {
  /// The number of the oldest epoch that is kept. If none is kept, the number of the next epoch.
  var firstNumber: Int { epochCount - epochs.count + 1 }
}
