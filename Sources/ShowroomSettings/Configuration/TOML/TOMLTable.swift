/// A table in a TOML document (https://toml.io/en/v1.0.0): values by name, with their line numbers.
final class TOMLTable {
  enum Value {
    case text(String)
    case integer(Int)
    case flag(Bool)
    /// A float, a date or a time. No setting uses these.
    case other
    case array([Value])
    case table(TOMLTable)
    /// The tables of `[[name]]`.
    case tables([TOMLTable])
  }

  /// The syntax that created a table, which determines what may be added to it later.
  enum Origin {
    /// A parent in the header of another table: `a` in `[a.b]`.
    case path
    /// A header (`[a]`, `[[a]]`), or the document itself.
    case header
    /// A dotted key: `a` in `a.b = 1`.
    case dotted
    /// An inline table (`{ … }`), which cannot be extended.
    case inline
  }

  private struct Entry {
    var value: Value
    let line: Int
  }

  /// The syntax that created the table.
  var origin: Origin
  /// The names, in the order of the document.
  private(set) var names: [String] = []
  private var entries: [String: Entry] = [:]

  init(_ origin: Origin) { self.origin = origin }

  /// The value of a name; `nil` if there is none.
  subscript(name: String) -> Value? { entries[name]?.value }

  /// Returns the first line of the statement that sets the value of a name.
  func line(of name: String) -> Int? { entries[name]?.line }

  /// Sets a value. If it replaces another value, the line stays the same.
  func set(_ name: String, _ value: Value, line: Int) {
    if entries[name] == nil { names.append(name) }
    entries[name] = Entry(value: value, line: entries[name]?.line ?? line)
  }
}

/// A syntax error in a TOML document.
struct TOMLError: Error, Hashable {
  let line: Int
  /// The description of the error, without a period.
  let reason: String
}
