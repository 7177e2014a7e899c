import ReactorSpelling
import ReactorTerminalCore

/// The TOML document in a configuration file. Errors name the line of an invalid value.
struct ConfigurationDocument {
  private let path: String
  private let table: TOMLTable

  init(_ text: String, path: String) throws(SettingsError) {
    self.path = path
    do {
      table = try TOMLDocument.table(parsing: text)
    } catch {
      throw .configuration(path: path, line: error.line, message: "invalid TOML: \(error.reason).")
    }
  }

  /// The keys of the top-level table.
  var names: [String] { table.names }

  // MARK: Values

  func text(_ name: String) throws(SettingsError) -> (String, SettingOrigin) {
    guard case .text(let text) = table[name] else {
      throw problem([name], "\(name) must be a string: \(name) = \"…\".")
    }
    return (text, .file(path: path, line: line(of: [name]), key: name))
  }

  func choice<Value: CaseIterable & RawRepresentable<String>>(_ name: String) throws(SettingsError) -> Value {
    let (text, origin) = try text(name)
    return try SettingValue.choice(text, origin)
  }

  func flag(_ name: String) throws(SettingsError) -> Bool {
    guard case .flag(let flag) = table[name] else {
      throw problem([name], "\(name) must be true or false, without quotes.")
    }
    return flag
  }

  func number(_ name: String, in range: ClosedRange<Int>) throws(SettingsError) -> Int {
    guard case .integer(let number) = table[name], range.contains(number) else {
      throw problem([name], "\(name) must be a number from \(range.lowerBound) to \(range.upperBound), without quotes.")
    }
    return number
  }

  /// Returns the keys assigned to commands. The dot in a command's name may be quoted (`"list.refresh"`) or not.
  func keymap(_ name: String, commands: Set<CommandID>) throws(SettingsError) -> Keymap {
    guard case .table(let keys) = table[name] else {
      throw problem([name], "\(name) must be a table: [\(name)], followed by \"command.name\" = [\"r\", \"f5\"].")
    }
    var names: [String: [String]] = [:]
    try collect(keys, at: [name], commands, into: &names)
    do { return try Keymap(parsing: names) } catch { throw problem([name], error.description) }
  }

  private func collect(
    _ table: TOMLTable, at place: [String], _ commands: Set<CommandID>, into names: inout [String: [String]]
  ) throws(SettingsError) {
    for key in table.names {
      let place = place + [key]
      if case .table(let inner) = table[key] {
        try collect(inner, at: place, commands, into: &names)
        continue
      }
      let command = FormerCommandNames.current(place.dropFirst().joined(separator: "."))
      if FormerCommandNames.removed.contains(command) { continue }
      if !commands.contains(CommandID(command)) {
        let names = commands.map(\.rawValue).sorted()
        let nearest = NearestName.of(command, among: names).map { "Did you mean \"\($0)\"?" }
        let hint = nearest ?? "Known commands are \(names.joined(separator: ", "))."
        throw problem(place, "unknown command \"\(command)\". \(hint)")
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
    throw problem(place, "the keys of \"\(command)\" must be an array of strings: [\"r\", \"f5\"], or [] for none.")
  }

  // MARK: Places

  func problem(_ place: [String], _ message: String) -> SettingsError {
    .configuration(path: path, line: line(of: place), message: message)
  }

  /// Returns the line of the statement that sets the value at `place`.
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
