import Foundation
import ShowroomTestSupport
import Testing

/// The tape of a session, played by the program itself.
@Suite(.waits, .showroom)
struct SessionTapeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var tape: String { folder["session.tape"] }
  private var copy: String { folder["session.sqlite"] }

  /// Plays a tape without a database or settings.
  private func replay(_ tape: String? = nil) throws -> PlainRun {
    let resources = ProcessInfo.processInfo.environment["SHOWROOM_RESOURCES"].map { ["SHOWROOM_RESOURCES": $0] }
    return try PlainRun(
      [Programs.showroom, "demo", tape ?? self.tape, "--headless", "--text"],
      environment: ["HOME": folder["nobody"], "TMPDIR": folder.path].merging(resources ?? [:]) { $1 })
  }

  /// Quits the session when it is idle, and returns the screen before.
  private func quit(_ terminal: PseudoTerminal) throws -> String {
    try terminal.waitUntilIdle()
    let screen = terminal.screen.text
    try terminal.press(.controlC)
    #expect(try terminal.waitForEnd() == .exit(0))
    return screen
  }

  private func expectReplay(of screen: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let run = try replay()
    #expect(run.ending == .exit(0), "\(run.error)", sourceLocation: sourceLocation)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let played = lines.prefix((lines.lastIndex { !$0.isEmpty } ?? -1) + 1).joined(separator: "\n")
    #expect(played == screen, sourceLocation: sourceLocation)
  }

  private func written() throws -> String { try String(contentsOfFile: tape, encoding: .utf8) }

  /// Searches, opens a car, makes it a favorite, and writes a note.
  private func work(_ terminal: PseudoTerminal, search: String, count: Int) throws {
    try terminal.waitUntilIdle()
    try terminal.type("/\(search)")
    try terminal.wait(for: "what was searched for") { $0.isAt(1, of: count) }
    try terminal.press(.enter)
    try terminal.press(.down, .enter)
    try terminal.wait(for: "the whole car") { $0.contains("better than") }
    try terminal.type("f")
    try terminal.wait(for: "the star") { $0.contains("★") }
    try terminal.type("e")
    try terminal.wait(for: "the note") { $0.line(0).contains("Note") }
    try terminal.type("Seen in Mapo, 주행거리 12,000 km\u{13}")
    try terminal.wait(for: "Note saved")
  }

  @Test func `the tape of a new user ends on the same screen`() throws {
    let sandbox = try Sandbox()
    // A command imports the bundled catalog without the choice of a source.
    _ = try sandbox.run("list", "--limit", "1")
    let terminal = try sandbox.open(["browse", "--tape-out", tape])
    try work(terminal, search: "kia electric", count: 66)
    try expectReplay(of: quit(terminal))
    #expect(try written().contains("Env SHOWROOM_DEMO \"bundled\"\n"))
    #expect(!FileManager.default.fileExists(atPath: copy))
  }

  @Test func `the tape of a first start ends on the same screen`() throws {
    let terminal = try Sandbox(isNew: true).start(["browse", "--tape-out", tape])
    try terminal.wait(for: "Choose a catalog source")
    try terminal.press(.enter)
    try terminal.wait(for: "the list") { ($0.position?.count ?? 0) >= 150 && !$0.highlightedRows.isEmpty }
    try work(terminal, search: "kia electric", count: 66)
    try expectReplay(of: quit(terminal))
    #expect(try written().contains("Env SHOWROOM_DEMO \"first-run\"\n"))
  }

  @Test func `the tape of a session with its own catalog and settings ends on the same screen`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 40)
    // The copy contains the data from before the session only.
    let before = try sandbox.open()
    try before.waitUntilIdle()
    try before.type("jjjf")
    try before.wait(for: "the star") { $0.selectedLine.contains("★") }
    _ = try quit(before)

    try sandbox.folder.write("[keys]\n\"car.note\" = [\"x\", \"'\"]\n", to: "config.toml")
    let terminal = try sandbox.open(
      [
        "browse", "--tape-out", tape, "--theme", "light", "--ascii", "--units", "metric", "--config",
        sandbox.folder["config.toml"],
      ], columns: 90, rows: 26)
    try terminal.waitUntilIdle()
    try terminal.type("/car 0000")
    try terminal.wait(for: "nine cars") { $0.isAt(1, of: 9) }
    try terminal.press(.enter, .down, .enter)
    try terminal.wait(for: "the whole car") { $0.contains("median") }
    try terminal.type("f")
    try terminal.wait(for: "the star") { $0.line(0).contains("* ") }
    try terminal.type("'")
    try terminal.wait(for: "the note") { $0.line(0).contains("Note") }
    try terminal.type("Rust\u{13}")
    try terminal.wait(for: "Note saved")
    try terminal.type("h")
    try terminal.wait(for: "the list") { $0.isAt(2, of: 9) && $0.line(0).contains("filter") }
    try terminal.type("F")
    try terminal.wait(for: "those followed") { $0.position?.count == 2 }
    let screen = try quit(terminal)
    #expect(screen.contains("Car 00004") && screen.contains("Car 00002"))
    try expectReplay(of: screen)
    let written = try written()
    #expect(
      written.contains(
        """
        Env SHOWROOM_CATALOG "session.sqlite"
        Env SHOWROOM_DEMO "unchanged"
        Env SHOWROOM_THEME "light"

        """))

    // Both files can be moved together and played repeatedly.
    let content = try #require(FileManager.default.contents(atPath: copy))
    try FileManager.default.createDirectory(atPath: folder["sent"], withIntermediateDirectories: true)
    for name in ["session.tape", "session.sqlite"] {
      try FileManager.default.moveItem(atPath: folder[name], toPath: folder["sent/\(name)"])
    }
    let again = try replay(folder["sent/session.tape"])
    #expect(again.output.contains("Car 00002"), "\(again.error)")
    #expect(FileManager.default.contents(atPath: folder["sent/session.sqlite"]) == content)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left == ["sent"])
    let sent = try FileManager.default.contentsOfDirectory(atPath: folder["sent"])
    #expect(sent.sorted() == ["session.sqlite", "session.tape"])
  }

  @Test func `a tape played in a terminal ends on the same screen`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 40)
    let session = try sandbox.open(["browse", "--tape-out", tape, "--theme", "light"])
    // A car opened before all cars are loaded has other neighbors.
    try session.waitUntilIdle()
    try session.press(.down, .enter)
    try session.wait(for: "the whole car") { $0.contains("median") }
    let screen = try quit(session)

    // Without the last key, which quits the program.
    try folder.write(written().replacing("Ctrl+c\n", with: ""), to: "session.tape")
    let terminal = try PseudoTerminal(
      [Programs.showroom, "demo", tape],
      environment: sandbox.environment.merging(["HOME": folder["nobody"], "TMPDIR": folder.path]) { $1 })
    // Everything except the hint line, which is covered by the notice at the end of the tape.
    let cars = screen.split(separator: "\n").dropLast().joined(separator: "\n")
    #expect(cars.contains("median"))
    try terminal.wait(for: "the same screen") { shown in
      shown.lines.filter { !$0.isEmpty }.joined(separator: "\n").hasPrefix(cars)
    }
    try terminal.press(.controlC)
    let ending = try terminal.waitForEnd()
    #expect(ending == .exit(0))
    terminal.expectRestored()
  }

  @Test(arguments: ["Asia/Seoul", "KST-9"])
  func `times are shown in the time zone of the session`(zone: String) throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 10)
    try sandbox.folder.write("scanned", to: "scan.txt")
    #expect(try sandbox.run("upload", "2", sandbox.folder["scan.txt"]).ending == .exit(0))
    let terminal = try sandbox.open(["browse", "--tape-out", tape], environment: ["TZ": zone])
    try terminal.waitUntilIdle()
    try terminal.press(.down, .enter)
    try terminal.wait(for: "the whole car") { $0.contains("scan.txt") && $0.contains("median") }
    try expectReplay(of: quit(terminal))
  }

  @Test func `a session replaces the files of an earlier session and no others`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 40)
    try folder.write("somebody's", to: "session.sqlite")
    let refused = try sandbox.start(["browse", "--tape-out", tape])
    #expect(try refused.waitForEnd() == .exit(1))
    #expect(refused.screen.text.filter { !$0.isWhitespace }.contains("Chooseanothernameforthetape."))
    #expect(!FileManager.default.fileExists(atPath: tape))
    #expect(try String(contentsOfFile: copy, encoding: .utf8) == "somebody's")

    try FileManager.default.removeItem(atPath: copy)
    for count in [40, 30] {
      if count == 30 { try sandbox.fill(cars: 30) }
      let terminal = try sandbox.open(["browse", "--tape-out", tape])
      try terminal.wait(for: "the list") { $0.position?.count == count }
      try terminal.waitUntilIdle()
      try expectReplay(of: quit(terminal))
    }

    // A tape with the name of the database in the data folder: its copy has another name.
    let mine = try sandbox.open(["browse", "--tape-out", "\(sandbox.data)/catalogue.tape"])
    _ = try quit(mine)
    #expect(FileManager.default.fileExists(atPath: "\(sandbox.data)/catalogue-session.sqlite"))
    #expect(try sandbox.run("list", "--limit", "1").output.contains("Car 00001"))
  }

  @Test(.enabled(if: SmallDisk.isPossible, "skipped: a small disk can only be mounted by root"))
  func `a full disk leaves the files of an earlier session intact`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 4_000)
    let disk = try SmallDisk(at: folder["disk"], kilobytes: 64)
    defer { withExtendedLifetime(disk) {} }
    let earlier = "# A session of showroom\nEnv SHOWROOM_CATALOG \"s.sqlite\"\n"
    try folder.write(earlier, to: "disk/s.tape")
    try folder.write("an earlier copy", to: "disk/s.sqlite")
    for name in ["s", "new"] {
      let terminal = try sandbox.start(["browse", "--tape-out", folder["disk/\(name).tape"]])
      #expect(try terminal.waitForEnd() == .exit(1))
      #expect(terminal.screen.text.filter { !$0.isWhitespace }.contains("couldnotbewritten(Nospaceleftondevice)"))
    }
    #expect(try String(contentsOfFile: folder["disk/s.tape"], encoding: .utf8) == earlier)
    #expect(try String(contentsOfFile: folder["disk/s.sqlite"], encoding: .utf8) == "an earlier copy")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder["disk"]).sorted() == ["s.sqlite", "s.tape"])
  }

  @Test func `a tape without its catalog is not played`() throws {
    func problem(_ value: String) throws -> (Ending, String) {
      try folder.write("Env SHOWROOM_CATALOG \"\(value)\"\nWait /Cars/\n", to: "session.tape")
      let run = try replay()
      #expect(run.error.split(separator: "\n").count == 1, "\(run.error)")
      return (run.ending, run.error)
    }
    let missing = try problem("session.sqlite")
    #expect(missing.0 == .exit(1))
    #expect(missing.1.contains("\(copy) of the tape could not be read (No such file or directory)"))
    try folder.write("no database", to: "session.sqlite")
    let other = try problem("session.sqlite")
    #expect(other.0 == .exit(1))
    #expect(other.1.contains("is not a catalog"))
    let empty = try problem("")
    #expect(empty.0 == .exit(2))
    #expect(empty.1 == "showroom: \(tape):1:1: SHOWROOM_CATALOG is empty. Set a value or remove it.\n")
  }

  // MARK: Secrets

  private static let secret = "open-Sesame-49"

  /// Signs in to a destination that rejects all credentials, with a typed and a pasted password.
  private func signIn(_ arguments: [String]) throws {
    let server = try LoopbackServer.refusing()
    let sandbox = try Sandbox()
    let terminal = try sandbox.open(
      arguments, environment: ["SHOWROOM_DESTINATION": "dav+http://127.0.0.1:\(server.port)/cars"])
    try terminal.type("u")
    try terminal.wait(for: "Sign-in required")
    try terminal.type("p\u{15}/etc/hosts\r")
    try terminal.wait(for: "1 selected")
    try terminal.type("u")
    try terminal.wait(for: "Sign in")
    try terminal.type("\u{15}kim\r")
    try terminal.type("\(Self.secret)")
    try terminal.wait(for: "stars for the password") { $0.contains(String(repeating: "*", count: Self.secret.count)) }
    try terminal.press(.enter)
    let typed = Data("kim:\(Self.secret)".utf8).base64EncodedString()
    try terminal.wait(for: "the password's arrival") { _ in server.requests.contains("Basic \(typed)") }
    try terminal.press(.controlU)
    try terminal.type("\u{1B}[200~\(Self.secret)!\u{1B}[201~")
    try terminal.wait(for: "more stars") { $0.contains(String(repeating: "*", count: Self.secret.count + 1)) }
    try terminal.press(.controlC)
    #expect(try terminal.waitForEnd() == .exit(0))
    #expect(!terminal.wrote(Self.secret))
  }

  @Test func `a tape contains no typed or pasted password`() throws {
    try signIn(["browse", "--tape-out", tape])
    let text = try written()
    #expect(text.contains("Type \"kim\""))
    #expect(text.contains("# Text typed into a secret field has been replaced.\nType \"secret\"\nEnter\n"))
    for part in [Self.secret, "Sesame", "open", "-49"] { #expect(!text.contains(part)) }
  }

  @Test func `a recording of keys contains no typed or pasted password`() throws {
    let cast = folder["session.cast"]
    try signIn(["record", cast, "--input"])
    let lines = try String(contentsOfFile: cast, encoding: .utf8).split(separator: "\n")
    let keys = try lines.dropFirst().compactMap { line in
      let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any]
      return event?[1] as? String == "i" ? event?[2] as? String : nil
    }
    #expect(keys.joined() == "up\u{15}/etc/hosts\ru\u{15}kim\r\r\u{15}\u{3}")
    #expect(!lines.joined().contains(Self.secret))
  }
}
