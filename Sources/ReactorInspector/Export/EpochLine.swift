import ReactorCore
import ReactorFiles

/// An epoch as one line of JSON, with all recorded information.
@MainActor
enum EpochLine {
  static func text(of epoch: Epoch, lanes: [Lane], values: TraceValues) -> String {
    var json = JSONText()
    json.add("epoch", epoch.number)
    json.add("time", raw: TraceText.microseconds(epoch.time))
    json.add("trigger", raw: trigger(epoch.trigger, lanes))
    json.add("items", raw: TraceJSON.array(epoch.items.map { item($0, lanes, values) }))
    json.add("frame", raw: epoch.frame.map(TraceJSON.cost) ?? "null")
    return json.closed()
  }

  private static func trigger(_ trigger: Epoch.Trigger, _ lanes: [Lane]) -> String {
    var json = JSONText()
    switch trigger {
    case .input(let records):
      json.add("kind", "input")
      json.add("events", raw: TraceJSON.array(strings: TraceText.inputs(of: records)))
    case .effect(let id, let start):
      json.add("kind", "effect")
      json.add("lane", lanes[id.lane].name)
      json.add("effect", id.number)
      json.add("startedIn", start)
    case .step: json.add("kind", "step")
    case .other: json.add("kind", "other")
    }
    return json.closed()
  }

  private static func item(_ item: Epoch.Item, _ lanes: [Lane], _ values: TraceValues) -> String {
    var json = JSONText()
    json.add("kind", TraceText.word(for: item.kind))
    json.add("lane", lanes[item.lane].name)
    json.add("time", raw: TraceText.microseconds(item.time))
    switch item.kind {
    case .command(let name): json.add("name", name)
    case .action(let value), .mutation(let value), .output(let value), .step(let value):
      let tree = values.tree(value)
      json.add("text", tree.inline)
      json.add("value", raw: TraceJSON.value(tree))
    case .state(let before, let after):
      let tree = values.tree(after)
      if let before { json.add("change", raw: TraceJSON.array(strings: values.change(from: before, to: after, tree))) }
      json.add("value", raw: TraceJSON.value(tree))
    case .effectStarted(let number), .effectEmitted(let number), .effectFinished(let number),
      .effectCanceled(let number):
      json.add("effect", number)
    case .effectFailed(let number, let error):
      json.add("effect", number)
      json.add("error", error)
    case .redraw(let reasons): json.add("reasons", raw: TraceJSON.array(strings: reasons))
    }
    return json.closed()
  }
}
