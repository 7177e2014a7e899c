// Prints the notices and licenses of the software that is linked into a product:
//
//   swift -swift-version 6 Tools/third-party-notices.swift BUILD PRODUCT
//
// BUILD is the folder of the built products. The list of linked object files determines the packages, and the symbols
// of the product the libraries of the toolchain; the licenses are those of the resolved packages, of their vendored
// sources, and of the toolchain.
import Foundation

struct NoticeError: Error { let message: String }

/// A text that applies to linked software.
struct Notice {
  let subject: String
  let text: String
}

func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

func files(_ folder: String) -> [String] {
  ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
}

/// Returns the paths in a list, some of which are quoted.
func lines(_ list: String) -> [String] {
  list.split(separator: "\n").map { $0.trimmingCharacters(in: ["'", "\""]) }
}

/// A resolved package, as recorded by the package manager.
struct Package: Decodable {
  struct Reference: Decodable { let identity: String, location: String }
  struct State: Decodable {
    struct Checkout: Decodable { let version: String?, revision: String }
    let checkoutState: Checkout?
  }
  let packageRef: Reference
  let subpath: String
  let state: State

  var name: String { "\(subpath) \(state.checkoutState?.version ?? state.checkoutState?.revision ?? "")" }
}

/// Returns the checked-out source files of the linked objects, and the headers that they include.
func sources(build: String, product: String) throws -> [String] {
  let list = "\(build)/\(product).product/Objects.LinkFileList"
  guard let objects = try? text(list) else { throw NoticeError(message: "\(list) is missing. Build \(product) first.") }
  var modules: Set<String> = []
  var sources: Set<String> = []
  for object in lines(objects) {
    guard let end = object.range(of: ".build/", options: .backwards)?.upperBound else { continue }
    let module = String(object[..<end])
    if let swiftSources = try? text("\(module)sources") {
      if modules.insert(module).inserted { sources.formUnion(lines(swiftSources)) }
    } else {
      let dependencies = try text(String(object.dropLast(2)) + ".d").replacing("\\\n", with: " ")
      sources.formUnion(dependencies.split(whereSeparator: \.isWhitespace).dropFirst().map(String.init))
    }
  }
  return sources.filter { $0.contains("/.build/checkouts/") }.sorted()
}

/// Returns the license files of a checked-out package, in its root and beside the sources.
func licenses(of package: String, sources: [String], named name: String) throws -> [Notice] {
  var folders: Set<String> = [package]
  for source in sources {
    var folder = (source as NSString).deletingLastPathComponent
    while folder.count > package.count, folders.insert(folder).inserted {
      folder = (folder as NSString).deletingLastPathComponent
    }
  }
  var notices: [Notice] = []
  for folder in folders.sorted() {
    for file in files(folder) where file.uppercased().prefixMatch(of: /LICEN[CS]E|NOTICE|COPYING/) != nil {
      let path = "\(folder.dropFirst(package.count))/\(file)".dropFirst()
      notices.append(Notice(subject: "\(name) (\(path))", text: try text("\(folder)/\(file)")))
    }
  }
  guard !notices.isEmpty else { throw NoticeError(message: "\(name) has no license file in \(package).") }
  return notices
}

/// Returns the comment that a file of the C family begins with, without its marks.
func header(_ path: String) -> String {
  guard let content = try? String(decoding: Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self) else {
    return ""
  }
  var lines: [String] = []
  var isBlock = false
  for line in content.split(separator: "\n", omittingEmptySubsequences: false).prefix(200) {
    let line = line.trimmingCharacters(in: .whitespaces)
    if lines.isEmpty, !isBlock {
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard line.hasPrefix("/*") || line.hasPrefix("//") else { return "" }
      isBlock = line.hasPrefix("/*")
    } else if !isBlock, !line.hasPrefix("//") {
      break
    }
    lines.append(line.replacing(/^(\/\*+|\*+\/|\/\/+|\*+)|\*+\/$/, with: "").trimmingCharacters(in: .whitespaces))
    if isBlock, line.contains("*/") { break }
  }
  return lines.joined(separator: "\n").trimmingCharacters(in: .newlines)
}

/// Returns the notices in the vendored sources of a package that its own license does not cover, by their wording.
func vendoredNotices(of sources: [String], named name: String) -> [Notice] {
  var holders: [String: Set<String>] = [:]
  for source in sources where !source.hasSuffix(".swift") {
    let header = header(source)
    guard header.firstMatch(of: /(?i)copyright|licen[cs]e/) != nil, !header.contains("LICENSE.txt") else { continue }
    let lines = header.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let isHolder = { (line: String) in line.prefixMatch(of: /(?i)(portions )?copyright/) != nil }
    let wording = lines.filter { !isHolder($0) }.joined(separator: "\n").trimmingCharacters(in: .newlines)
    holders[wording, default: []].formUnion(lines.filter(isHolder))
  }
  return holders.sorted { $0.key < $1.key }.map { wording, holders in
    Notice(
      subject: "\(name) (notices in its sources)", text: (holders.sorted() + ["", wording]).joined(separator: "\n"))
  }
}

