/// The spelling of words and filters in a query.
enum QueryText {
  /// Returns text, enclosed in quotes if the query would otherwise be split inside it.
  static func quoted(_ text: String) -> String {
    let needsQuotes = text.isEmpty || text.contains { $0.isWhitespace || $0 == "," || $0 == "\"" }
    return needsQuotes ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }

  /// Returns a query with its last quote closed, so that it does not contain the words and filters added after it.
  static func closed(_ query: String) -> String {
    query.count { $0 == "\"" }.isMultiple(of: 2) ? query : query + "\""
  }

  /// Returns the strings separated by commas.
  static func list(_ texts: [String]) -> String { texts.map(quoted).joined(separator: ",") }

  /// Returns a number without an exponent.
  static func number(_ value: Double) -> String {
    guard let whole = Int(exactly: value) else {
      let text = "\(value)"
      guard text.contains("e") else { return text }
      return Int(exactly: value.rounded()).map(String.init) ?? "0"
    }
    return "\(whole)"
  }

  /// Returns the filters on a field for numbers between bounds.
  static func range(_ field: CarField, _ bounds: NumberBounds) -> String {
    let (name, lower, upper) = (field.id, number(bounds.lower), number(bounds.upper))
    switch (bounds.lower > -.infinity, bounds.upper < .infinity) {
    case (false, false): return ""
    case (true, false): return "\(name)>\(bounds.includesLower ? "=" : "")\(lower)"
    case (false, true): return "\(name)<\(bounds.includesUpper ? "=" : "")\(upper)"
    case (true, true) where bounds.includesLower: return "\(name):\(lower)..\(bounds.includesUpper ? "" : "<")\(upper)"
    case (true, true): return "\(name)>\(lower) \(name)<\(bounds.includesUpper ? "=" : "")\(upper)"
    }
  }
}
