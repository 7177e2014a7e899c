/// The header fields of a request or response, in order. Names are case-insensitive.
package struct HeaderFields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  package private(set) var fields: [Field] = []

  package struct Field: Sendable, Hashable {
    package let name: String
    package let value: String
  }

  package init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { add(name, value) }
  }

  package mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// The first value for a name. Setting it replaces all values for the name; `nil` removes them.
  package subscript(name: String) -> String? {
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

  /// Returns the trimmed members of a list field such as `Allow` or `DAV`, combining all its occurrences.
  package func list(_ name: String) -> [String] {
    let name = name.lowercased()
    return fields.filter { $0.name.lowercased() == name }.flatMap { $0.value.split(separator: ",") }
      .map { String($0.trimmed) }.filter { !$0.isEmpty }
  }

  /// Returns the value of a field as a nonnegative whole number, or `nil` if it is not one.
  package func number(_ name: String) -> Int64? {
    self[name].flatMap { Int64($0[...].trimmed) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Whether every field can be sent: names are visible ASCII without colons, and values have no line breaks or NULs.
  var isValid: Bool {
    fields.allSatisfy { field in
      !field.name.isEmpty && field.name.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != UInt8(ascii: ":") }
        && field.value.utf8.allSatisfy { $0 != 0 && $0 != 10 && $0 != 13 }
    }
  }
}

extension Substring {
  /// The text without leading and trailing spaces, tabs and line breaks.
  var trimmed: Substring {
    var text = self
    while let last = text.unicodeScalars.last, " \t\r\n".unicodeScalars.contains(last) {
      text.unicodeScalars.removeLast()
    }
    return text.drop { $0 == " " || $0 == "\t" || $0 == "\r\n" || $0 == "\n" || $0 == "\r" }
  }
}
