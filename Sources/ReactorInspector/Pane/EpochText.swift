import ReactorCore
import ReactorTerminal

/// Formats the contents of an epoch as text. Secrets are masked.
@MainActor
struct EpochText {
  /// Whether only ASCII characters are used.
  var isASCII: Bool
  var lanes: [Lane]
  /// Strings that vary between runs, and their replacements.
  var replacements: [String: String] = [:]

  /// The maximum number of elements of a collection that are shown, because a state may contain a whole catalog.
  static let mostElements = 20
  /// The maximum number of characters of a string that are shown, because a state may contain a whole file.
  static let mostCharacters = 1_000
  /// The text shown in place of an empty list.
  static let noEpochs = "No epochs yet. Use the program."

  // MARK: Values

  /// Returns the structure of a value.
  func tree(_ value: Any, firedPulses: Set<String> = []) -> ValueTree {
    ValueTree(value, firedPulses: firedPulses, detail: detail)
  }

  private var detail: ValueTree.Detail {
    .repeatable(replacing: replacements, mostElements: Self.mostElements, mostCharacters: Self.mostCharacters)
  }

  /// Returns a value on one line.
  func inline(_ value: Any) -> String { characters(tree(value).inline) }

  /// Returns the lines of the difference between two states, broken to a width, or no lines if their text is equal.
  func difference(_ before: Any?, _ after: Any, width: Int = .max) -> [[Span]] {
    guard let before else { return Self.broken("  " + inline(after), width).map { [Span($0, .secondary)] } }
    let fired = PulseStamps(of: after, detail: detail).fired(since: PulseStamps(of: before, detail: detail))
    let difference = ValueDifference(expected: tree(before), actual: tree(after, firedPulses: fired))
    return difference.lines.flatMap { line in
      let role: Role = line.first == "-" ? .bad : line.first == "+" ? .good : .secondary
      return Self.broken(characters(line), width).map { [Span($0, role)] }
    }
  }

  /// Returns the parts of a broken line, each with the line's sign and indentation.
  private static func broken(_ line: String, _ width: Int) -> [String] {
    let rest = line.dropFirst().drop { $0 == " " }
    let start = line.prefix(line.count - rest.count)
    return wrapped(String(rest), width: max(1, width - start.count)).map { start + $0 }
  }

  /// Returns text in characters that the terminal supports.
  func characters(_ text: String) -> String {
    guard isASCII, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var result = ""
    for character in text {
      switch character {
      case "…": result += "..."
      case "•": result += "*"
      case "·", "–": result += "-"
      case "µ": result += "u"
      default: result.append(character)
      }
    }
    return result
  }

  func name(_ lane: Int) -> String { lanes.indices.contains(lane) ? lanes[lane].name : "" }

  func name(_ effect: EffectID) -> String { "\(name(effect.lane)) effect \(effect.number)" }

  /// Returns the reason for a redraw: the property or function that requested it, without arguments.
  static func reason(_ name: String) -> String { String(name.prefix { $0 != "(" }) }

  // MARK: Triggers

  /// Returns what triggered an epoch, in a few letters.
  func trigger(_ trigger: Epoch.Trigger) -> String {
    switch trigger {
    case .input(let records): inputs(records)
    case .effect(let id, _): "Effect \(id.number)"
    case .step: "Step"
    case .other: "Other"
    }
  }

  private func inputs(_ records: [Epoch.InputRecord]) -> String {
    if records.contains(where: \.isSecret) { return characters(Secret<String>.mask) }
    let texts = records.map { input($0.event) }
    return texts.allSatisfy { $0.count == 1 } ? texts.joined() : texts.joined(separator: " ")
  }

  private func input(_ event: Event) -> String {
    switch event {
    case .key(let key): key.label(ascii: isASCII)
    case .mouse(let mouse): self.mouse(mouse)
    case .paste(let paste): "Paste \(paste.text.count)"
    case .resize(let size): "Size \(size.width)x\(size.height)"
    case .focusGained: "Focus"
    case .focusLost: "No focus"
    case .resumed: "Resumed"
    case .terminate: "End"
    }
  }

  private func mouse(_ mouse: MouseEvent) -> String {
    let place = "\(mouse.position.x),\(mouse.position.y)"
    return switch mouse.kind {
    case .press: mouse.clickCount > 1 ? "Clicks \(place)" : "Click \(place)"
    case .release: "Release"
    case .drag: "Drag \(place)"
    case .wheelUp, .wheelDown: "Wheel"
    }
  }

  // MARK: Numbers

  /// Returns a time in seconds: `12.345 s`.
  static func seconds(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    let thousandths = "\(attoseconds / 1_000_000_000_000_000)"
    return "\(seconds)." + String(repeating: "0", count: 3 - thousandths.count) + thousandths + " s"
  }

  static func microseconds(_ time: Duration) -> Int {
    let (seconds, attoseconds) = time.components
    return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
  }

  static func count(_ count: Int, _ noun: String) -> String { "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")" }
}
