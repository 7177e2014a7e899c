/// A JSON object (RFC 8259) written member by member.
///
/// Cars are streamed one at a time, with their members in a readable order. Foundation's encoder supports neither.
package struct JSONText {
  package private(set) var text: String

  /// Returns a JSON string.
  package static func string(_ value: String) -> String {
    var json = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      case "\r": json += "\\r"
      case "\t": json += "\\t"
      case " "..."~": json.unicodeScalars.append(scalar)
      default: escape(scalar, into: &json)
      }
    }
    return json + "\""
  }

  /// Escapes a character. The standard requires this only for the first 32 characters. Other control characters are
  /// escaped because a terminal would interpret them.
  private static func escape(_ scalar: Unicode.Scalar, into json: inout String) {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      for unit in UTF16.encode(scalar) ?? UTF16.EncodedScalar() {
        let digits = String(unit, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    default: json.unicodeScalars.append(scalar)
    }
  }

  /// Creates an object without members.
  package init() { text = "{" }

  package mutating func add(_ name: String, raw value: String) {
    if text != "{" { text += ", " }
    text += "\(Self.string(name)): \(value)"
  }

  package mutating func add(_ name: String, _ value: String?) { add(name, raw: value.map(Self.string) ?? "null") }
  package mutating func add(_ name: String, _ value: Int?) { add(name, raw: value.map { "\($0)" } ?? "null") }
  package mutating func add(_ name: String, _ value: Bool?) {
    add(name, raw: value.map { $0 ? "true" : "false" } ?? "null")
  }

  /// Adds a number. Integers have no fraction, and non-finite values become `null`.
  package mutating func add(_ name: String, _ value: Double?) { add(name, raw: value.flatMap(Self.number) ?? "null") }

  /// Returns a number with at most six decimals, which removes rounding errors from conversions.
  package static func number(_ value: Double) -> String? {
    guard value.isFinite else { return nil }
    let rounded = value.magnitude < 1e9 ? (value * 1e6).rounded() / 1e6 : value
    return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
  }

  /// Returns the complete object.
  package func closed() -> String { text + "}" }
}
