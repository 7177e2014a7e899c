import Foundation
import ReactorInspector
import ShowroomApp
import ShowroomCatalog
import ShowroomCommands
import ShowroomSettings

@testable import showroom

/// Runs the command line in a temporary home folder, without starting a process.
@MainActor
final class Shell {
  /// The result of a command.
  struct Answer: Equatable {
    var status: Int32
    var output = ""
    var errors = ""
  }

  let home: URL
  var environment: [String: String]

  /// - Parameter cars: The entries of the bundled catalog, as JSON.
  init(cars: [String] = Shell.cars) throws {
    home = FileManager.default.temporaryDirectory.appendingPathComponent("command-line-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    environment = ["HOME": home.path, "SHOWROOM_RESOURCES": home.path, "TERM": "xterm-256color", "LANG": "C.UTF-8"]
    try write(Self.catalog(cars), to: "catalog.csv.gz")
    // The current edition is a file, so that no test depends on a network.
    try write(
      #"{"publisher": "Test", "address": "\#(home.path)/catalog.csv.gz", "date": "2020-01", "cars": \#(cars.count)}"#,
      to: "edition.json")
  }

  isolated deinit { try? FileManager.default.removeItem(at: home) }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: home.appendingPathComponent(name))
  }

  /// Opens the catalog of the program.
  func store() throws -> CatalogStore {
    try CatalogStore(directory: home.appendingPathComponent(".local/share/showroom"))
  }

  /// Runs a command.
  ///
  /// - Parameter columns: The width of the terminal; `nil` for output to a file.
  func run(_ arguments: String..., columns: Int? = nil) async throws -> Answer {
    try await run(arguments, columns: columns)
  }

  func run(_ arguments: [String], columns: Int? = nil) async throws -> Answer {
    let output = try Capture(columns: columns)
    let errors = try Capture(columns: columns)
    let status = await run(arguments, output.output, errors.output)
    return Answer(status: status, output: try output.text(), errors: try errors.text())
  }

  func run(_ arguments: [String], _ output: TextOutput, _ errors: TextOutput) async -> Int32 {
    let invocation = invocation(arguments, output, errors)
    switch invocation.plan() {
    case .finished(let status): return status
    case .screen, .demo: return -1
    case .command(let command, let settings): return await invocation.perform(command, settings)
    }
  }

  /// Returns the settings of the screen that the arguments open; `nil` if they open none.
  func screenSettings(_ arguments: String...) throws -> Settings? { try screenSettings(arguments) }

  func screenSettings(_ arguments: [String]) throws -> Settings? {
    let capture = try Capture()
    guard case .screen(let settings, _, _, _) = invocation(arguments, capture.output, capture.output).plan() else {
      return nil
    }
    return settings
  }

  /// Returns all values of the plan that the arguments lead to.
  func planText(_ arguments: String...) throws -> String {
    let capture = try Capture()
    return "\(invocation(arguments, capture.output, capture.output).plan())"
  }

  /// Returns the options of the inspector of the screen that the arguments open; `nil` if they open none.
  func screenInspector(_ arguments: [String]) throws -> Inspector.Options? {
    let capture = try Capture()
    let plan = invocation(arguments, capture.output, capture.output).plan()
    guard case .screen(_, _, _, let inspector) = plan else { return nil }
    return inspector
  }

  /// Returns the demo that the arguments play; `nil` if they play none.
  func demo(_ arguments: String...) throws -> Demo? {
    let capture = try Capture()
    guard case .demo(let demo) = invocation(arguments, capture.output, capture.output).plan() else { return nil }
    return demo
  }

  /// Returns the link that the arguments open on the screen; `nil` if there is none.
  func screenLink(_ arguments: String...) throws -> ShowroomLink? {
    let capture = try Capture()
    let plan = invocation(arguments, capture.output, capture.output).plan()
    guard case .screen(_, let link, _, _) = plan else { return nil }
    return link
  }

  private func invocation(_ arguments: [String], _ output: TextOutput, _ errors: TextOutput) -> Invocation {
    Invocation(arguments: arguments, environment: environment, output: output, errorOutput: errors)
  }

  // MARK: Cars

  nonisolated static func catalog(_ cars: [String]) -> String {
    #"{"format": "showroom-catalog", "version": 1, "name": "Test", "cars": [\#(cars.joined(separator: ",\n"))]}"#
  }

  nonisolated static let cars = [bmw, kia, hyundai]

  nonisolated static let bmw = """
    {"id": 1, "make": "BMW", "model": "520d", "year": 2021, "class": "Executive car", "fuel": "Diesel", "cylinders": 4,
     "displacement": 2.0, "drive": "Rear-wheel drive", "transmission": "Automatic, 8-speed",
     "consumption": {"combined": 5.0}, "co2": 125, "annualFuelCost": 1200}
    """
  nonisolated static let kia = """
    {"id": 22, "make": "Kia", "model": "EV6", "year": 2022, "class": "Small SUV", "fuel": "Electric",
     "electricConsumption": 18.0, "co2": 0, "electricRange": 500}
    """
  nonisolated static let hyundai = #"{"id": 333, "make": "현대", "model": "아반떼 N", "year": 2023, "fuel": "Petrol"}"#
  nonisolated static let hostile =
    #"{"id": 4, "make": "Evil\u202e", "model": "a, \"b\"", "year": 2020, "fuel": "Petrol"}"#
}

/// A temporary file in place of standard output.
final class Capture {
  let output: TextOutput
  var descriptor: Int32 { file.fileDescriptor }
  private let file: FileHandle

  init(columns: Int? = nil) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("capture-\(UUID().uuidString)")
    try Data().write(to: url)
    file = try FileHandle(forUpdating: url)
    try FileManager.default.removeItem(at: url)
    output = TextOutput(descriptor: file.fileDescriptor, columns: columns)
  }

  func text() throws -> String {
    try output.flush()
    try file.seek(toOffset: 0)
    return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
  }
}
