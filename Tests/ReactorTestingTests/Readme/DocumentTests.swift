import Foundation
import ShowroomTestSupport
import Testing

/// The documents at the top of the repository, in `docs`, in the documentation catalogs, and beside the examples.
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

  /// Articles also name files of the programs that they develop.
  @Test(arguments: Document.all.filter { !$0.path.contains(".docc/") })
  func `every file and folder that is named exists`(document: Document) throws {
    for path in try document.namedPaths { #expect(Document(path: path).exists, "\(path)") }
  }

  @Test func `every Swift file and suite that is named exists`() throws {
    let sources = Document.swiftFiles(below: ["Sources", "Tests", "Tools", "Benchmarks", "Examples"])
    let names = Set(sources.compactMap { $0.path.split(separator: "/").last.map(String.init) }).union(["Package.swift"])
    let code = try sources.filter { $0.path.hasPrefix("Tests/") }.map { try $0.text }.joined()
    let suites = Set(code.matches(of: /(?:struct|class|enum) (\w+)/).map { String($0.1) })
    #expect(names.count > 800 && suites.count > 300)

    for document in Document.all where !document.path.contains(".docc/") && document.path != "CHANGELOG.md" {
      let text = try document.text
      let files = text.matches(of: /`([\w+]+\.swift)`/).map { String($0.1) }
      #expect(Set(files).subtracting(names) == [], "\(document.path)")
      let named = text.matches(of: /`([A-Z]\w+(?:Tests|Soak))`/).map { String($0.1) }
      #expect(Set(named).subtracting(suites).allSatisfy { Document(path: "Tests/\($0)").exists }, "\(document.path)")
    }
  }

  @Test func `the sources keep the limits that CONTRIBUTING.md states`() throws {
    let sources = Document.swiftFiles(below: ["Sources"])
    #expect(sources.count > 500)

    for file in sources {
      let lines = try file.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 401, "\(file.path)")
      let comments = lines.filter { $0.contains("//") }.joined()
      let code = lines.filter { !$0.contains("//") }.joined(separator: "\n")
      for name in ["fatalError(", "@unchecked Sendable", "nonisolated(unsafe)"] where code.contains(name) {
        #expect(comments.contains(name.prefix { $0 != "(" }), "\(file.path) does not prove \(name)")
      }
      #expect(!code.contains("try! ") && !code.contains(" as! "), "\(file.path)")
    }
  }

  @Test func `the modules and libraries that are named are those of the package`() throws {
    let sections = try Document(path: "ARCHITECTURE.md").text.split(separator: "\n## ")
    let modules = try #require(sections.first { $0.hasPrefix("Modules\n") })
    let folder = Checkout.root.appendingPathComponent("Sources").path
    for module in try FileManager.default.contentsOfDirectory(atPath: folder) {
      #expect(modules.contains(module), "\(module)")
    }

    let manifest = try Document(path: "Package.swift").text
    let libraries = manifest.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
    let table = try Document(path: "README.md").text.matches(of: /\n\| `(\w+)` \|/).map { String($0.1) }
    #expect(libraries.count > 5 && libraries.sorted() == table.sorted())
  }

  @Test func `packages are resolved from public addresses`() throws {
    let resolved = try Document(path: "Package.resolved").text
    let addresses = resolved.matches(of: /"location" : "([^"]*)"/).map { String($0.1) }
    #expect(addresses.count == 4 && addresses.allSatisfy { $0.hasPrefix("https://github.com/") }, "\(addresses)")
  }

  @Test func `the documents are found`() throws {
    #expect(Document.all.count >= 30)
    #expect(try Document(path: "ARCHITECTURE.md").namedPaths.count > 20)
    #expect(try Document(path: "Sources/ReactorTerminal/Documentation.docc/Widgets.md").links.count > 60)
  }

  @Test func `every link of an installed page leads to an installed page`() throws {
    let stage = try TemporaryFolder()
    let make = "make --no-print-directory -C '\(Document.root.path)' stage-documents STAGE='\(stage.path)'"
    #expect(ShellCommand.output(of: make) != nil)

    let pages = Document.all(in: URL(filePath: stage.path).appending(path: "share/doc/showroom"))

    #expect(pages.map(\.path).contains("Tapes.md") && pages.count >= 6)
    for page in pages {
      for link in try page.links {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let target = parts[0].isEmpty ? page : Document(path: page.resolve(String(parts[0])), root: page.root)
        #expect(target.exists, "\(page.path): \(link)")
        if parts.count == 2, target.exists { #expect(try target.anchors.contains(String(parts[1])), "\(link)") }
      }
    }
  }
}

/// A file of the repository, by its path from the top.
struct Document: Sendable, CustomTestStringConvertible {
  let path: String
  var root = Self.root

  static let all: [Document] = all(in: root) + files(below: ["docs", "Sources", "Examples"], ending: ".md")

  /// Returns the Swift files below folders of the repository.
  static func swiftFiles(below folders: [String]) -> [Document] { files(below: folders, ending: ".swift") }

  private static func files(below folders: [String], ending: String) -> [Document] {
    folders.flatMap { folder in
      let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)?.allObjects as? [String]
      return (names ?? []).filter { $0.hasSuffix(ending) && !$0.contains(".build/") }.sorted()
        .map { Document(path: "\(folder)/\($0)") }
    }
  }

  /// Returns the documents directly in a folder.
  static func all(in folder: URL) -> [Document] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { Document(path: $0, root: folder) }
  }

  var testDescription: String { path }
  var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

  /// The targets of the links to other files of the repository and to headings, and the pictures.
  var links: [String] {
    get throws {
      let text = try text.replacing(/(?s)\n```.*?\n```/, with: "")
      let links = text.matches(of: /\]\(([^)\s]+)\)/).map(\.1) + text.matches(of: /src(?:set)?="([^"]+)"/).map(\.1)
      return links.map(String.init).filter { !$0.contains("://") }
    }
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

  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    .standardizedFileURL

  private var url: URL { root.appending(path: path).standardizedFileURL }

  var text: String {
    get throws { try String(contentsOf: url, encoding: .utf8) }
  }

  private static func anchor(of heading: some StringProtocol) -> String {
    String(
      heading.lowercased().trimmingCharacters(in: .whitespaces).replacing(" ", with: "-")
        .filter { $0.isLetter || $0.isNumber || "-_".contains($0) })
  }
}
