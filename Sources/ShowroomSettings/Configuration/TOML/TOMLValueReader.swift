/// A parser of the keys and values in a TOML document.
struct TOMLValueReader {
  var text: TOMLText

  /// The maximum number of names in a dotted key and of nested values, which limits the use of the stack.
  private static let deepest = 32

  init(_ text: TOMLText) { self.text = text }

  // MARK: Keys

  /// Parses `name = value` or `a.b.name = value`.
  mutating func takePair(into table: TOMLTable, depth: Int = 0) throws(TOMLError) {
    let line = text.line
    let names = try names()
    guard let last = names.last, text.take("=") else { throw text.error("a key must be followed by = and a value") }
    text.skipBlanks()
    let value = try value(depth: depth)
    var table = table
    for name in names.dropLast() {
      switch table[name] {
      case nil:
        let new = TOMLTable(.dotted)
        table.set(name, .table(new), line: line)
        table = new
      case .table(let known) where known.origin == .dotted: table = known
      default: throw TOMLError(line: line, reason: "\"\(name)\" already has a value and cannot be extended")
      }
    }
    guard table[last] == nil else { throw TOMLError(line: line, reason: "\"\(last)\" is defined twice") }
    table.set(last, value, line: line)
  }

  /// Parses the names of a dotted key and the whitespace around them.
  mutating func names() throws(TOMLError) -> [String] {
    var names: [String] = []
    repeat {
      text.skipBlanks()
      names.append(try name())
      text.skipBlanks()
      guard names.count <= Self.deepest else { throw text.error("more than \(Self.deepest) names in a dotted key") }
    } while text.take(".")
    return names
  }

  private mutating func name() throws(TOMLError) -> String {
    if text.current == UInt8(ascii: "\"") || text.current == UInt8(ascii: "'") { return try TOMLString.line(&text) }
    let name = text.take { Self.isBare($0) }
    guard !name.isEmpty else { throw text.error("a key is missing; a key with special characters requires quotes") }
    return String(decoding: name, as: UTF8.self)
  }

  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  // MARK: Values

  private mutating func value(depth: Int) throws(TOMLError) -> TOMLTable.Value {
    guard depth < Self.deepest else { throw text.error("values nested more than \(Self.deepest) levels deep") }
    switch text.current {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .text(try TOMLString.any(&text))
    case UInt8(ascii: "["): return .array(try array(depth: depth))
    case UInt8(ascii: "{"): return .table(try inlineTable(depth: depth))
    default: return try TOMLScalar.value(&text)
    }
  }

  private mutating func array(depth: Int) throws(TOMLError) -> [TOMLTable.Value] {
    text.advance()
    var values: [TOMLTable.Value] = []
    while true {
      try text.skipBlankLines()
      if text.take("]") { return values }
      values.append(try value(depth: depth + 1))
      try text.skipBlankLines()
      if text.take(",") { continue }
      guard text.take("]") else { throw text.error("an array must continue with a comma or end with ]") }
      return values
    }
  }

  private mutating func inlineTable(depth: Int) throws(TOMLError) -> TOMLTable {
    text.advance()
    let table = TOMLTable(.inline)
    text.skipBlanks()
    if text.take("}") { return table }
    repeat { try takePair(into: table, depth: depth + 1) } while takeComma()
    guard text.take("}") else { throw text.error("an inline table must continue with a comma or end with }") }
    return table
  }

  private mutating func takeComma() -> Bool {
    text.skipBlanks()
    return text.take(",")
  }
}
