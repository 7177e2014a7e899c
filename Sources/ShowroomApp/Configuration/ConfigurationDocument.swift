import ReactorTerminal
import Spelling

/// A configuration file: the values of its settings, and sentences that name the line of one that cannot be taken.
struct ConfigurationDocument {
  private let path: String
  private let table: TOMLTable

  init(_ text: String, path: String) throws(SettingsError) {
    self.path = path
    do {
      table = try TOMLDocument.table(parsing: text)
    } catch {
      throw .configuration(path: path, line: error.line, sentence: "this is not TOML: \(error.reason).")
    }
  }

  /// The keys of the outermost table.
  var names: [String] { table.names }

  // MARK: Values

  func text(_ name: String) throws(SettingsError) -> (String, SettingOrigin) {
    guard case .text(let text) = table[name] else {
      throw problem([name], "\(name) is a text: write it in quotes, \(name) = \"…\".")
    }
    return (text, .file(path: path, line: line(of: [name]), key: name))
  }

  func choice<Value: CaseIterable & RawRepresentable<String>>(_ name: String) throws(SettingsError) -> Value {
    let (text, origin) = try text(name)
    return try SettingValue.choice(text, origin)
  }

  func flag(_ name: String) throws(SettingsError) -> Bool {
    guard case .flag(let flag) = table[name] else {
      throw problem([name], "\(name) is true or false, without quotes.")
    }
    return flag
  }

  func number(_ name: String, in range: ClosedRange<Int>) throws(SettingsError) -> Int {
    guard case .integer(let number) = table[name], range.contains(number) else {
      throw problem([name], "\(name) is a number from \(range.lowerBound) to \(range.upperBound), without quotes.")
    }
    return number
  }

  /// Keys by the name of the command. The dot in a name may be quoted (`"list.refresh"`) or not.
  func keymap(_ name: String, commands: Set<String>) throws(SettingsError) -> Keymap {
    guard case .table(let keys) = table[name] else {
      throw problem([name], "\(name) is a table: write [\(name)] and under it \"command.name\" = [\"r\", \"f5\"].")
    }
    var names: [String: [String]] = [:]
    try collect(keys, at: [name], commands, into: &names)
    do { return try Keymap(parsing: names) } catch { throw problem([name], error.description) }
  }

  private func collect(
    _ table: TOMLTable, at place: [String], _ commands: Set<String>, into names: inout [String: [String]]
  ) throws(SettingsError) {
    for key in table.names {
      let place = place + [key]
      if case .table(let inner) = table[key] {
        try collect(inner, at: place, commands, into: &names)
        continue
      }
      let command = place.dropFirst().joined(separator: ".")
      if !commands.contains(command) {
        let nearest = NearestName.of(command, among: commands).map { "did you mean \"\($0)\"?" }
        let hint = nearest ?? "there are \(commands.sorted().joined(separator: ", "))."
        throw problem(place, "there is no command \"\(command)\"; \(hint)")
      }
      let written = try keyNames(table[key], command, at: place)
      do { for name in written { _ = try Key(parsing: name) } } catch { throw problem(place, error.description) }
      names[command] = written
    }
  }

  private func keyNames(
    _ value: TOMLTable.Value?, _ command: String, at place: [String]
  ) throws(SettingsError) -> [String] {
    if case .text(let name) = value { return [name] }
    if case .array(let values) = value {
      let names = values.compactMap { if case .text(let name) = $0 { name } else { nil } }
      if names.count == values.count { return names }
    }
    throw problem(place, "the keys of \"\(command)\" are a list of texts: write [\"r\", \"f5\"], or [] for none.")
  }

  // MARK: Places

  func problem(_ place: [String], _ sentence: String) -> SettingsError {
    .configuration(path: path, line: line(of: place), sentence: sentence)
  }

  /// The line in which the statement begins that gives `place` its value.
  private func line(of place: [String]) -> Int {
    var table = table
    var line = 1
    for name in place {
      line = table.line(of: name) ?? line
      guard case .table(let inner) = table[name] else { break }
      table = inner
    }
    return line
  }
}
