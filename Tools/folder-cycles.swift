// Fails if the folders of a module depend on each other in a cycle, and prints the dependencies that form it.
//
//     swift Tools/folder-cycles.swift Sources
//
// Dependencies are found by name, without the compiler. A folder depends on another one if it mentions a type that the
// other one declares at the top level, or a function or property that the other one declares there or in an extension
// of a type from elsewhere. Comments and string literals do not count, and neither do names that several files declare.

import Foundation

/// A token of Swift source. Comments and string literals yield no tokens.
enum Token: Equatable {
  case name(String)
  case mark(UInt8)
}

/// A lexer that splits Swift source into names and punctuation.
struct Lexer {
  private let source: [UInt8]
  private var index = 0

  init(_ source: Data) { self.source = Array(source) + [0, 0, 0] }

  static func tokens(of source: Data) -> [Token] {
    var lexer = Lexer(source)
    var tokens: [Token] = []
    while let token = lexer.next() { tokens.append(token) }
    return tokens
  }

  private mutating func next() -> Token? {
    while index < source.count - 3 {
      let byte = source[index]
      if byte == UInt8(ascii: "/"), source[index + 1] == byte {
        skip { $0 != UInt8(ascii: "\n") }
      } else if byte == UInt8(ascii: "/"), source[index + 1] == UInt8(ascii: "*") {
        skipBlockComment()
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#"), let hashes = hashesOfString() {
        skipString(hashes: hashes)
      } else if Self.isName(byte) {
        let start = index
        skip(while: Self.isName)
        return .name(String(decoding: source[start..<index], as: UTF8.self))
      } else {
        index += 1
        if byte > UInt8(ascii: " "), byte != UInt8(ascii: "`") { return .mark(byte) }
      }
    }
    return nil
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...0xFF:
      true
    default: false
    }
  }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while index < source.count - 3, condition(source[index]) { index += 1 }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      let pair = (source[index], source[index + 1])
      if pair == (UInt8(ascii: "/"), UInt8(ascii: "*")) { depth += 1 }
      if pair == (UInt8(ascii: "*"), UInt8(ascii: "/")) { depth -= 1 }
      index += pair.0 == UInt8(ascii: "*") && pair.1 == UInt8(ascii: "/") ? 2 : 1
    } while depth > 0 && index < source.count - 3
  }

  /// The number of hashes before the quote that begins here; `nil` if none does.
  private func hashesOfString() -> Int? {
    var end = index
    while source[end] == UInt8(ascii: "#") { end += 1 }
    return source[end] == UInt8(ascii: "\"") ? end - index : nil
  }

  private mutating func skipString(hashes: Int) {
    index += hashes
    let isMultiline = source[index + 1] == UInt8(ascii: "\"") && source[index + 2] == UInt8(ascii: "\"")
    let quotes = isMultiline ? 3 : 1
    index += quotes
    while index < source.count - 3 {
      if source[index] == UInt8(ascii: "\\"), hashes == 0 {
        index += 2
      } else if endsString(quotes: quotes, hashes: hashes) {
        index += quotes + hashes
        return
      } else {
        index += 1
      }
    }
  }

  private func endsString(quotes: Int, hashes: Int) -> Bool {
    let end = source[index...].prefix(quotes + hashes)
    return end.count == quotes + hashes && end.prefix(quotes).allSatisfy { $0 == UInt8(ascii: "\"") }
      && end.dropFirst(quotes).allSatisfy { $0 == UInt8(ascii: "#") }
  }
}

/// A source file: the names that it declares and mentions.
struct File {
  let name: String
  let folder: String
  /// The types that the file declares at the top level.
  private(set) var types: Set<String> = []
  /// The functions and properties that it declares at the top level or in an extension, by the extended type.
  private(set) var members: [(name: String, extended: String?)] = []
  /// Every name that it declares, at any level.
  private(set) var declared: Set<String> = []
  /// The capitalized names that it mentions.
  private(set) var mentioned: Set<String> = []
  /// The other names that it calls, or reads after a dot.
  private(set) var used: Set<String> = []

  private static let typeKeywords: Set<String> = ["class", "struct", "enum", "actor", "protocol", "typealias"]
  private static let memberKeywords: Set<String> = ["func", "var", "let"]

