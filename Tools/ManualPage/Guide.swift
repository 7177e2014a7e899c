/// A guide in Markdown, of which a manual page quotes sections.
struct Guide {
  /// A block of a section.
  enum Block {
    case paragraph(String)
    case item(String)
    case code([String])
    case table(header: [String], rows: [[String]])
  }

  private let lines: [String]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Returns the blocks between a heading and the next one.
  ///
  /// - Throws: ``ManualError/section(_:)`` if there is no such heading.
  func section(_ name: String) throws -> [Block] {
    guard let start = lines.firstIndex(where: { Self.level($0) > 0 && Self.title($0) == name }) else {
      throw ManualError.section(name)
    }
    return Self.blocks(lines[(start + 1)...].prefix { Self.level($0) == 0 })
  }

  private static func level(_ line: String) -> Int {
    let hashes = line.prefix { $0 == "#" }.count
    return line.dropFirst(hashes).first == " " ? hashes : 0
  }

  private static func title(_ line: String) -> String {
    String(line.drop { $0 == "#" }.drop { $0 == " " })
  }

  private static func blocks(_ lines: ArraySlice<String>) -> [Block] {
    var blocks: [Block] = []
    var rest = lines
    while let line = rest.popFirst() {
      if line.isEmpty { continue }
      if line.hasPrefix("```") {
        let end = rest.firstIndex { $0.hasPrefix("```") } ?? rest.endIndex
        blocks.append(.code(Array(rest[..<end])))
        rest = rest[end...].dropFirst()
      } else if line.hasPrefix("|") {
        let rows = take(line, from: &rest) { $0.hasPrefix("|") }
        blocks.append(.table(header: cells(rows[0]), rows: rows.dropFirst(2).map(cells)))
      } else if let item = line.firstMatch(of: /^(?:-|\d+\.) (.*)/)?.1 {
        let more = take(String(item), from: &rest) { $0.hasPrefix("  ") }
        blocks.append(.item(joined(more)))
      } else {
        blocks.append(.paragraph(joined(take(line, from: &rest) { !$0.isEmpty && !$0.hasPrefix("|") })))
      }
    }
    return blocks
  }

  private static func take(
    _ first: String, from rest: inout ArraySlice<String>, while condition: (String) -> Bool
  ) -> [String] {
    let more = rest.prefix(while: condition)
    rest = rest.dropFirst(more.count)
    return [first] + more
  }

  private static func joined(_ lines: [String]) -> String {
    lines.map { String($0.drop { $0 == " " }) }.joined(separator: " ")
  }

  /// Returns the cells of a row. A bar in a cell is written as `\|`.
  private static func cells(_ row: String) -> [String] {
    row.replacing(#"\|"#, with: "\0").dropFirst().split(separator: "|", omittingEmptySubsequences: false).dropLast()
      .map { $0.replacing("\0", with: "|").trimmingSpaces }
  }
}

extension Substring {
  var trimmingSpaces: String {
    var text = self.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
extension String {
  var trimmingSpaces: String { self[...].trimmingSpaces }
}
