import ReactorCore
import ReactorTerminal

/// Shows states of the past in a program, and what would have become of them without one epoch.
@MainActor
final class TimeTravel {
  /// What the program shows.
  enum Position: Equatable {
    case present
    /// The states after an epoch.
    case past(epoch: Int)
    /// The states that there would be without an epoch.
    case without(epoch: Int)
  }

  /// The state of a reactor computed without an epoch.
  struct Alternative {
    let lane: Int
    /// The state that it has.
    let present: any Sendable
    /// The state that it would have.
    let state: any Sendable
  }

  private(set) var position: Position = .present
  /// The only reactor that travels, as an index of ``InspectorLog/lanes``; `nil` for all.
  private(set) var onlyLane: Int?
  private let log: InspectorLog
  /// The lanes that show another state than the current one.
  private var shown: Set<Int> = []

  init(_ log: InspectorLog) { self.log = log }

  /// The reactors that are alive.
  private var reactors: [Int] {
    log.lanes.indices.filter { log.lanes[$0].kind == .reactor && log.lanes[$0].source.object != nil }
  }

  // MARK: Traveling

  /// Shows the states after an epoch. Returns whether any reactor has one.
  @discardableResult
  func show(after epoch: Int) -> Bool {
    let lanes = onlyLane.map { [$0] } ?? reactors
    let states = log.states(of: lanes, after: epoch)
    guard show(states) else { return false }
    position = .past(epoch: epoch)
    return true
  }

  /// Shows the present again.
  func resume() {
    for lane in shown.sorted() where log.lanes.indices.contains(lane) { log.lanes[lane].source.showPresent() }
    shown = []
    position = .present
  }

  /// Limits the travel to the next reactor, and after the last one to none.
  func changeReactor() {
    let lanes = reactors
    let next = onlyLane.flatMap { lanes.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    onlyLane = lanes.indices.contains(next) ? lanes[next] : nil
    let position = position
    resume()
    if case .past(let epoch) = position { show(after: epoch) }
  }

  /// Lets all reactors travel again.
  func forgetReactor() { onlyLane = nil }

  private func show(_ states: [Int: any Sendable]) -> Bool {
    for lane in shown where states[lane] == nil { log.lanes[lane].source.showPresent() }
    shown = []
    for (lane, state) in states.sorted(by: { $0.key < $1.key }) where log.lanes[lane].source.showPast(state) {
      shown.insert(lane)
    }
    return !shown.isEmpty
  }

  // MARK: Skipping

  /// Computes the states that there would be without an epoch and without what its effects emitted, and shows them.
  ///
  /// - Returns: The states that differ from the present or were computed again; empty if the epoch changed none.
  @discardableResult
  func skip(_ epoch: Int) -> [Alternative] {
    let alternatives = alternatives(without: epoch)
    guard show(Dictionary(uniqueKeysWithValues: alternatives.map { ($0.lane, $0.state) })) else {
      resume()
      return []
    }
    position = .without(epoch: epoch)
    return alternatives
  }

  private func alternatives(without skipped: Int) -> [Alternative] {
    guard let first = log.epoch(skipped) else { return [] }
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

/// The mutations since an epoch but its own and those of the effects that it started.
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
    // An effect may also emit in the middle of another epoch; its mutation follows.
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

extension InspectorLog {
  /// Returns the states of some reactors after an epoch, as far as they are known.
  func states(of lanes: [Int], after epoch: Int) -> [Int: any Sendable] {
    var missing = Set(lanes)
    var states: [Int: any Sendable] = [:]
    var number = min(epoch, epochCount)
    while !missing.isEmpty, let found = self.epoch(number) {
      for item in found.items.reversed() where missing.contains(item.lane) {
        guard case .state(_, let after) = item.kind else { continue }
        states[item.lane] = after
        missing.remove(item.lane)
      }
      number -= 1
    }
    // The first state that is known tells the one before it.
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
}