/// Returns the output of a program.
func output(of arguments: String...) throws -> Data {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = arguments
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = FileHandle.nullDevice
  try process.run()
  let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw NoticeError(message: "\(arguments[0]) failed.") }
  return data
}

/// Returns the names of the functions and the data that a file defines, other than those that several may define.
func symbols(in path: String) throws -> Set<Substring> {
  let table = String(decoding: try output(of: "nm", "--defined-only", path), as: UTF8.self)
  return Set(
    table.split(separator: "\n").compactMap { line in
      let columns = line.split(separator: " ", maxSplits: 2)
      return columns.count == 3 && ["T", "D", "R", "B", "t", "d", "r", "b"].contains(columns[1]) ? columns[2] : nil
    })
}

/// Returns the licenses of the libraries of the toolchain that are linked into a program with symbols.
func toolchainNotices(for program: String) throws -> [Notice] {
  let data = try output(of: "swift", "-print-target-info")
  struct Info: Decodable {
    struct Paths: Decodable { let runtimeResourcePath: String }
    let paths: Paths
    let compilerVersion: String
  }
  let info = try JSONDecoder().decode(Info.self, from: data)
  let resources = info.paths.runtimeResourcePath
  let version = info.compilerVersion.firstMatch(of: /swift-([0-9.]+)/).map { String($0.1) } ?? info.compilerVersion
  var notices = [
    Notice(
      subject: "Swift \(version): runtime, standard library, Dispatch and Foundation",
      text: try text("\(resources)/../../share/swift/LICENSE.txt"))
  ]
  let linked = try symbols(in: program)
  for file in files("Resources/licenses") {
    let library = file.replacing(".txt", with: ".a")
    let archive = "\(resources)_static/linux/\(library)"
    guard FileManager.default.fileExists(atPath: archive) else {
      throw NoticeError(message: "Resources/licenses/\(file) belongs to no library of the toolchain.")
    }
    guard try !symbols(in: archive).isDisjoint(with: linked) else { continue }
    notices.append(Notice(subject: "Swift \(version): \(library)", text: try text("Resources/licenses/\(file)")))
  }
  return notices
}

func notices(build: String, product: String) throws -> String {
  struct Workspace: Decodable {
    struct Object: Decodable { let dependencies: [Package] }
    let object: Object
  }
  let state = try Data(contentsOf: URL(fileURLWithPath: ".build/workspace-state.json"))
  let packages = try JSONDecoder().decode(Workspace.self, from: state).object.dependencies
  let linked = Dictionary(grouping: try sources(build: build, product: product)) { source in
    source.split(separator: "/.build/checkouts/", maxSplits: 1)[1].split(separator: "/").first.map(String.init) ?? ""
  }
  var overview = ""
  var notices = try toolchainNotices(for: "\(build)/\(product)")
  for (folder, sources) in linked.sorted(by: { $0.key < $1.key }) {
    guard let package = packages.first(where: { $0.subpath == folder }) else {
      throw NoticeError(message: "\(folder) is linked, but is not a resolved package.")
    }
    overview += "  \(package.name), \(package.packageRef.location)\n"
    let end = sources[0].range(of: "/checkouts/\(folder)")?.upperBound ?? sources[0].endIndex
    notices += try licenses(of: String(sources[0][..<end]), sources: sources, named: package.name)
    notices += vendoredNotices(of: sources, named: package.name)
  }
  // Equal texts appear once, with everything that they apply to.
  var order: [String] = []
  var subjects: [String: [String]] = [:]
  for notice in notices {
    let text = notice.text.trimmingCharacters(in: .newlines)
    if subjects[text] == nil { order.append(text) }
    if subjects[text]?.contains(notice.subject) != true { subjects[text, default: []].append(notice.subject) }
  }
  let line = String(repeating: "-", count: 80)
  let texts = order.map { "\(line)\n\((subjects[$0] ?? []).joined(separator: "\n"))\n\(line)\n\n\($0)\n\n" }
  return """
    Third-party notices

    The program "\(product)" contains the libraries of the Swift toolchain, and the packages below. The cars that come
    with it are data of the US Environmental Protection Agency and the US Department of Energy, published at
    https://www.fueleconomy.gov and in the public domain.

    \(overview)
    Their notices and licenses:

    \(texts.joined())
    """
}

do {
  guard CommandLine.arguments.count == 3 else { throw NoticeError(message: "Usage: third-party-notices BUILD PRODUCT") }
  print(try notices(build: CommandLine.arguments[1], product: CommandLine.arguments[2]))
} catch let error as NoticeError {
  FileHandle.standardError.write(Data("third-party-notices: \(error.message)\n".utf8))
  exit(1)
}