  init(name: String, folder: String, tokens: [Token]) {
    self.name = name
    self.folder = folder
    var depth = 0
    var extended: String?
    var before = Token.mark(0)
    for (index, token) in tokens.enumerated() {
      defer { before = token }
      switch token {
      case .mark(UInt8(ascii: "{")): depth += 1
      case .mark(UInt8(ascii: "}")):
        depth -= 1
        if depth == 0 { extended = nil }
      case .mark: break
      case .name(let word):
        let next = index + 1 < tokens.count ? tokens[index + 1] : .mark(0)
        if case .name(let name) = next {
          declare(name, keyword: word, depth: depth, extended: extended)
          if depth == 0, word == "extension" { extended = name }
        }
        mention(word, before: before, next: next)
      }
    }
  }

  private mutating func declare(_ name: String, keyword: String, depth: Int, extended: String?) {
    if Self.typeKeywords.contains(keyword) {
      declared.insert(name)
      if depth == 0 { types.insert(name) }
    } else if Self.memberKeywords.contains(keyword) {
      declared.insert(name)
      if depth == 0 || depth == 1 && extended != nil { members.append((name, depth == 0 ? nil : extended)) }
    } else if keyword == "case" {
      declared.insert(name)
    }
  }

  private mutating func mention(_ word: String, before: Token, next: Token) {
    if word.first?.isUppercase == true { mentioned.insert(word) }
    if before == .mark(UInt8(ascii: ".")) || next == .mark(UInt8(ascii: "(")) { used.insert(word) }
  }
}

/// The folders of a module and their dependencies.
struct Module {
  /// The folders that each folder depends on, each with an example.
  private var dependencies: [String: [String: String]] = [:]

  /// Names of the standard library, which do not identify the folder that declares them.
  private static let common: Set<String> = [
    "after", "append", "contains", "count", "description", "filter", "first", "from", "index", "last", "map", "name",
    "never", "open", "take", "time", "value", "values", "write", "zero",
  ]

  init(_ files: [File]) {
    var declarations: [String: Set<Int>] = [:]
    for (index, file) in files.enumerated() {
      for name in file.declared { declarations[name, default: []].insert(index) }
    }
    var types: [String: Int] = [:]
    var members: [String: Int] = [:]
    for (index, file) in files.enumerated() {
      for name in file.types where files.filter({ $0.types.contains(name) }).count == 1 { types[name] = index }
      for (name, extended) in file.members where declarations[name]?.count == 1 && !Self.common.contains(name) {
        if extended.map({ !file.types.contains($0) }) ?? true { members[name] = index }
      }
    }
    for file in files {
      let names =
        file.mentioned.compactMap { name in types[name].map { (name, $0) } }
        + file.used.compactMap { name in members[name].map { (name, $0) } }
      for (name, index) in names where files[index].folder != file.folder && !file.declared.contains(name) {
        let example = "\(file.name) uses \(name)"
        dependencies[file.folder, default: [:]][files[index].folder] =
          min(dependencies[file.folder]?[files[index].folder] ?? example, example)
      }
    }
  }

  /// Returns the folders that can be reached from `folder`.
  private func reachable(from folder: String) -> Set<String> {
    var found: Set<String> = []
    var pending = [folder]
    while let next = pending.popLast() {
      for other in (dependencies[next] ?? [:]).keys where found.insert(other).inserted { pending.append(other) }
    }
    return found
  }

  /// Returns a line for each dependency between two folders that depend on each other.
  func cyclicDependencies() -> [String] {
    let reach = dependencies.keys.reduce(into: [:]) { $0[$1] = reachable(from: $1) }
    return dependencies.sorted { $0.key < $1.key }.flatMap { folder, others in
      others.sorted { $0.key < $1.key }.compactMap { other, example in
        reach[other]?.contains(folder) == true ? "\(folder) -> \(other): \(example)" : nil
      }
    }
  }
}

let root = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "Sources")
let manager = FileManager.default
var hasCycle = false
for module in try manager.contentsOfDirectory(atPath: root.path).sorted() {
  let folder = root.appendingPathComponent(module)
  let paths = manager.enumerator(atPath: folder.path)?.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
  let files = try (paths ?? []).map { path in
    let url = folder.appendingPathComponent(path)
    let parent = path.split(separator: "/").dropLast().joined(separator: "/")
    return File(
      name: url.lastPathComponent, folder: parent.isEmpty ? "." : parent,
      tokens: Lexer.tokens(of: try Data(contentsOf: url)))
  }
  for line in Module(files).cyclicDependencies() {
    print("\(module): \(line)")
    hasCycle = true
  }
}
exit(hasCycle ? 1 : 0)
