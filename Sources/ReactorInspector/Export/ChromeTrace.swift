import ReactorCore
import ReactorFiles

/// A Chrome trace. Epochs have their own track, and their events are on the tracks of the lanes. Effects are
/// asynchronous events, and arrows point from the epoch that started an effect to the epochs that it caused.
@MainActor
struct ChromeTrace {
  /// The minimum duration of an epoch in nanoseconds, below which a viewer cannot attach an arrow.
  private static let shortest = 1_000
  private static let process = 1
  private static let epochTrack = 1

  private var events: [String] = []
  private var openEffects: [EffectID: Int] = [:]
  private var endedEffects: Set<EffectID> = []
  /// The position of each epoch on its track, by its number.
  private var spans: [Int: Range<Int>] = [:]
  private var end = 0
  private let start: Int
  private let lanes: [Lane]
  private let values: TraceValues

  init(of log: InspectorLog) {
    lanes = log.lanes
    values = TraceValues(of: log)
    start = log.epochs.first.map { TraceText.nanoseconds($0.time) } ?? 0
    end = start
    place(log.epochs)
    addNames(log.epochs)
    for epoch in log.epochs { add(epoch) }
    let running = Set(log.running.map(\.id))
    for (id, begin) in openEffects.sorted(by: { ($0.key.lane, $0.key.number) < ($1.key.lane, $1.key.number) }) {
      let outcome = running.contains(id) ? "running" : "not recorded"
      add(effect: id, "e", at: max(begin, end), arguments: JSONText.string(outcome))
    }
  }

  /// The beginning of every trace.
  nonisolated static let beginning = "{\"displayTimeUnit\": \"ms\", \"traceEvents\": ["

  /// The contents of the file.
  var text: String {
    "\(Self.beginning)\n\(events.joined(separator: ",\n"))\n]}\n"
  }

  /// Places the epochs one after another. Otherwise, epochs at the same instant of a virtual clock would cover each
  /// other.
  private mutating func place(_ epochs: some RandomAccessCollection<Epoch>) {
    var previous = start
    var next = epochs.dropFirst().makeIterator()
    for epoch in epochs {
      let begin = max(TraceText.nanoseconds(epoch.time), previous)
      let last = epoch.items.last { $0.isImmediate }?.time ?? epoch.time
      var finish = TraceText.nanoseconds(last + (epoch.frame?.duration ?? .zero))
      if let limit = next.next() { finish = min(finish, TraceText.nanoseconds(limit.time)) }
      finish = max(finish, begin + Self.shortest)
      spans[epoch.number] = begin..<finish
      previous = finish
    }
    end = previous
  }

  // MARK: Events

  private mutating func addNames(_ epochs: some Collection<Epoch>) {
    add(name: "process_name", of: nil, "Program")
    add(name: "thread_name", of: Self.epochTrack, "epochs")
    let used = Set(epochs.lazy.flatMap(\.items).map(\.lane))
    for lane in lanes.indices where used.contains(lane) {
      add(name: "thread_name", of: track(of: lane), lanes[lane].name)
    }
  }

  private mutating func add(name kind: String, of track: Int?, _ name: String) {
    var arguments = JSONText()
    arguments.add("name", name)
    var event = JSONText()
    event.add("name", kind)
    event.add("ph", "M")
    event.add("pid", Self.process)
    if let track { event.add("tid", track) }
    event.add("args", raw: arguments.closed())
    events.append(event.closed())
  }

  private mutating func add(_ epoch: Epoch) {
    guard let span = spans[epoch.number] else { return }
    let title = TraceText.title(of: epoch.trigger, lanes: lanes)
    var arguments = JSONText()
    arguments.add("epoch", epoch.number)
    arguments.add("time", raw: TraceText.microseconds(epoch.time))
    let frame = epoch.frame.map(TraceJSON.cost)
    if let frame { arguments.add("frame", raw: frame) }
    add("X", title, "epoch", at: span.lowerBound, track: Self.epochTrack) {
      $0.add("dur", raw: TraceText.microseconds(span.count))
      $0.add("args", raw: arguments.closed())
    }
    if let frame { add("C", "frame", "frame", at: span.upperBound, track: nil) { $0.add("args", raw: frame) } }
    if case .effect(let id, let origin?) = epoch.trigger { addArrow(of: id, from: origin, to: epoch.number) }
    for item in epoch.items { add(item, at: max(TraceText.nanoseconds(item.time), span.lowerBound)) }
  }

