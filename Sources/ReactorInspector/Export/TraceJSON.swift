import ReactorCore
import ReactorFiles

/// Values as JSON.
@MainActor
enum TraceJSON {
  /// Returns a JSON array.
  static func array(_ elements: [String]) -> String { "[\(elements.joined(separator: ", "))]" }

  /// Returns a JSON array of strings.
  static func array(strings: [String]) -> String { array(strings.map(JSONText.string)) }

  /// Returns the cost of a frame as an object.
  static func cost(_ cost: ProgramEvent.FrameCost) -> String {
    var json = JSONText()
    json.add("rows", cost.rows)
    json.add("bytes", cost.bytes)
    json.add("microseconds", raw: TraceText.microseconds(cost.duration))
    return json.closed()
  }

  /// Returns a value as JSON. A struct becomes an object, and a case with a payload becomes an object with the name of
  /// the case.
  static func value(_ tree: ValueTree) -> String {
    switch tree.kind {
    case .leaf: return leaf(tree.text)
    case .list: return array(tree.children.map(value))
    case .structure, .tuple: return children(of: tree)
    case .dictionary: return object(tree.children) ?? "{}"
    case .enumeration(let name):
      let isSingle = tree.children.count == 1 && tree.children[0].label == nil
      var json = JSONText()
      json.add(name, raw: isSingle ? value(tree.children[0]) : children(of: tree))
      return json.closed()
    }
  }

  /// Returns children as an object, or as an array if some have no name.
  private static func children(of tree: ValueTree) -> String {
    object(tree.children) ?? array(tree.children.map(value))
  }

  private static func object(_ children: [ValueTree]) -> String? {
    var names: Set<String> = []
    var json = JSONText()
    for child in children {
      guard let name = child.label, !name.isEmpty, names.insert(name).inserted else { return nil }
      json.add(name, raw: value(child))
    }
    return json.closed()
  }

  private static func leaf(_ text: String) -> String {
    switch text {
    case "nil": "null"
    case "true", "false": text
    default: isNumber(text) ? text : JSONText.string(unquoted(text) ?? text)
    }
  }

  /// Returns whether text is a JSON number: `-1`, `1.5e-05`. A trace may contain millions of strings, for which a
  /// regular expression takes minutes.
  static func isNumber(_ text: String) -> Bool {
    var rest = text.utf8[...]
    func take(_ bytes: String.UTF8View) -> Bool {
      guard let first = rest.first, bytes.contains(first) else { return false }
      rest.removeFirst()
      return true
    }
    func digits() -> Int {
      let count = rest.prefix { $0 &- 48 < 10 }.count
      rest.removeFirst(count)
      return count
    }
    _ = take("-".utf8)
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let count = digits()
    guard count == 1 || count > 1 && !startsWithZero else { return false }
    if take(".".utf8), digits() == 0 { return false }
    if take("eE".utf8) {
      _ = take("+-".utf8)
      if digits() == 0 { return false }
    }
    return rest.isEmpty
  }

  /// Returns the string that a Swift literal represents; `nil` if the text is not a literal.
  private static func unquoted(_ literal: String) -> String? {
    guard literal.count >= 2, literal.first == "\"", literal.last == "\"" else { return nil }
    var rest = literal.unicodeScalars.dropFirst().dropLast()
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        if scalar == "\"" { return nil }
        text.append(scalar)
        continue
      }
      guard let escaped = rest.popFirst(), let meaning = self.scalar(escaped, &rest) else { return nil }
      text.append(meaning)
    }
    return String(text)
  }

  private static func scalar(
    _ escaped: Unicode.Scalar, _ rest: inout String.UnicodeScalarView.SubSequence
  ) -> Unicode.Scalar? {
    switch escaped {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "0": return "\0"
    case "u":
      guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}") else { return nil }
      let digits = String(String.UnicodeScalarView(rest[..<end]))
      rest = rest[rest.index(after: end)...]
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    default: return escaped
    }
  }
}

/// The values in traces, which do not vary between runs.
@MainActor
struct TraceValues {
  private let detail: ValueTree.Detail

  init(of log: InspectorLog) { detail = .repeatable(replacing: log.replacements) }

  /// Returns the structure of a value.
  func tree(_ value: Any) -> ValueTree { ValueTree(value, detail: detail) }

  /// Returns the lines of the difference between two states.
  /// - Parameter tree: The structure of the later state.
  func change(from before: Any, to after: Any, _ tree: ValueTree) -> [String] {
    let fired = PulseStamps(of: after, detail: detail).fired(since: PulseStamps(of: before, detail: detail))
    let actual = fired.isEmpty ? tree : ValueTree(after, firedPulses: fired, detail: detail)
    return ValueDifference(expected: self.tree(before), actual: actual).lines
  }
}
