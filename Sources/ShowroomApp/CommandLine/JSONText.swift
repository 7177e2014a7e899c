import Foundation

/// Puts JSON (RFC 8259) together, member by member.
///
/// Written by hand because cars are streamed, one of 50,000 at a time, with their members in the order in which a person
/// wants to read them; the encoder of Foundation does neither.
struct JSONText {
  private(set) var text: String

  /// The text of a value.
  static func string(_ value: String) -> String {
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

  /// The standard asks for the first 32 only. Everything else that a terminal would obey is escaped as well: it means the
  /// same to a parser.
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

  /// An object without members.
  init() { text = "{" }

  mutating func add(_ name: String, raw value: String) {
    if text != "{" { text += ", " }
    text += "\(Self.string(name)): \(value)"
  }

  mutating func add(_ name: String, _ value: String?) { add(name, raw: value.map(Self.string) ?? "null") }
  mutating func add(_ name: String, _ value: Int?) { add(name, raw: value.map { "\($0)" } ?? "null") }
  mutating func add(_ name: String, _ value: Bool) { add(name, raw: value ? "true" : "false") }

  /// Whole numbers are written without a fraction; what is not finite, JSON cannot say.
  mutating func add(_ name: String, _ value: Double?) { add(name, raw: value.flatMap(Self.number) ?? "null") }

  /// The text of a number, to six decimals: more than any source has, and without the noise of conversions.
  static func number(_ value: Double) -> String? {
    guard value.isFinite else { return nil }
    let rounded = value.magnitude < 1e9 ? (value * 1e6).rounded() / 1e6 : value
    return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
  }

  /// The object, ended.
  func closed() -> String { text + "}" }
}
