/// Reads the keys and values of a TOML document.
struct TOMLValueReader {
  var text: TOMLText

  /// Names that lead to a value, and values within one another: more is no configuration, and would cost stack.
  private static let deepest = 32

  init(_ text: TOMLText) { self.text = text }

  // MARK: Keys

  /// `name = value` or `a.b.name = value`.
  mutating func takePair(into table: TOMLTable, depth: Int = 0) throws(TOMLError) {
    let line = text.line
    let names = try names()
    guard let last = names.last, text.take("=") else { throw text.error("a name is followed by = and its value") }
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
      default: throw TOMLError(line: line, reason: "\"\(name)\" has a value already and cannot be extended")
      }
    }
    guard table[last] == nil else { throw TOMLError(line: line, reason: "\"\(last)\" is defined twice") }
    table.set(last, value, line: line)
  }

  /// The names of a dotted key, with the blanks around them.
  mutating func names() throws(TOMLError) -> [String] {
    var names: [String] = []
    repeat {
      text.skipBlanks()
      names.append(try name())
      text.skipBlanks()
      guard names.count <= Self.deepest else { throw text.error("more than \(Self.deepest) names follow one another") }
    } while text.take(".")
    return names
  }

  private mutating func name() throws(TOMLError) -> String {
    if text.current == UInt8(ascii: "\"") || text.current == UInt8(ascii: "'") { return try TOMLString.line(&text) }
    let name = text.take { Self.isBare($0) }
    guard !name.isEmpty else { throw text.error("a name belongs here; one with other signs stands in quotes") }
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
    guard depth < Self.deepest else { throw text.error("more than \(Self.deepest) values stand within one another") }
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
      guard text.take("]") else { throw text.error("a list goes on with a comma or ends with ]") }
      return values
    }
  }

  private mutating func inlineTable(depth: Int) throws(TOMLError) -> TOMLTable {
    text.advance()
    let table = TOMLTable(.inline)
    text.skipBlanks()
    if text.take("}") { return table }
    repeat { try takePair(into: table, depth: depth + 1) } while takeComma()
    guard text.take("}") else { throw text.error("a table in braces goes on with a comma or ends with }") }
    return table
  }

  private mutating func takeComma() -> Bool {
    text.skipBlanks()
    return text.take(",")
  }
}
