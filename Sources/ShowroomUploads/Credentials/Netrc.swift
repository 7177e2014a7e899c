/// The entries of a file in netrc format: `machine HOST login USER password SECRET` or `default login … password …`.
/// `account` and `macdef` are ignored. The login `token` identifies the password as a token.
struct Netrc: Sendable {
  private struct Entry: Sendable {
    /// The host in lowercase, or `nil` for `default`.
    let machine: String?
    var login = ""
    var password: String?
  }

  private var entries: [Entry] = []

  /// Parses a file's contents. Unknown words are ignored, as in other programs.
  init(parsing text: String) {
    var tokens = Tokens(text)
    while let token = tokens.next() {
      switch token {
      case "machine": entries.append(Entry(machine: tokens.next()?.lowercased() ?? ""))
      case "default": entries.append(Entry(machine: nil))
      case "login" where !entries.isEmpty: entries[entries.count - 1].login = tokens.next() ?? ""
      case "password" where !entries.isEmpty: entries[entries.count - 1].password = tokens.next()
      case "account": _ = tokens.next()
      case "macdef": tokens.skipParagraph()
      default: break
      }
    }
  }

  /// Returns the first entry for a host that has a password. An entry for `host:port` takes precedence over one for the
  /// host, which takes precedence over `default`.
  func credentials(host: String, port: Int) -> (login: String, password: String)? {
    let names: [String?] = ["\(host):\(port)", host, nil]
    for name in names {
      for entry in entries where entry.machine == name?.lowercased() {
        if let password = entry.password { return (entry.login, password) }
      }
    }
    return nil
  }

  /// The words of a netrc file. A word in double quotes may contain spaces, and a backslash escapes the next character.
  private struct Tokens {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    mutating func next() -> String? {
      while let first = rest.first {
        if first.isWhitespace {
          rest.removeFirst()
        } else if first == "#" {
          rest = rest.drop { !$0.isNewline }
        } else {
          break
        }
      }
      guard let first = rest.first else { return nil }
      if first == "\"" { return quoted() }
      let word = rest.prefix { !$0.isWhitespace }
      rest = rest[word.endIndex...]
      return String(word)
    }

    mutating func skipParagraph() {
      while let end = rest.firstIndex(where: \.isNewline) {
        let line = rest[..<end]
        rest = rest[rest.index(after: end)...]
        if line.allSatisfy(\.isWhitespace) { return }
      }
      rest = ""
    }

    private mutating func quoted() -> String {
      rest.removeFirst()
      var word = ""
      while let character = rest.popFirst(), character != "\"" {
        if character == "\\" { word += rest.popFirst().map(String.init) ?? "" } else { word.append(character) }
      }
      return word
    }
  }

  /// Returns a line for a machine, in the form that ``init(parsing:)`` reads.
  static func line(machine: String, login: String, password: String) -> String {
    "machine \(quoted(machine)) login \(quoted(login)) password \(quoted(password))\n"
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.allSatisfy { !$0.isWhitespace && $0 != "\"" && $0 != "\\" && $0 != "#" }
    if isPlain { return word }
    let escaped = word.reduce(into: "") { $0 += $1 == "\"" || $1 == "\\" ? "\\\($1)" : "\($1)" }
    return "\"\(escaped)\""
  }

  /// Returns the text without the entry of a machine. Other lines stay unchanged, except that CR LF becomes LF.
  static func removing(machine: String, from text: String) -> String {
    var result = ""
    var isSkipping = false
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" }) {
      var tokens = Tokens(String(line))
      switch tokens.next() {
      case "machine": isSkipping = tokens.next()?.lowercased() == machine.lowercased()
      case "default", "macdef": isSkipping = false
      default: break
      }
      if !isSkipping { result += line + "\n" }
    }
    while result.hasSuffix("\n\n") { result.removeLast() }
    return result == "\n" ? "" : result
  }
}
