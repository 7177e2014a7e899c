// Checks that each target imports only modules that Package.swift states as its dependencies: otherwise it compiles
// only as long as another target happens to need them. The option of the build for this check finds nothing (Swift
// 6.3). Also checks that each dependency of a target other than tests, which start programs, is imported.
//
// Run in the folder of the package: swift Tools/module-imports.swift
import Foundation

struct Package: Decodable {
  struct Target: Decodable {
    let name: String
    let path: String?
    let type: String
    let dependencies: [Dependency]

    var folder: String { path ?? (type == "test" ? "Tests/" : "Sources/") + name }
  }

  /// A target, or the product of another package, whose module has the same name.
  struct Dependency: Decodable {
    let name: String

    init(from decoder: any Decoder) throws {
      let kinds = try decoder.container(keyedBy: Kind.self)
      guard let kind = kinds.allKeys.first else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "an unknown dependency"))
      }
      var parts = try kinds.nestedUnkeyedContainer(forKey: kind)
      name = try parts.decode(String.self)
    }

    enum Kind: String, CodingKey { case byName, target, product }
  }

  let targets: [Target]

  /// Reads the manifest in the working directory.
  static func read() throws -> Package {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift", "package", "dump-package"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let json = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(Package.self, from: json)
  }
}

/// Returns the modules that a source imports, in lines that begin with the import. Text in a literal is indented.
func imports(of source: String) -> [String] {
  let modifiers: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
  let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
  return source.split(separator: "\n").compactMap { line in
    guard line.first?.isWhitespace == false else { return nil }
    let words = line.split(separator: " ").drop { $0.hasPrefix("@") || modifiers.contains($0) }
    guard words.first == "import" else { return nil }
    return words.dropFirst().first { !kinds.contains($0) }.map { String($0.prefix { $0 != "." }) }
  }
}

let package = try Package.read()
let known = Set(package.targets.map(\.name)).union(package.targets.flatMap { $0.dependencies.map(\.name) })
var files = 0
var problems: [String] = []
for target in package.targets {
  let stated = Set(target.dependencies.map(\.name))
  var imported: Set<String> = [target.name]
  guard let entries = FileManager.default.enumerator(atPath: target.folder) else { continue }
  for case let name as String in entries where name.hasSuffix(".swift") {
    let path = target.folder + "/" + name
    files += 1
    let modules = Set(imports(of: try String(contentsOfFile: path, encoding: .utf8)))
    imported.formUnion(modules)
    for module in modules.intersection(known).subtracting(stated) where module != target.name {
      problems.append(
        "\(path) imports \(module), which Package.swift does not state as a dependency of \(target.name).")
    }
  }
  if target.type == "test" { continue }
  for module in stated.subtracting(imported) {
    problems.append("Package.swift states \(module) as a dependency of \(target.name), which does not import it.")
  }
}
// A manifest whose form has changed must not pass for one without problems.
guard files > 500 else {
  print("Only \(files) sources were found; check the folders of the targets.")
  exit(1)
}
for problem in problems.sorted() { print(problem) }
exit(problems.isEmpty ? 0 : 1)
