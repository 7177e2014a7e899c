import Foundation
import Testing

/// The documents at the top of the repository and in `docs`.
@Suite("Documents")
struct DocumentTests {
  @Test(arguments: Document.all)
  func `every link leads to a file and a heading that exist`(document: Document) throws {
    for link in try document.links {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let target = parts[0].isEmpty ? document : Document(path: document.resolve(String(parts[0])))

      #expect(target.exists, "\(link)")
      if parts.count == 2, target.exists { #expect(try target.anchors.contains(String(parts[1])), "\(link)") }
    }
  }

  @Test(arguments: Document.all)
  func `every file and folder that is named exists`(document: Document) throws {
    for path in try document.namedPaths { #expect(Document(path: path).exists, "\(path)") }
  }

  @Test func `the documents are found`() throws {
    #expect(Document.all.count >= 8)
    #expect(try Document(path: "ARCHITECTURE.md").namedPaths.count > 20)
  }
}

/// A file of the repository, by its path from the top.
struct Document: Sendable, CustomTestStringConvertible {
  let path: String

  static let all: [Document] = ["", "docs"].flatMap { folder in
    let names = try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
    return (names ?? []).filter { $0.hasSuffix(".md") }.sorted()
      .map { Document(path: folder.isEmpty ? $0 : "\(folder)/\($0)") }
  }

  var testDescription: String { path }
  var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

  /// The targets of the links to other files of the repository and to headings.
  var links: [String] {
    get throws { try text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }.filter { !$0.contains("://") } }
  }

  /// The anchors of the headings.
  var anchors: Set<String> {
    get throws {
      let headings = try text.split(separator: "\n").filter { $0.hasPrefix("#") }
      return Set(headings.map { Self.anchor(of: $0.drop { $0 == "#" }) })
    }
  }

  /// The paths in code voice that begin in a folder of the repository.
  var namedPaths: [String] {
    get throws {
      try text.matches(of: /`((?:Sources|Tests|Resources|Benchmarks|docs|\.ci)\/[^`\s<]+)`/).map { String($0.1) }
    }
  }

  func resolve(_ link: String) -> String {
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    return folder.isEmpty ? link : "\(folder)/\(link)"
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    .standardizedFileURL

  private var url: URL { Self.root.appending(path: path).standardizedFileURL }

  private var text: String {
    get throws { try String(contentsOf: url, encoding: .utf8) }
  }

  private static func anchor(of heading: some StringProtocol) -> String {
    String(
      heading.lowercased().trimmingCharacters(in: .whitespaces).replacing(" ", with: "-")
        .filter { $0.isLetter || $0.isNumber || "-_".contains($0) })
  }
}
