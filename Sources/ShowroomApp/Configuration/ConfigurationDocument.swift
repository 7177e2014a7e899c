import ReactorTerminal
import TOMLKit

/// A parsed TOML text that can say in which line something stands.
///
/// The parser tells positions of syntax errors only. Those of wrong values are found, once one is wrong, with the same
/// parser: by giving it ever more lines of the text.
struct ConfigurationDocument {
  private let text: String
  private let path: String
  private let table: TOMLTable

  init(_ text: String, path: String) throws(SettingsError) {
    self.text = text
    self.path = path
    do {
      table = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw .configuration(
        path: path, line: max(1, error.source.begin.line), sentence: "this is not TOML: \(error.description).")
    } catch {
      throw .configuration(path: path, line: 1, sentence: "this is not TOML: \(error).")
    }
  }

  /// The keys of the outermost table.
  var names: [String] { table.keys }

  // MARK: Values

  func text(_ name: String) throws(SettingsError) -> (String, SettingOrigin) {
    guard let text = table[name]?.string else {
      throw problem([name], "\(name) is a text: write it in quotes, \(name) = \"…\".")
    }
    return (text, .file(path: path, line: line(of: [name]), key: name))
  }

  func choice<Value: CaseIterable & RawRepresentable<String>>(_ name: String) throws(SettingsError) -> Value {
    let (text, origin) = try text(name)
    return try SettingValue.choice(text, origin)
  }

  func flag(_ name: String) throws(SettingsError) -> Bool {
    guard let flag = table[name]?.bool else {
      throw problem([name], "\(name) is true or false, without quotes.")
    }
    return flag
  }

  func number(_ name: String, in range: ClosedRange<Int>) throws(SettingsError) -> Int {
    guard let number = table[name]?.int, range.contains(number) else {
      throw problem([name], "\(name) is a number from \(range.lowerBound) to \(range.upperBound), without quotes.")
    }
    return number
  }

  /// Keys by the name of the command. The dot in a name may be quoted (`"list.refresh"`) or not.
  func keymap(_ name: String, commands: Set<String>) throws(SettingsError) -> Keymap {
    guard let keys = table[name]?.table else {
      throw problem([name], "\(name) is a table: write [\(name)] and under it \"command.name\" = [\"r\", \"f5\"].")
    }
    var names: [String: [String]] = [:]
    try collect(keys, at: [name], commands, into: &names)
    do { return try Keymap(parsing: names) } catch { throw problem([name], error.description) }
  }

  private func collect(
    _ table: TOMLTable, at place: [String], _ commands: Set<String>, into names: inout [String: [String]]
  ) throws(SettingsError) {
    for key in table.keys {
      let place = place + [key]
      if let inner = table[key]?.table {
        try collect(inner, at: place, commands, into: &names)
        continue
      }
      let command = place.dropFirst().joined(separator: ".")
      if !commands.contains(command) {
        let nearest = Spelling.nearest(to: command, among: commands).map { "did you mean \"\($0)\"?" }
        let hint = nearest ?? "there are \(commands.sorted().joined(separator: ", "))."
        throw problem(place, "there is no command \"\(command)\"; \(hint)")
      }
      let written = try keyNames(table[key], command, at: place)
      do { for name in written { _ = try Key(parsing: name) } } catch { throw problem(place, error.description) }
      names[command] = written
    }
  }

  private func keyNames(
    _ value: (any TOMLValueConvertible)?, _ command: String, at place: [String]
  ) throws(SettingsError) -> [String] {
    if let name = value?.string { return [name] }
    let names = value?.array.map { $0.map(\.string) }
    guard let names, !names.contains(nil) else {
      throw problem(place, "the keys of \"\(command)\" are a list of texts: write [\"r\", \"f5\"], or [] for none.")
    }
    return names.compactMap(\.self)
  }

  // MARK: Places

  func problem(_ place: [String], _ sentence: String) -> SettingsError {
    .configuration(path: path, line: line(of: place), sentence: sentence)
  }

  /// The line in which the statement begins that gives `place` its value: the one after the last beginning of the text
  /// that is whole without it.
  private func line(of place: [String]) -> Int {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var prefix = ""
    var whole = 0
    var count = 0
    while let next = lines.popFirst() {
      prefix += next + "\n"
      count += 1
      guard let table = try? TOMLTable(string: prefix) else { continue }
      if Self.has(table, place) { return whole + 1 }
      whole = count
    }
    return 1
  }

  private static func has(_ table: TOMLTable, _ place: [String]) -> Bool {
    guard let first = place.first, let value = table[first] else { return false }
    if place.count == 1 { return true }
    return value.table.map { has($0, Array(place.dropFirst())) } ?? false
  }
}
