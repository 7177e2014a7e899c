import ReactorCore
import ReactorTerminal

/// The text in traces, which does not vary between runs.
@MainActor
enum TraceText {
  static let mask = Secret<String>.mask

  // MARK: Triggers

  /// Returns what triggered an epoch, in a few words: `+ +`, `effect 1 of CounterReactor`.
  static func title(of trigger: Epoch.Trigger, lanes: [Lane]) -> String {
    switch trigger {
    case .input(let records): inputs(of: records).joined(separator: " ")
    case .effect(let id, _): "effect \(id.number) of \(lanes[id.lane].name)"
    case .step: "step"
    case .other: "other"
    }
  }

  /// Returns descriptions of input events. Successive secret inputs of a turn are combined into one.
  static func inputs(of records: [Epoch.InputRecord]) -> [String] {
    var texts: [String] = []
    for record in records where !(record.isSecret && texts.last == mask) {
      texts.append(record.isSecret ? mask : text(of: record.event))
    }
    return texts
  }

  private static func text(of event: Event) -> String {
    switch event {
    case .key(let key): key.configurationName
    case .paste(let paste): "paste \(String(reflecting: paste.text))"
    case .mouse(let mouse): text(of: mouse)
    case .resize(let size): "resize \(size.width)x\(size.height)"
    case .focusGained: "focus gained"
    case .focusLost: "focus lost"
    case .resumed: "resumed"
    case .terminate: "terminate"
    }
  }

  private static func text(of mouse: MouseEvent) -> String {
    let name =
      switch mouse.kind {
      case .press: mouse.clickCount > 1 ? "click \(mouse.clickCount) times at" : "click"
      case .release: "release"
      case .drag: "drag"
      case .wheelUp: "scroll up at"
      case .wheelDown: "scroll down at"
      }
    return "\(name) \(mouse.position.x),\(mouse.position.y)"
  }

  // MARK: Items

  static func word(for kind: Epoch.Item.Kind) -> String {
    switch kind {
    case .command: "command"
    case .action: "action"
    case .mutation: "mutation"
    case .state: "state"
    case .output: "output"
    case .effectStarted: "effectStarted"
    case .effectEmitted: "effectEmitted"
    case .effectFinished: "effectFinished"
    case .effectCanceled: "effectCanceled"
    case .effectFailed: "effectFailed"
    case .step: "step"
    case .redraw: "redraw"
    }
  }

  // MARK: Times

  static func nanoseconds(_ time: Duration) -> Int {
    let (seconds, attoseconds) = time.components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }

  /// Returns nanoseconds as a number of microseconds: `12.5`.
  static func microseconds(_ nanoseconds: Int) -> String {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000)
    guard rest != 0 else { return "\(whole)" }
    var digits = "\(rest)"
    digits = String(repeating: "0", count: 3 - digits.count) + digits
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }

  /// Returns a time as a number of microseconds.
  static func microseconds(_ time: Duration) -> String { microseconds(nanoseconds(time)) }
}
