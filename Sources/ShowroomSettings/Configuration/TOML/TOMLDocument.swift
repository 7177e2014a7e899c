/// A parser of TOML documents, statement by statement.
///
/// The package has its own parser, because the available library ends the process for some invalid documents.
struct TOMLDocument {
  private var values: TOMLValueReader
  private let root = TOMLTable(.header)
  private var current: TOMLTable

  /// Returns the table of a document.
  ///
  /// - Throws: ``TOMLError`` for the first syntax error.
  static func table(parsing text: String) throws(TOMLError) -> TOMLTable {
    var document = TOMLDocument(text)
    while try document.takeStatement() {}
    return document.root
  }

  private init(_ text: String) {
    values = TOMLValueReader(TOMLText(text))
    current = root
  }

  private mutating func takeStatement() throws(TOMLError) -> Bool {
    try values.text.skipBlankLines()
    guard let byte = values.text.current else { return false }
    if byte == UInt8(ascii: "[") { try takeHeader() } else { try values.takePair(into: current) }
    try values.text.endLine()
    return true
  }

  /// Parses `[a.b]` or `[[a.b]]`. The latter adds a table to an array.
  private mutating func takeHeader() throws(TOMLError) {
    let line = values.text.line
    values.text.advance()
    let isList = values.text.take("[")
    let names = try values.names()
    let isClosed = isList ? values.text.take("]]") : values.text.take("]")
    guard let last = names.last, isClosed else {
      throw values.text.error("a table header must end with \(isList ? "]]" : "]")")
    }
    var table = root
    for name in names.dropLast() { table = try step(to: name, from: table, line) }
    current = isList ? try append(last, to: table, line) : try open(last, in: table, line)
  }

  private func step(to name: String, from table: TOMLTable, _ line: Int) throws(TOMLError) -> TOMLTable {
    switch table[name] {
    case nil:
      let new = TOMLTable(.path)
      table.set(name, .table(new), line: line)
      return new
    case .table(let next) where next.origin != .inline: return next
    case .tables(let list):
      if let last = list.last { return last }
    default: break
    }
    throw TOMLError(line: line, reason: "\"\(name)\" already has a value and cannot be extended")
  }

  private func open(_ name: String, in table: TOMLTable, _ line: Int) throws(TOMLError) -> TOMLTable {
    if table[name] == nil {
      let new = TOMLTable(.header)
      table.set(name, .table(new), line: line)
      return new
    }
    guard case .table(let known) = table[name], known.origin == .path else {
      throw TOMLError(line: line, reason: "\"\(name)\" is defined twice")
    }
    known.origin = .header
    return known
  }

  private func append(_ name: String, to table: TOMLTable, _ line: Int) throws(TOMLError) -> TOMLTable {
    let new = TOMLTable(.header)
    switch table[name] {
    case nil: table.set(name, .tables([new]), line: line)
    case .tables(let list): table.set(name, .tables(list + [new]), line: line)
    default: throw TOMLError(line: line, reason: "\"\(name)\" is defined twice")
    }
    return new
  }
}
