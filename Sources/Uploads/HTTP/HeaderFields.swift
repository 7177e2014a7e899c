import Foundation

/// The header fields of a request or response, in order. Names are case-insensitive.
struct HeaderFields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  private(set) var fields: [Field] = []

  struct Field: Sendable, Hashable {
    let name: String
    let value: String
  }

  init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { add(name, value) }
  }

  mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// The first value of a name. Setting it replaces all values of the name; `nil` removes them.
  subscript(name: String) -> String? {
    get {
      let name = name.lowercased()
      return fields.first { $0.name.lowercased() == name }?.value
    }
    set {
      let lowered = name.lowercased()
      fields.removeAll { $0.name.lowercased() == lowered }
      if let newValue { add(name, newValue) }
    }
  }

  /// Returns the trimmed members of a list field such as `Allow` or `DAV`, from all its occurrences.
  func list(_ name: String) -> [String] {
    let name = name.lowercased()
    return fields.filter { $0.name.lowercased() == name }.flatMap { $0.value.split(separator: ",") }
      .map { $0.trimmingWhitespace() }.filter { !$0.isEmpty }
  }

  /// Returns the value of a field that is a whole number of at least zero.
  func number(_ name: String) -> Int64? {
    self[name].flatMap { Int64($0.trimmingWhitespace()) }.flatMap { $0 >= 0 ? $0 : nil }
  }
}

/// The dates of header fields (RFC 9110, section 5.6.7).
enum HTTPDate {
  /// Returns the seconds since 1970, or `nil` if the text is not a date. Accepts the two obsolete formats as well.
  static func seconds(_ text: String) -> Double? {
    for format in ["EEE, dd MMM yyyy HH:mm:ss zzz", "EEEE, dd-MMM-yy HH:mm:ss zzz", "EEE MMM d HH:mm:ss yyyy"] {
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = TimeZone(secondsFromGMT: 0)
      formatter.dateFormat = format
      if let date = formatter.date(from: text.trimmingWhitespace()) { return date.timeIntervalSince1970 }
    }
    return nil
  }
}
