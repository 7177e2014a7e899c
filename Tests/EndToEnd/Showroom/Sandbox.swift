import Foundation
import ShowroomTestSupport
import Testing

/// A temporary home and data directory, and programs that use them.
final class Sandbox {
  let folder: TemporaryFolder
  /// The path of the data directory.
  let data: String
  /// Whether the data directory is new, so that the screen shows the choice of a source.
  private let isNew: Bool

  init(isNew: Bool = false) throws {
    self.isNew = isNew
    folder = try TemporaryFolder()
    // Hidden, so that the screen that chooses files does not list it.
    data = folder[".data"]
  }

  var database: String { "\(data)/catalogue.sqlite" }

  /// A file with the real cars of the model years since 2021.
  private static let cars = Checkout.resources.appendingPathComponent("demo/2025-10.csv.gz").path

  /// A data directory with these cars, which are imported once for all tests. A command imports a source without the
  /// choice of one.
  private static let template = Result {
    let folder = try TemporaryFolder()
    let run = try PlainRun(
      [Programs.showroom, "refresh", "--source", cars, "--data-dir", folder["data"]], environment: ["HOME": folder.path]
    )
    try #require(run.ending == .exit(0), "\(run.error)")
    return folder
  }

  /// The environment, which contains no settings of the user except the folder of bundled files, if it is set.
  var environment: [String: String] {
    let resources = ProcessInfo.processInfo.environment["SHOWROOM_RESOURCES"].map { ["SHOWROOM_RESOURCES": $0] }
    return ["HOME": folder.path].merging(resources ?? [:]) { $1 }
  }

  private func arguments(_ more: [String]) -> [String] { [Programs.showroom] + more + ["--data-dir", data] }

  /// Starts the program with a screen, and does not wait for the screen.
  func start(
    _ more: [String] = [], columns: Int = 80, rows: Int = 24, environment extra: [String: String] = [:]
  ) throws -> PseudoTerminal {
    if !isNew, !FileManager.default.fileExists(atPath: data) {
      try FileManager.default.copyItem(atPath: Self.template.get()["data"], toPath: data)
    }
    let terminal = try PseudoTerminal(
      arguments(more), columns: columns, rows: rows, environment: environment.merging(extra) { $1 },
      directory: folder.path)
    terminal.surroundings = self
    return terminal
  }

  /// Starts the program with a screen, and waits for the list.
  func open(
    _ more: [String] = [], columns: Int = 80, rows: Int = 24, environment extra: [String: String] = [:]
  ) throws -> PseudoTerminal {
    let terminal = try start(more, columns: columns, rows: rows, environment: extra)
    try terminal.wait(for: "the list") { $0.position != nil && !$0.highlightedRows.isEmpty }
    return terminal
  }

  /// Runs a command without a screen.
  func run(_ more: String...) throws -> PlainRun {
    try PlainRun(arguments(more), environment: environment)
  }

  /// Fills the database with a table of cars.
  func fill(cars: Int) throws { try fill(Self.table(cars: cars)) }

  /// Returns a table of cars of one year that are named by their number. `Car 00001` is the first one in the list.
  static func table(cars: Int) -> String {
    var table = "id,make,model,year,VClass,fuelType1,comb08\r\n"
    for number in 1...cars {
      let name = "Car \(digits(number))"
      table += "\(number),Testa,\(name),2019,Compact Cars,Regular Gasoline,30\r\n"
    }
    return table
  }

  /// Fills the database with a table.
  func fill(_ table: String) throws {
    try folder.write(table, to: "cars.csv")
    let run = try run("refresh", "--allow-shrink", "--source", folder["cars.csv"])
    try #require(run.ending == .exit(0), "\(run.error)")
  }

  private static func digits(_ number: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, 5 - text.count)) + text
  }
}

extension TerminalModel {
  /// The position of the selection in the title bar: `12/3,400`.
  var position: (row: Int, count: Int)? {
    let match = line(0).matches(of: /(?:^|[^\d,])([\d,]+)\/([\d,]+)/).last
    guard let match, let row = Self.number(match.1), let count = Self.number(match.2) else { return nil }
    return (row, count)
  }

  private static func number(_ digits: Substring) -> Int? { Int(digits.filter { $0 != "," }) }

  /// The text of the selected row.
  var selectedLine: String {
    let lines = highlightedRows.map { line($0) }
    // A message may be highlighted, too.
    return lines.first { $0.hasPrefix("▸") } ?? lines.first ?? ""
  }

  func isAt(_ row: Int, of count: Int? = nil) -> Bool {
    guard let position else { return false }
    return position.row == row && count.map { $0 == position.count } ?? true
  }
}

extension PseudoTerminal {
  /// Waits for a row to be loaded. Just after the start, a row far down is blank.
  func waitForRow(_ row: Int, of count: Int? = nil) throws {
    try wait(for: "row \(row)") { $0.isAt(row, of: count) && $0.selectedLine.contains(where: \.isLetter) }
  }

  /// Expects that the program has restored the terminal.
  func expectRestored(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(screen.leftovers == [], sourceLocation: sourceLocation)
    #expect(modes == modesFound, sourceLocation: sourceLocation)
    #expect(screen.otherGrid == nil, sourceLocation: sourceLocation)
  }
}

extension Trait where Self == ConditionTrait {
  /// The condition for tests of the program itself.
  static var showroom: Self { .enabled(if: Programs.hasShowroom, "skipped: no showroom in \(Programs.folder)") }
}

/// Tests that no tests are skipped for a missing program if the whole package is built.
struct ProgramTests {
  private static let isWholePackage = CommandLine.arguments[0].contains("showroomPackageTests")

  @Test(.enabled(if: isWholePackage, "skipped: only a part of the package was built"))
  func `the programs under test were built`() {
    #expect(Programs.hasShowroom, "showroom is not in \(Programs.folder)")
    #expect(Programs.hasCounter, "counter is not in \(Programs.folder)")
  }
}