  private mutating func addArrow(of effect: EffectID, from origin: Int, to target: Int) {
    guard let origin = spans[origin], let span = spans[target] else { return }
    let title = self.title(of: effect)
    add("s", title, "cause", at: origin.lowerBound, track: Self.epochTrack) { $0.add("id", target) }
    add("f", title, "cause", at: span.lowerBound, track: Self.epochTrack) {
      $0.add("id", target)
      $0.add("bp", "e")
    }
  }

  private mutating func add(_ item: Epoch.Item, at time: Int) {
    switch item.kind {
    case .effectStarted(let number): begin(EffectID(lane: item.lane, number: number), at: time)
    case .effectEmitted(let number): add(effect: begun(number, item), "n", at: time, arguments: nil)
    case .effectFinished(let number): end(begun(number, item), at: time, "finished")
    case .effectCanceled(let number): end(begun(number, item), at: time, "canceled")
    case .effectFailed(let number, let error): end(begun(number, item), at: time, "failed: \(error)")
    case .command(let name): instant(item, name, at: time)
    case .action(let value), .mutation(let value), .output(let value), .step(let value):
      instant(item, values.tree(value).inline, at: time)
    case .state(let before, let after):
      let tree = values.tree(after)
      let change = before.map { values.change(from: $0, to: after, tree).joined(separator: "\n") }
      instant(item, change ?? tree.inline, at: time)
    case .redraw(let reasons): instant(item, reasons.joined(separator: ", "), at: time)
    }
  }

  private mutating func instant(_ item: Epoch.Item, _ text: String, at time: Int) {
    let word = TraceText.word(for: item.kind)
    // A state change is too long for a title.
    let title = if case .state = item.kind { word } else { text }
    var arguments = JSONText()
    arguments.add(word, text)
    add("i", title, word, at: time, track: track(of: item.lane)) {
      $0.add("s", "t")
      $0.add("args", raw: arguments.closed())
    }
  }

  // MARK: Effects

  /// Returns the ID of an effect. If its start is not part of the trace, the effect begins at the start of the trace.
  private mutating func begun(_ number: Int, _ item: Epoch.Item) -> EffectID {
    let id = EffectID(lane: item.lane, number: number)
    if openEffects[id] == nil, !endedEffects.contains(id) { begin(id, at: start) }
    return id
  }

  private mutating func begin(_ id: EffectID, at time: Int) {
    openEffects[id] = time
    add(effect: id, "b", at: time, arguments: nil)
  }

  private mutating func end(_ id: EffectID, at time: Int, _ outcome: String) {
    guard openEffects.removeValue(forKey: id) != nil else { return }
    endedEffects.insert(id)
    add(effect: id, "e", at: time, arguments: JSONText.string(outcome))
  }

  private mutating func add(effect id: EffectID, _ phase: String, at time: Int, arguments outcome: String?) {
    add(phase, title(of: id), "effect", at: time, track: track(of: id.lane)) {
      $0.add("id", "\(id.lane).\(id.number)")
      if let outcome { $0.add("args", raw: "{\"end\": \(outcome)}") }
    }
  }

  private func title(of effect: EffectID) -> String { "\(lanes[effect.lane].name) effect \(effect.number)" }

  // MARK: JSON

  private func track(of lane: Int) -> Int { Self.epochTrack + 1 + lane }

  private mutating func add(
    _ phase: String, _ name: String, _ category: String, at time: Int, track: Int?,
    _ addMembers: (inout JSONText) -> Void
  ) {
    end = max(end, time)
    var event = JSONText()
    event.add("name", name)
    event.add("cat", category)
    event.add("ph", phase)
    event.add("ts", raw: TraceText.microseconds(time))
    event.add("pid", Self.process)
    if let track { event.add("tid", track) }
    addMembers(&event)
    events.append(event.closed())
  }
}

extension Epoch.Item {
  /// Whether the item is part of the turn itself. Effects can also end, and views can also be drawn, between two turns.
  fileprivate var isImmediate: Bool {
    switch kind {
    case .command, .action, .mutation, .state, .output, .effectStarted, .effectEmitted, .step: true
    case .effectFinished, .effectCanceled, .effectFailed, .redraw: false
    }
  }
}
