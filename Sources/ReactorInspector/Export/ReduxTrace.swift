import ReactorCore
import ReactorFiles

/// A trace for the Redux DevTools: the actions of all reactors, and the states of all reactors after each action.
///
/// The state after an action is recorded just before the next action, so it includes the results of effects up to then.
/// The file has the same format as the browser extension's files: the trace is a string inside an object.
@MainActor
struct ReduxTrace {
  private var actions: [String] = []
  private var states: [String] = []
  /// The current state of each reactor as JSON, by lane.
  private var current: [Int: String] = [:]
  private let lanes: [Lane]
  private let values: TraceValues

  init(of log: InspectorLog) {
    lanes = log.lanes
    values = TraceValues(of: log)
    setInitialStates(log)
    add(action: "@@INIT", payload: nil, time: .zero)
    for epoch in log.epochs {
      for item in epoch.items {
        switch item.kind {
        case .action(let action):
          states.append(state)
          add(action: action, of: item)
        case .state(_, let after): current[item.lane] = TraceJSON.value(values.tree(after))
        default: break
        }
      }
    }
    states.append(state)
  }

  /// Sets the states before the first epoch: those before the first mutations, or the current states if there were
  /// none.
  private mutating func setInitialStates(_ log: InspectorLog) {
    var known: Set<Int> = []
    for item in log.epochs.lazy.flatMap(\.items) {
      guard case .state(let before, _) = item.kind, known.insert(item.lane).inserted, let before else { continue }
      current[item.lane] = TraceJSON.value(values.tree(before))
    }
    for item in log.epochs.lazy.flatMap(\.items) {
      guard case .action = item.kind, known.insert(item.lane).inserted else { continue }
      current[item.lane] = lanes[item.lane].source.presentState.map { TraceJSON.value(values.tree($0)) }
    }
  }

  private mutating func add(action: any Sendable, of item: Epoch.Item) {
    let tree = values.tree(action)
    let text = tree.inline
    let type = lanes[item.lane].name + (text.hasPrefix(".") ? text : ".\(text)")
    add(action: type, payload: TraceJSON.value(tree), time: item.time)
  }

  private mutating func add(action type: String, payload: String?, time: Duration) {
    var action = JSONText()
    action.add("type", type)
    if let payload { action.add("payload", raw: payload) }
    var lifted = JSONText()
    lifted.add("type", "PERFORM_ACTION")
    lifted.add("action", raw: action.closed())
    lifted.add("timestamp", TraceText.nanoseconds(time) / 1_000_000)
    actions.append(lifted.closed())
  }

  private var state: String {
    var state = JSONText()
    for (lane, value) in current.sorted(by: { $0.key < $1.key }) { state.add(lanes[lane].name, raw: value) }
    var computed = JSONText()
    computed.add("state", raw: state.closed())
    return computed.closed()
  }

  /// The trace as one JSON object.
  var text: String {
    var byID = JSONText()
    for (index, action) in actions.enumerated() { byID.add("\(index)", raw: action) }
    var payload = JSONText()
    payload.add("actionsById", raw: byID.closed())
    payload.add("computedStates", raw: TraceJSON.array(states))
    payload.add("currentStateIndex", actions.count - 1)
    payload.add("nextActionId", actions.count)
    payload.add("skippedActionIds", raw: "[]")
    payload.add("stagedActionIds", raw: TraceJSON.array(actions.indices.map { "\($0)" }))
    return payload.closed()
  }

  /// Returns the contents of a file with a trace.
  static func file(_ trace: String) -> String {
    var file = JSONText()
    file.add("payload", trace)
    return file.closed() + "\n"
  }
}
