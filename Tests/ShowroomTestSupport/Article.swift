import Foundation
import Testing

/// An article or landing page of the documentation catalogs, whose code must be part of compiled code.
package struct Article: Sendable, CustomTestStringConvertible {
  /// The path from the top of the repository.
  package let path: String

  /// The articles and landing pages of all libraries.
  package static let all: [Article] = files(below: "Sources") { $0.contains(".docc/") && $0.hasSuffix(".md") }
    .map(Article.init)

  /// The name of the file.
  package var testDescription: String { path.split(separator: "/").suffix(1).joined() }

  /// The pieces of code and of screens that are not part of a file in `Tests`, without indentation and empty lines.
  ///
  /// The lines of a piece must follow one another in one file. A line with an ellipsis separates two pieces. Blocks
  /// marked as `sh` or `text` are not compared.
  package var unknownCode: [String] {
    get throws {
      try codeBlocks.flatMap { $0.split(separator: "…") }
        .filter { piece in !Self.sources.contains { $0.contains(piece) } }.map { $0.joined(separator: "\n") }
    }
  }

  /// The spellings in the second column of tables that do not occur in a file in `Tests`.
  ///
  /// An ellipsis in a spelling stands for anything.
  package var unknownSpellings: [String] {
    get throws {
      let spellings = try lines.filter { $0.hasPrefix("|") }.flatMap { row in
        let cells = row.replacing("\\|", with: "\u{0}").split(separator: "|", omittingEmptySubsequences: false)
        guard cells.count > 2 else { return [String]() }
        // Links to symbols, between two backticks, are checked by DocC.
        return cells[2].replacing(/``[^`]+``/, with: "").matches(of: /`([^`]+)`/).map { String($0.1) }
      }
      return spellings.filter { spelling in
        let parts = spelling.replacing("\u{0}", with: "|").split(separator: "…")
        return !parts.map { $0.trimmingCharacters(in: .whitespaces) }
          .allSatisfy { part in Self.sources.contains { $0.contains { $0.contains(part) } } }
      }
    }
  }

  /// The files of the package of the article "Getting started" that the article does not name or does not show
  /// completely.
  package static var filesMissingInGettingStarted: [String] {
    get throws {
      let folder = "Tests/GettingStarted"
      let article = try text(of: "Sources/ReactorTerminal/Documentation.docc/GettingStarted.md")
      return try files(below: folder) { $0.hasSuffix(".swift") }.map { String($0.dropFirst(folder.count + 1)) }
        .filter { file in
          let code = try text(of: "\(folder)/\(file)")
          return !article.contains("`\(file)`") || !article.contains("```swift\n\(code)```")
        }
    }
  }

  /// The contents of the file.
  package var text: String {
    get throws { try Self.text(of: path) }
  }

  /// The pieces of code in the first column of the tables, such as the commands that a table explains.
  package var firstColumns: [String] {
    get throws {
      try lines.filter { $0.hasPrefix("|") }.flatMap { row in
        row.split(separator: "|").first?.matches(of: /`([^`]+)`/).map { String($0.1) } ?? []
      }
    }
  }

  private var lines: [String] {
    get throws { Self.trimmed(try text) }
  }

  /// The lines of the blocks between fences.
  private var codeBlocks: [[String]] {
    get throws {
      var blocks: [[String]] = []
      var block: [String]?
      var isCompared = false
      for line in try lines {
        if line.hasPrefix("```") {
          if let block, isCompared { blocks.append(block) }
          isCompared = !["sh", "text"].contains(line.dropFirst(3))
          block = block == nil ? [] : nil
        } else {
          block?.append(line)
        }
      }
      return blocks
    }
  }

  /// The lines of the files in which the code of articles is compiled: those in folders named `Articles`, and the
  /// package of the article "Getting started".
  private static let sources: [[String]] = files(below: "Tests") { path in
    path.hasSuffix(".swift") && (path.contains("/Articles/") || path.hasPrefix("Tests/GettingStarted/"))
  }.compactMap { try? text(of: $0) }.map(trimmed)

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardizedFileURL

  /// Returns the contents of a file.
  private static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Returns the lines of a text without indentation and empty lines.
  private static func trimmed(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  /// Returns the paths of files, from the top of the repository, in a stable order.
  private static func files(below folder: String, where isIncluded: (String) -> Bool) -> [String] {
    let start = root.appending(path: folder)
    let names = FileManager.default.enumerator(atPath: start.path)?.compactMap { $0 as? String } ?? []
    return names.map { "\(folder)/\($0)" }.filter { !$0.contains("/.build/") && isIncluded($0) }.sorted()
  }
}
