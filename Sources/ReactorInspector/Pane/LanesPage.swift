import ReactorTerminal

/// A page with a row for each lane (reactor, flow or effect) and a column for each of the newest epochs.
final class LanesPage: View {
  private let log: InspectorLog
  let content = ScrollText()
  private let legend = Label()
  private var text = EpochText(isASCII: false, lanes: [])
  /// The width for which the lines were created.
  private var shownWidth = 0

  init(_ log: InspectorLog) {
    self.log = log
    super.init()
    addSubview(content)
    addSubview(legend)
  }

  override var preferredFocus: View? { content }

  func update(_ text: EpochText) {
    self.text = text
    guard isOnScreen else { return }
    shownWidth = bounds.width
    let nameWidth = min(28, bounds.width / 2)
    let chart = LaneChart(log, columns: bounds.width - nameWidth - 3)
    content.lines = chart.lines(text, nameWidth: nameWidth)
    let used = chart.used
    legend.spans = LaneSign.allCases.filter(used.contains).flatMap { sign in
      [Span(String(sign.character(ascii: text.isASCII)), sign.role), Span(" \(sign.name)  ", .secondary)]
    }
  }

  override func didAppear() { update(text) }

  override func layoutSubviews() {
    let rows = bounds.height > 3 ? 1 : 0
    content.frame = bounds.inset(bottom: rows)
    legend.frame = Rect(x: 0, y: bounds.height - rows, width: bounds.width, height: rows)
    // The pane decides when it shows new epochs.
    if bounds.width != shownWidth { update(text) }
  }
}

/// The events of a lane in one epoch, as a sign.
enum LaneSign: CaseIterable {
  case action, change, started, emitted, finished, failed, canceled, running, step

  func character(ascii: Bool) -> Character {
    switch self {
    case .action: ascii ? "a" : "○"
    case .change: ascii ? "#" : "●"
    case .started: ascii ? ">" : "▶"
    case .emitted: ascii ? "+" : "◆"
    case .finished: ascii ? "." : "✓"
    case .failed: ascii ? "!" : "✗"
    case .canceled: ascii ? "x" : "×"
    case .running: ascii ? "-" : "─"
    case .step: ascii ? "s" : "›"
    }
  }

  var role: Role {
    switch self {
    case .action, .running: .secondary
    case .change, .emitted, .step: .accent
    case .started: .info
    case .finished: .success
    case .failed: .error
    case .canceled: .warning
    }
  }

  var name: String { self == .change ? "state" : "\(self)" }
}

/// The signs of the lanes in the newest epochs.
@MainActor
struct LaneChart {
  private enum Row: Hashable {
    case lane(Int)
    case effect(EffectID)
  }

  private let first: Int
  private let count: Int
  private var rows: [Row] = []
  private var signs: [Row: [LaneSign?]] = [:]
  /// The signs that occur.
  var used: Set<LaneSign> { Set(signs.values.joined().compactMap(\.self)) }

  init(_ log: InspectorLog, columns: Int) {
    count = max(0, min(columns, log.epochCount - log.firstNumber + 1))
    first = log.epochCount - count + 1
    var running = Set(log.running.filter { $0.epoch ?? 0 < first }.map(\.id))
    for column in 0..<count {
      guard let epoch = log.epoch(first + column) else { continue }
      for id in running { set(.running, .effect(id), column) }
      for item in epoch.items { add(item, column, &running) }
    }
    rows.sort { Self.position($0) < Self.position($1) }
  }

  private mutating func add(_ item: Epoch.Item, _ column: Int, _ running: inout Set<EffectID>) {
    func effect(_ number: Int) -> EffectID { EffectID(lane: item.lane, number: number) }
    switch item.kind {
    case .action: if signs[.lane(item.lane)]?[column] != .change { set(.action, .lane(item.lane), column) }
    case .mutation: set(.change, .lane(item.lane), column)
    case .step, .output: set(.step, .lane(item.lane), column)
    case .effectStarted(let number):
      set(.started, .effect(effect(number)), column)
      running.insert(effect(number))
    case .effectEmitted(let number):
      if sign(effect(number), column) != .started { set(.emitted, .effect(effect(number)), column) }
    case .effectFinished(let number): end(effect(number), .finished, column, &running)
    case .effectFailed(let number, _): end(effect(number), .failed, column, &running)
    case .effectCanceled(let number): end(effect(number), .canceled, column, &running)
    case .command, .state, .redraw: break
    }
  }

  private mutating func end(_ id: EffectID, _ sign: LaneSign, _ column: Int, _ running: inout Set<EffectID>) {
    set(sign, .effect(id), column)
    running.remove(id)
  }

  private func sign(_ id: EffectID, _ column: Int) -> LaneSign? { signs[.effect(id)]?[column] }

  private mutating func set(_ sign: LaneSign, _ row: Row, _ column: Int) {
    if signs[row] == nil {
      rows.append(row)
      signs[row] = Array(repeating: nil, count: count)
    }
    signs[row]?[column] = sign
  }

  /// Returns the position of a row. Effects follow their reactor.
  private static func position(_ row: Row) -> (Int, Int) {
    switch row {
    case .lane(let lane): (lane, 0)
    case .effect(let id): (id.lane, id.number)
    }
  }

  /// Returns a line for each lane, preceded by a line with the epoch numbers.
  func lines(_ text: EpochText, nameWidth: Int) -> [[Span]] {
    guard count > 0 else { return [[Span(EpochText.noEpochs, .placeholder)]] }
    let header = Self.fit("Epochs \(first) to \(first + count - 1)", nameWidth, text)
    return [[Span(header + ruler, .header)]]
      + rows.map { row in
        let cells = (signs[row] ?? []).map { sign in
          Span(String(sign?.character(ascii: text.isASCII) ?? " "), sign?.role)
        }
        return [Span(Self.fit(name(row, text), nameWidth, text))] + cells
      }
  }

  /// The tens digits of the epochs at every tenth column.
  private var ruler: String {
    var ruler = ""
    var column = 0
    while column < count {
      let number = "\(first + column)"
      if (first + column).isMultiple(of: 10), column + number.count <= count {
        ruler += number
        column += number.count
      } else {
        ruler += " "
        column += 1
      }
    }
    return ruler
  }

  private func name(_ row: Row, _ text: EpochText) -> String {
    switch row {
    case .lane(let lane): text.name(lane)
    case .effect(let id): "  effect \(id.number)"
    }
  }

  private static func fit(_ name: String, _ width: Int, _ text: EpochText) -> String {
    var cut = name
    if displayWidth(of: name) > width {
      while !cut.isEmpty, displayWidth(of: cut) >= width { cut.removeLast() }
      cut += text.isASCII ? "~" : "…"
    }
    return cut + String(repeating: " ", count: max(0, width - displayWidth(of: cut)) + 1)
  }
}
