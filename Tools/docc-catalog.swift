// Copies a documentation catalog for DocC, which finds articles and pictures by name:
//
//   swift -swift-version 6 Tools/docc-catalog.swift CATALOG OUTPUT [LIBRARY GRAPH EXTENSIONS]
//
// The articles link to files, so that their links and pictures also work where the sources are read. In the copy,
// [Layout](Layout.md#grids) is [Layout](doc:Layout#Grids), and ![Label](Resources/Label.svg) is ![Label](Label).
//
// They name the symbols of a library that is re-exported like their own. In the copy, a link to one contains the name
// of that LIBRARY. GRAPH is its symbol graph, and EXTENSIONS that of the members that are added to its types.
import Foundation

struct CatalogError: Error { let message: String }

/// An article of the catalog.
struct Article {
  let name: String
  let text: String

  /// Returns the heading that a link names, as DocC spells it.
  func fragment(for anchor: String) throws -> String {
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { heading in
      heading.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).replacing(" ", with: "-")
    }
    guard let heading = headings.first(where: { $0.lowercased() == anchor }) else {
      throw CatalogError(message: "\(name).md has no heading for #\(anchor).")
    }
    return heading
  }
}

/// The symbols of a re-exported library.
struct Library {
  private struct Graph: Decodable {
    struct Symbol: Decodable { let pathComponents: [String] }

    let symbols: [Symbol]
  }

  let name: String
  /// The names of the types and functions at the top level.
  private let names: Set<Substring>
  /// The paths of the members that the documented library adds.
  private let added: Set<String>

  init(name: String, graph: URL, extensions: URL) throws {
    func paths(_ file: URL) throws -> [[String]] {
      try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file)).symbols.map(\.pathComponents)
    }
    self.name = name
    // Without the labels of functions.
    names = Set(try paths(graph).map { $0[0].prefix { $0 != "(" } })
    added = Set(try paths(extensions).map { $0.joined(separator: "/") })
  }

  /// Returns the path by which the documented library links to a symbol.
  func path(of link: Substring) -> String {
    if added.contains(String(link)) { return "\(name)/\(link)" }
    return names.contains(link.prefix { $0 != "/" && $0 != "(" }) ? "/\(name)/\(link)" : String(link)
  }
}

func copy(_ catalog: URL, to output: URL, reexported library: Library?) throws {
  let files = FileManager.default
  try? files.removeItem(at: output)
  try files.createDirectory(at: output.deletingLastPathComponent(), withIntermediateDirectories: true)
  try files.copyItem(at: catalog, to: output)
  let articles = try files.contentsOfDirectory(atPath: catalog.path).filter { $0.hasSuffix(".md") }.map {
    Article(name: String($0.dropLast(3)), text: try String(contentsOf: catalog.appending(path: $0), encoding: .utf8))
  }
  for article in articles {
    var text = article.text
    for match in text.matches(of: /\]\((?:([A-Za-z]+)\.md)?(?:#([^)]+))?\)/).reversed() {
      let (_, file, anchor) = match.output
      guard file != nil || anchor != nil else { continue }
      guard let target = file.map({ name in articles.first { $0.name == name } }) ?? article else {
        throw CatalogError(message: "\(article.name).md links to \(file ?? "").md, which is not in the catalog.")
      }
      let fragment = try anchor.map { "#" + (try target.fragment(for: String($0))) } ?? ""
      text.replaceSubrange(match.range, with: "](doc:\(file ?? "")\(fragment))")
    }
    text.replace(/\]\(Resources\/([^)]+)\.svg\)/) { "](\($0.1))" }
    if let library { text.replace(/``([^`\/][^`]*)``/) { "``\(library.path(of: $0.1))``" } }
    try text.write(to: output.appending(path: "\(article.name).md"), atomically: false, encoding: .utf8)
  }
}

do {
  let arguments = CommandLine.arguments
  guard arguments.count == 3 || arguments.count == 6 else {
    throw CatalogError(message: "Usage: docc-catalog CATALOG OUTPUT [LIBRARY GRAPH EXTENSIONS]")
  }
  let library =
    try arguments.count == 6
    ? Library(
      name: arguments[3], graph: URL(fileURLWithPath: arguments[4]), extensions: URL(fileURLWithPath: arguments[5]))
    : nil
  try copy(
    URL(fileURLWithPath: arguments[1], isDirectory: true), to: URL(fileURLWithPath: arguments[2], isDirectory: true),
    reexported: library)
} catch {
  FileHandle.standardError.write(Data("docc-catalog: \((error as? CatalogError)?.message ?? "\(error)")\n".utf8))
  exit(1)
}
