import ReactorCore
import ReactorTerminal

/// Shows past states in a program, and the states as they would be without one epoch.
@MainActor
final class TimeTravel {
  /// The position in time that the program shows.
  enum Position: Equatable {
    case present
    /// The states after an epoch.
    case past(epoch: Int)
    /// The states that would exist without an epoch.
    case without(epoch: Int)
  }

  /// The state of a reactor, computed without an epoch.
  struct Alternative {
    let lane: Int
    /// The actual state.
    let present: any Sendable
    /// The computed state.
    let state: any Sendable
  }

  private(set) var position: Position = .present
  /// The only reactor that travels, as an index of ``InspectorLog/lanes``; `nil` for all.
  private(set) var onlyLane: Int?
  private let log: InspectorLog
  /// The lanes that show a state other than the current one.
  private var shown: Set<Int> = []

  init(_ log: InspectorLog) { self.log = log }

  /// The reactors that are alive.
  private var reactors: [Int] {
    log.lanes.indices.filter { log.lanes[$0].kind == .reactor && log.lanes[$0].source.object != nil }
  }

  // MARK: Traveling

  /// Shows the states after an epoch, or the present if no state is known. Returns whether the state of any reactor is
  /// known.
  @discardableResult
  func show(after epoch: Int) -> Bool {
    let lanes = onlyLane.map { [$0] } ?? reactors
    return show(log.states(of: lanes, after: epoch), at: .past(epoch: epoch))
  }

  /// Shows the present again.
  func resume() { show([:], at: .present) }

  /// Restricts time travel to the next reactor; after the last one, lifts the restriction.
  func changeReactor() {
    let lanes = reactors
    let next = onlyLane.flatMap { lanes.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    onlyLane = lanes.indices.contains(next) ? lanes[next] : nil
    if case .past(let epoch) = position { show(after: epoch) } else { resume() }
  }

  /// Removes the restriction to one reactor.
  func forgetReactor() { onlyLane = nil }

  /// Shows the given states of some reactors, and the current states of the others. Actions that views send to any
  /// reactor in response are dropped, so that nothing happens twice.
  @discardableResult
  private func show(_ states: [Int: any Sendable], at position: Position) -> Bool {
    ProgramEvent.Source.droppingActions(of: reactors.map { log.lanes[$0].source }) {
      for lane in shown.sorted() where states[lane] == nil && log.lanes.indices.contains(lane) {
        log.lanes[lane].source.showPresent()
      }
      shown = []
      for (lane, state) in states.sorted(by: { $0.key < $1.key }) where log.lanes[lane].source.showPast(state) {
        shown.insert(lane)
      }
    }
    self.position = shown.isEmpty ? .present : position
    return !shown.isEmpty
  }

  // MARK: Skipping

  /// Computes and shows the states that would exist without an epoch and without the mutations of its effects.
  ///
  /// - Returns: The states that differ from the present or were recomputed. The result is empty if the epoch changed no
  ///   state, or if mutations since then are unknown.
  @discardableResult
  func skip(_ epoch: Int) -> [Alternative] {
    let alternatives = alternatives(without: epoch)
    let states = Dictionary(uniqueKeysWithValues: alternatives.map { ($0.lane, $0.state) })
    return show(states, at: .without(epoch: epoch)) ? alternatives : []
  }

  /// Returns the first epoch after another one that follows a pause in the recording, during which mutations are
  /// unknown.
  func gap(after epoch: Int) -> Int? { log.epochs.first { $0.number > epoch && $0.followsGap }?.number }

  private func alternatives(without skipped: Int) -> [Alternative] {
    guard let first = log.epoch(skipped), gap(after: skipped) == nil else { return [] }
    let history = History(of: log, without: first)
    let starts = log.states(of: history.lanes, after: skipped - 1)
    return history.lanes.compactMap { lane in
      let source = log.lanes[lane].source
      guard let start = starts[lane], let present = source.presentState,
        let state = source.state(from: start, applying: history.mutations[lane] ?? [])
      else { return nil }
      return Alternative(lane: lane, present: present, state: state)
    }
  }
}

/// The mutations since an epoch, except its own and those of the effects that it started.
private struct History {
  /// The reactors that the epoch or its effects changed.
  private(set) var lanes: [Int] = []
  private(set) var mutations: [Int: [any Sendable]] = [:]
  private var effects: Set<EffectID> = []

  @MainActor
  init(of log: InspectorLog, without skipped: Epoch) {
    add(skipped, isSkipped: true)
    var number = skipped.number + 1
    while let epoch = log.epoch(number) {
      var isSkipped = false
      if case .effect(let id, _) = epoch.trigger { isSkipped = effects.contains(id) }
      add(epoch, isSkipped: isSkipped)
      number += 1
    }
    lanes.sort()
  }

  private mutating func add(_ epoch: Epoch, isSkipped: Bool) {
    // An effect may also emit during another epoch; its mutation follows.
    var emitting: EffectID?
    for item in epoch.items {
      switch item.kind {
      case .effectStarted(let number) where isSkipped: effects.insert(EffectID(lane: item.lane, number: number))
      case .effectEmitted(let number): emitting = EffectID(lane: item.lane, number: number)
      case .mutation(let value):
        let isOfEffect = emitting.map { $0.lane == item.lane && effects.contains($0) } ?? false
        emitting = nil
        if isSkipped || isOfEffect {
          if !lanes.contains(item.lane) { lanes.append(item.lane) }
        } else {
          mutations[item.lane, default: []].append(value)
        }
      default: break
      }
    }
  }
}
