/// The header fields of a request or a response, in order. Names are compared without regard to case.
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

  /// The first value of that name. Setting it replaces all of that name; `nil` removes them.
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

  /// The members of a field that is a list, as `Allow` and `DAV` are, over all its occurrences, trimmed.
  func list(_ name: String) -> [String] {
    let name = name.lowercased()
    return fields.filter { $0.name.lowercased() == name }.flatMap { $0.value.split(separator: ",") }
      .map { $0.trimmingWhitespace() }.filter { !$0.isEmpty }
  }

  /// A field that is a whole number, zero or more.
  func number(_ name: String) -> Int64? {
    self[name].flatMap { Int64($0.trimmingWhitespace()) }.flatMap { $0 >= 0 ? $0 : nil }
  }
}

extension StringProtocol {
  func trimmingWhitespace() -> String {
    var text = self[...]
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
