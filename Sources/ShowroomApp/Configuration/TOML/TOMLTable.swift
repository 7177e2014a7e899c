/// A table of a TOML document (https://toml.io/en/v1.0.0): values by name, with the lines in which they stand.
final class TOMLTable {
  /// A value.
  enum Value {
    case text(String)
    case integer(Int)
    case flag(Bool)
    /// A float, a date or a time, which no setting takes.
    case other
    case array([Value])
    case table(TOMLTable)
    /// The tables of `[[name]]`.
    case tables([TOMLTable])
  }

  /// What has made a table, which decides what may be added to it later.
  enum Origin {
    /// A name on the way to another table: `a` of `[a.b]`.
    case path
    /// `[a]`, `[[a]]`, or the document itself.
    case header
    /// A dotted key: `a` of `a.b = 1`.
    case dotted
    /// `{ … }`, which is complete.
    case inline
  }

  private struct Entry {
    var value: Value
    let line: Int
  }

  /// What has made it.
  var origin: Origin
  /// The names, in the order of the document.
  private(set) var names: [String] = []
  private var entries: [String: Entry] = [:]

  init(_ origin: Origin) { self.origin = origin }

  /// The value of a name; nil where there is none.
  subscript(name: String) -> Value? { entries[name]?.value }

  /// The line in which the statement begins that gives a name its value.
  func line(of name: String) -> Int? { entries[name]?.line }

  /// Sets a value; the line stays that of the first time.
  func set(_ name: String, _ value: Value, line: Int) {
    if entries[name] == nil { names.append(name) }
    entries[name] = Entry(value: value, line: entries[name]?.line ?? line)
  }
}

/// A text is not TOML.
struct TOMLError: Error, Hashable {
  let line: Int
  /// What is wrong, without a full stop.
  let reason: String
}
