// Prints the public declarations of libraries, sorted, one on a line, from the symbol graphs in folders:
//
//   swift -swift-version 6 Tools/public-api.swift FOLDER…
//
// A line contains the library, the path of the symbol, and its declaration. A difference from the committed list is a
// change of the public interface.
import Foundation

struct Graph: Decodable {
  struct Module: Decodable { let name: String }

  struct Fragment: Decodable { let spelling: String }

  struct Symbol: Decodable {
    let pathComponents: [String]
    let declarationFragments: [Fragment]?
  }

  let module: Module
  let symbols: [Symbol]
}

var lines: Set<String> = []
for folder in CommandLine.arguments.dropFirst() {
  let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".symbols.json") }
  for file in files {
    let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: URL(filePath: folder + "/" + file)))
    for symbol in graph.symbols {
      let declaration = (symbol.declarationFragments ?? []).map(\.spelling).joined()
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      lines.insert("\(graph.module.name) \(symbol.pathComponents.joined(separator: ".")): \(declaration)")
    }
  }
}
print(lines.sorted().joined(separator: "\n"))
