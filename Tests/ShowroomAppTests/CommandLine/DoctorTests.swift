import Foundation
import Testing

@testable import ShowroomApp

@Suite("showroom doctor", .timeLimit(.minutes(5)))
@MainActor
struct DoctorTests {
  let terminal = TerminalFacts(
    type: "xterm-256color", isDescribed: true, canShowScreen: true, columns: 120, rows: 40, colors: 256,
    locale: "ko_KR.UTF-8", ncursesVersion: "6.4")

  func settings(_ shell: Shell, _ request: SettingsRequest = SettingsRequest()) throws -> Settings {
    try Settings(request, environment: shell.environment)
  }

  @Test("lists terminal, settings, paths, catalogue and versions")
  func text() async throws {
    let shell = try Shell()
    _ = try await shell.run("list")
    let home = shell.home.path
    let found = DoctorCommand(try settings(shell), environment: shell.environment, format: .text).examine(terminal)
    let text = found.text.replacing(home, with: "~")
    #expect(
      text.hasPrefix(
        """
        Terminal
          Type     xterm-256color
          Columns  120
          Rows     40
          Colours  256
          Locale   ko_KR.UTF-8
          UTF-8    yes
          Mouse    on
        Settings
          Theme                dark
          Units                us
          ASCII only           no
          Synchronized output  yes
          Changed keys         0
        Paths
          Configuration      none
          Data               ~/.local/share/showroom
          Log                ~/.local/state/showroom/showroom.log
          Bundled catalogue  ~/catalogue.json
          Source             the bundled catalogue
        Catalogue
          Database      ~/.local/share/showroom/catalogue.sqlite

        """))
    #expect(text.contains("  Cars          3\n") && text.contains("  Integrity     sound\n"))
    #expect(text.contains("  ncurses   6.4\n") && text.hasSuffix("No problems found.\n"))
  }

  @Test("changes nothing: a catalogue that is not there is not made")
  func changesNothing() async throws {
    let shell = try Shell()
    let answer = try await shell.run("doctor")
    #expect(answer.output.contains("Database  none yet; it is made at first use\n") && answer.status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: shell.home.path) == ["catalogue.json"])
  }

  @Test("speaks JSON")
  func json() async throws {
    let shell = try Shell()
    _ = try await shell.run("list")
    let answer = try await shell.run("doctor", "--format", "json", "--theme", "light")
    let found = try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any]
    #expect((found?["settings"] as? [String: Any])?["theme"] as? String == "light")
    #expect((found?["catalogue"] as? [String: Any])?["cars"] as? Int == 3)
    #expect((found?["versions"] as? [String: Any])?["showroom"] as? String == Version.showroom)
    #expect((found?["problems"] as? [String]) == [])
  }

  @Test("ends with status 1 when the database is no database, and when the bundled catalogue is missing")
  func problems() async throws {
    let shell = try Shell()
    let data = shell.home.appendingPathComponent(".local/share/showroom")
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    try shell.write("This is not a database.", to: ".local/share/showroom/catalogue.sqlite")
    let damaged = try await shell.run("doctor")
    #expect(damaged.status == 1)
    #expect(
      damaged.output.hasSuffix(
        "Problems\n  - \(data.path)/catalogue.sqlite is not a catalogue database; move it away and start again.\n"))
    shell.environment["SHOWROOM_RESOURCES"] = "/nowhere"
    let missing = try await shell.run("doctor", "--data-dir", shell.home.appendingPathComponent("new").path)
    #expect(missing.status == 1)
    #expect(missing.output.contains("  - The file catalogue.json that comes with the program was not found"))
  }

  @Test func `a problem is named on standard error as well`() async throws {
    let shell = try Shell()
    _ = try await shell.run("list")
    let database = shell.home.appendingPathComponent(".local/share/showroom/catalogue.sqlite")
    for leftover in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database.path + leftover) }
    var bytes = try Data(contentsOf: database)
    bytes.replaceSubrange(4_096..<8_192, with: Data(count: 4_096))
    try bytes.write(to: database)
    try shell.write("[keys]\n\"cars.sort\" = \"x\"\n\"cars.refresh\" = \"x\"", to: "config.toml")

    let answer = try await shell.run("doctor", "--config", shell.home.appendingPathComponent("config.toml").path)

    #expect(answer.status == 1)
    let keys =
      "\(shell.home.path)/config.toml: The key x is bound to cars.refresh and cars.sort: give one of them another "
      + "key."
    #expect(answer.output.contains("Problems\n  - \(keys)\n  - The catalogue database \(database.path) is damaged ("))
    #expect(answer.errors == "showroom: \(keys) (and 1 more problem)\n")
  }

  @Test("finds what is wrong with a terminal")
  func terminals() throws {
    let shell = try Shell()
    func problems(_ terminal: TerminalFacts, ascii: Bool = false) throws -> [String] {
      var request = SettingsRequest()
      request.isASCII = ascii
      return DoctorCommand(try settings(shell, request), environment: shell.environment, format: .text)
        .examine(terminal).problems
    }
    var dumb = terminal
    (dumb.type, dumb.canShowScreen) = ("dumb", false)
    #expect(
      try problems(dumb) == [
        "The terminal type \"dumb\" (TERM) cannot show a screen: use another terminal, or set TERM to what this one is."
      ])
    var strange = terminal
    (strange.type, strange.isDescribed, strange.canShowScreen) = ("xterm-new", false, false)
    #expect(try problems(strange).first?.contains("it is taken for xterm-256color") == true)
    var narrow = terminal
    narrow.columns = 39
    #expect(
      try problems(narrow) == ["The terminal has 39 columns and 40 rows, the screen needs 40 and 10: make it larger."])
    var low = terminal
    low.rows = 9
    #expect(
      try problems(low) == ["The terminal has 120 columns and 9 rows, the screen needs 40 and 10: make it larger."])
    var latin = terminal
    latin.locale = "C"
    #expect(try problems(latin).first?.hasPrefix("The locale is not UTF-8") == true)
    #expect(try problems(latin, ascii: true).isEmpty)
    // What is not a terminal is not asked to be a good one.
    dumb.columns = nil
    #expect(try problems(dumb).isEmpty)
  }
}
