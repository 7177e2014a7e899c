import Foundation
import Testing

@testable import ShowroomApp
@testable import ShowroomCommands
@testable import ShowroomSettings

@Suite("showroom doctor", .timeLimit(.minutes(20)))
@MainActor
struct DoctorTests {
  let terminal = TerminalFacts(
    type: "xterm-256color", isDescribed: true, canShowScreen: true, columns: 120, rows: 40, colors: 256,
    locale: "ko_KR.UTF-8", ncursesVersion: "6.4")

  func settings(_ shell: Shell, _ request: SettingsRequest = SettingsRequest()) throws -> Settings {
    try Settings(request, environment: shell.environment)
  }

  @Test func `the report lists the terminal, settings, paths, catalog and versions`() async throws {
    let shell = try Shell()
    _ = try await shell.run("list")
    let home = shell.home.path
    let found = DoctorCommand(try settings(shell), environment: shell.environment, format: .text).diagnose(terminal)
    let text = found.text.replacing(home, with: "~")
    #expect(
      text.hasPrefix(
        """
        Terminal
          Type     xterm-256color
          Columns  120
          Rows     40
          Colors   256
          Locale   ko_KR.UTF-8
          UTF-8    yes
          Mouse    on
        Settings
          Theme                dark
          Units                us
          ASCII only           no
          Synchronized output  yes
          Custom keys          0
        Paths
          Configuration    none
          Data             ~/.local/share/showroom
          Log              ~/.local/state/showroom/showroom.log
          Bundled catalog  ~/catalog.csv.gz
          Source           the current edition of the EPA's table
        Catalog
          Database       ~/.local/share/showroom/catalogue.sqlite

        """))
    #expect(text.contains("  Cars           3\n") && text.contains("  Integrity      OK\n"))
    #expect(text.contains("  ncurses   6.4\n") && text.hasSuffix("No problems found.\n"))
  }

  @Test func `a missing database is not created`() async throws {
    let shell = try Shell()
    let answer = try await shell.run("doctor")
    #expect(answer.output.contains("Database  none; created on first use\n") && answer.status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: shell.home.path).sorted() == [
        "catalog.csv.gz", "edition.json",
      ])
  }

  @Test(arguments: ["file", "file/data"])
  func `a data directory that cannot be used is a problem`(path: String) async throws {
    let shell = try Shell()
    try shell.write("", to: "file")
    let directory = shell.home.appendingPathComponent(path).path

    let answer = try await shell.run("doctor", "--data-dir", directory)

    #expect(answer.errors.hasPrefix("showroom: Cannot use the data directory \(directory): Not a directory. Choose "))
    #expect(answer.status == 1)
  }

  @Test func `a database of an earlier version is reported and not migrated`() async throws {
    let shell = try Shell()
    try shell.write(Shell.catalog(Shell.cars), to: "own.json")
    let own = shell.home.appendingPathComponent("own.json").path
    _ = try await shell.run("refresh", "--source", own)
    let database = shell.home.appendingPathComponent(".local/share/showroom/catalogue.sqlite")
    for leftover in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database.path + leftover) }
    var bytes = try Data(contentsOf: database)
    // The version of the tables.
    bytes.replaceSubrange(60..<64, with: Data([0, 0, 0, 7]))
    try bytes.write(to: database)

    let answer = try await shell.run("doctor")

    #expect(answer.output.contains("7, written by an earlier version; migrated when it is next used\n"))
    #expect(answer.output.contains("  Source           unknown\n"))
    #expect(try await shell.run("doctor", "--source", own).output.contains("  Source           \(own)\n"))
    #expect(try answer.status == 0 && Data(contentsOf: database) == bytes)
  }

  @Test func `the report is a JSON object`() async throws {
    let shell = try Shell()
    _ = try await shell.run("list")
    let answer = try await shell.run("doctor", "--format", "json", "--theme", "light")
    let found = try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any]
    #expect((found?["settings"] as? [String: Any])?["theme"] as? String == "light")
    #expect((found?["catalog"] as? [String: Any])?["cars"] as? Int == 3)
    #expect((found?["versions"] as? [String: Any])?["showroom"] as? String == Version.showroom)
    #expect((found?["problems"] as? [String]) == [])
  }

  @Test func `an invalid database or a missing bundled catalog exits with status 1`() async throws {
    let shell = try Shell()
    let data = shell.home.appendingPathComponent(".local/share/showroom")
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    try shell.write("This is not a database.", to: ".local/share/showroom/catalogue.sqlite")
    let damaged = try await shell.run("doctor")
    #expect(damaged.status == 1)
    #expect(
      damaged.output.hasSuffix(
        "Problems\n  - \(data.path)/catalogue.sqlite is not a catalog database. Move it aside and start again.\n"))
    shell.environment["SHOWROOM_RESOURCES"] = "/nowhere"
    let missing = try await shell.run("doctor", "--data-dir", shell.home.appendingPathComponent("new").path)
    #expect(missing.status == 1)
    #expect(missing.output.contains("  - The bundled file catalog.csv.gz was not found in "))
  }

  @Test func `the first problem is written to standard error as well`() async throws {
    let shell = try Shell()
    _ = try await shell.run("list")
    let database = shell.home.appendingPathComponent(".local/share/showroom/catalogue.sqlite")
    for leftover in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database.path + leftover) }
    var bytes = try Data(contentsOf: database)
    bytes.replaceSubrange(4_096..<8_192, with: Data(count: 4_096))
    try bytes.write(to: database)
    try shell.write("[keys]\n\"cars.sort\" = \"Q\"\n\"cars.refresh\" = \"Q\"", to: "config.toml")

    let answer = try await shell.run("doctor", "--config", shell.home.appendingPathComponent("config.toml").path)

    #expect(answer.status == 1)
    let keys =
      "\(shell.home.path)/config.toml: The key Q is bound to cars.refresh and cars.sort. Assign a different "
      + "key to one of them."
    #expect(answer.output.contains("Problems\n  - \(keys)\n  - The catalog database \(database.path) is corrupted ("))
    #expect(answer.errors == "showroom: \(keys) (and 1 more problem)\n")
  }

  @Test func `a custom key that takes the only key of another command is a problem`() async throws {
    let shell = try Shell()
    _ = try await shell.run("list")
    try shell.write("[keys]\n\"cars.sort\" = \"f\"", to: "config.toml")
    let file = shell.home.appendingPathComponent("config.toml").path

    let answer = try await shell.run("doctor", "--config", file)

    #expect(answer.status == 1)
    #expect(
      answer.errors
        == "showroom: \(file): The key f now runs cars.sort, so cars.favorite has no key. "
        + "Assign one to it; until then it is in the command palette.\n")
  }

  @Test func `unsuitable terminals are reported as problems`() throws {
    let shell = try Shell()
    func problems(_ terminal: TerminalFacts, ascii: Bool = false) throws -> [String] {
      var request = SettingsRequest()
      request.isASCII = ascii
      return DoctorCommand(try settings(shell, request), environment: shell.environment, format: .text)
        .diagnose(terminal).problems
    }
    var dumb = terminal
    (dumb.type, dumb.canShowScreen) = ("dumb", false)
    #expect(
      try problems(dumb) == [
        "The terminal type \"dumb\" (TERM) cannot show a screen. Use another terminal, or set TERM to the type of this one."
      ])
    var strange = terminal
    (strange.type, strange.isDescribed, strange.canShowScreen) = ("xterm-new", false, false)
    #expect(try problems(strange).first?.contains("so xterm-256color is assumed") == true)
    var narrow = terminal
    narrow.columns = 39
    #expect(
      try problems(narrow) == [
        "The terminal has 39 columns and 40 rows, but the screen needs at least 40 columns and 10 rows. "
          + "Enlarge the terminal."
      ])
    var low = terminal
    low.rows = 9
    #expect(
      try problems(low) == [
        "The terminal has 120 columns and 9 rows, but the screen needs at least 40 columns and 10 rows. "
          + "Enlarge the terminal."
      ])
    var latin = terminal
    latin.locale = "C"
    #expect(try problems(latin).first?.hasPrefix("The locale is not UTF-8") == true)
    #expect(try problems(latin, ascii: true).isEmpty)
    // The properties of an output that is not a terminal do not matter.
    dumb.columns = nil
    #expect(try problems(dumb).isEmpty)
  }
}
