import Foundation
import ShowroomTestSupport
import Testing

@Suite(.waits, .showroom)
struct DemoTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var environment: [String: String] {
    let resources = ProcessInfo.processInfo.environment["SHOWROOM_RESOURCES"].map { ["SHOWROOM_RESOURCES": $0] }
    return ["HOME": folder.path, "TMPDIR": folder.path].merging(resources ?? [:]) { $1 }
  }

  private func tape(_ text: String) throws -> String {
    try text.write(toFile: folder["a.tape"], atomically: true, encoding: .utf8)
    return folder["a.tape"]
  }

  private func demo(_ arguments: String...) throws -> PlainRun {
    try PlainRun([Programs.showroom, "demo"] + arguments, environment: environment)
  }

  @Test func `without a terminal, the error names --headless`() throws {
    let run = try demo()
    #expect(run.ending == .exit(2))
    #expect(run.error.contains("showroom demo --headless"))
    #expect(run.error.split(separator: "\n").count == 1)
  }

  @Test func `a headless demo prints the last screen, records, and leaves nothing behind`() throws {
    let path = try tape("Set Width 60\nSet Height 12\nWait /Cars/\nType \"/ev6\"\nEnter\n")
    let run = try demo(path, "--headless", "--text", "--record", folder["a.cast"])
    #expect(run.ending == .exit(0))
    #expect(run.error.isEmpty)
    #expect(run.output.hasPrefix(" Cars"))
    #expect(run.output.contains("EV6"))
    #expect(try demo(path, "--headless", "--record", folder["b.cast"]).ending == .exit(0))
    let recordings = ["a.cast", "b.cast"].map { FileManager.default.contents(atPath: folder[$0]) }
    #expect(recordings[0] == recordings[1])
    let lines = String(decoding: try #require(recordings[0]), as: UTF8.self).split(separator: "\n")
    #expect(lines.first?.hasPrefix("{\"version\":2,\"width\":60,\"height\":12,") == true)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.sorted() == ["a.cast", "a.tape", "b.cast"])
  }

  @Test func `an expectation that is not met exits with status 1 and shows the screen`() throws {
    let run = try demo(try tape("Wait /Cars/\n#! expect /zeppelin/\n"), "--headless")
    #expect(run.ending == .exit(1))
    #expect(run.error.hasPrefix("showroom: \(folder["a.tape"]):2:"))
    #expect(run.error.contains("|  Cars"))
  }

  @Test func `a file that is not a tape exits with status 2 and names the position`() throws {
    let run = try demo(try tape("Entre\n"), "--headless")
    #expect(run.ending == .exit(2))
    #expect(run.error == "showroom: \(folder["a.tape"]):1:1: \"Entre\" is not a command. Did you mean Enter?\n")
    let size = try demo("--headless", "--size", "0x0")
    #expect(size.ending == .exit(2))
    #expect(size.error.contains("A size is written as columns x rows, such as 60x20, from 1x1 to 400x150."))
    #expect(try demo("--headless", "--record", "\(folder.path)/none/a.cast").ending == .exit(1))
  }

  // MARK: Existing files

  @Test func `a recording or a tape replaces no other file`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 10)
    let database = try #require(FileManager.default.contents(atPath: sandbox.database))
    #expect(try sandbox.run("record", sandbox.database).ending == .exit(2))
    let tape = try sandbox.run("browse", "--tape-out", sandbox.database)
    #expect(tape.ending == .exit(2))
    #expect(
      tape.error.hasPrefix(
        "showroom: \"\(sandbox.database)\" is not a valid name for a tape: use one that ends in .tape."))
    // Links with valid names.
    for (arguments, name) in [(["record"], "a.cast"), (["browse", "--tape-out"], "a.tape")] {
      try FileManager.default.createSymbolicLink(atPath: folder[name], withDestinationPath: sandbox.database)
      let terminal = try sandbox.start(arguments + [folder[name]])
      #expect(try terminal.waitForEnd() == .exit(1))
      #expect(terminal.screen.text.filter { !$0.isWhitespace }.contains("Chooseanotherpath."))
    }
    #expect(FileManager.default.contents(atPath: sandbox.database) == database)
    let path = try self.tape("Wait /Cars/\n")
    let itself = try demo(path, "--headless", "--record", path)
    #expect(itself.ending == .exit(2))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "Wait /Cars/\n")
  }

  @Test func `a tape that cannot be played leaves an existing recording unchanged`() throws {
    let earlier = "{\"version\":2}\n"
    try folder.write(earlier, to: "old.cast")
    let path = try tape("Wait /Cars/\n")
    #expect(try demo(path, "--record", folder["old.cast"]).ending == .exit(2))
    #expect(try String(contentsOfFile: folder["old.cast"], encoding: .utf8) == earlier)
    let set = try demo(
      try tape("Wait /Cars/\nEnv SHOWROOM_UNITS \"miles\"\n"), "--headless", "--record", folder["old.cast"])
    #expect(set.ending == .exit(2))
    #expect(set.error == "showroom: \(path):2:1: SHOWROOM_UNITS cannot be \"miles\". Use us or metric.\n")
    #expect(try String(contentsOfFile: folder["old.cast"], encoding: .utf8) == earlier)
  }

  @Test(.enabled(if: SmallDisk.isPossible, "skipped: a small disk can only be mounted by root"))
  func `a full disk ends a recording early with status 1, and leaves none without a header`() throws {
    let disk = try SmallDisk(at: folder["disk"], kilobytes: 8)
    defer { withExtendedLifetime(disk) {} }
    let path = try tape("Wait /Cars/\nDown 60\n")
    let cut = try demo(path, "--headless", "--record", folder["disk/a.cast"])
    #expect(cut.ending == .exit(1))
    #expect(cut.error.hasSuffix("ends early (No space left on device). The part written so far can be played.\n"))
    let none = try demo(path, "--headless", "--record", folder["disk/b.cast"])
    #expect(none.ending == .exit(1))
    #expect(none.error.hasSuffix("could not be created (No space left on device). Choose another path.\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder["disk"]) == ["a.cast"])
  }

  /// Tests disks that are too small for the files, for the database, or for its cars.
  @Test(
    .enabled(if: SmallDisk.isPossible, "skipped: a small disk can only be mounted by root"), arguments: [8, 190, 300])
  func `a full disk is reported as that of TMPDIR, and nothing is left on it`(kilobytes: Int) throws {
    let disk = try SmallDisk(at: folder["disk"], kilobytes: kilobytes)
    defer { withExtendedLifetime(disk) {} }
    let run = try PlainRun(
      [Programs.showroom, "demo", "--headless"], environment: environment.merging(["TMPDIR": folder["disk"]]) { $1 })
    #expect(run.ending == .exit(1))
    #expect(
      run.error
        == "showroom: A demo needs temporary files, which could not be written in \(folder["disk"]) "
        + "(No space left on device). Free some space there, or set TMPDIR to another folder.\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder["disk"]).isEmpty)
  }

  @Test func `a missing TMPDIR is reported and not created`() throws {
    let run = try PlainRun(
      [Programs.showroom, "demo", "--headless"], environment: environment.merging(["TMPDIR": folder["none"]]) { $1 })
    #expect(run.ending == .exit(1))
    #expect(run.error.contains("could not be written in \(folder["none"]) (No such file or directory)"))
    #expect(!FileManager.default.fileExists(atPath: folder["none"]))
  }

  private var contents: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
  }

  /// Plays a long tape without a terminal, and sends a signal once the demo has made its folder.
  private func run(endedBy signal: Int32) throws -> PlainRun {
    let path = try tape("Wait /Cars/\n" + String(repeating: "Down 600\nUp 600\n", count: 400))
    return try PlainRun([Programs.showroom, "demo", path, "--headless"], environment: environment) { pid in
      let deadline = Deadline.usual
      while try !contents.contains(where: { $0.hasPrefix("showroom-demo") }), !deadline.hasPassed {
        poll(nil, 0, 1)
      }
      kill(pid, signal)
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func `a headless demo ended by a signal leaves nothing behind`(signal: Int32) throws {
    let run = try run(endedBy: signal)

    #expect(run.ending == .signal(signal))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.tape"])
  }

  // MARK: Playing

  @Test func `a bundled tape is found by its name, and an error lists the names`() throws {
    let run = try demo("tiny", "--headless", "--text")
    #expect(run.ending == .exit(0))
    let unknown = try demo("zeppelin", "--headless")
    #expect(unknown.ending == .exit(2))
    #expect(unknown.error.hasPrefix("showroom: zeppelin:1:1: There is no such tape. Write the path of a file, or"))
    #expect(unknown.error.contains(" tiny, tour, views."))
    // A folder with the name of a tape.
    try FileManager.default.createDirectory(atPath: folder["tour"], withIntermediateDirectories: true)
    #expect(try demo(folder["tour"], "--headless").ending == .exit(2))
  }

  @Test(arguments: ["1e-20", "0", "-1", "nan", "1001"])
  func `an unusable speed is rejected`(speed: String) throws {
    let run = try demo("tiny", "--headless", "--speed", speed)
    #expect(run.ending == .exit(2))
    #expect(run.error.hasPrefix("showroom: --speed must be a number from 0.01 to 1000, such as 2 or 0.5."))
  }

  @Test func `in a terminal the user can pause the tape and take control`() throws {
    let path = try tape("Wait /Cars/\n#! caption \"Going down\"\nDown 2\nSleep 60s\n")
    let terminal = try PseudoTerminal(
      [Programs.showroom, "demo", path], columns: 80, rows: 24, environment: environment, directory: folder.path)
    try terminal.wait(for: "Going down")
    try terminal.type("x")
    try terminal.wait(for: "Paused.")
    try terminal.type("q")
    try terminal.wait(for: "the list alone") { screen in !(0..<24).contains { screen.line($0).contains("Going down") } }
    try terminal.type("q")
    #expect(try terminal.waitForEnd() == .exit(0))
    terminal.expectRestored()
  }

  @Test func `closing the terminal window leaves nothing behind, however many signals arrive`() throws {
    let path = try tape("Wait /Cars/\n#! caption \"Going down\"\nSleep 60s\n")
    for pause in [0, 1, 5, 20, 50] {
      let terminal = try PseudoTerminal(
        [Programs.showroom, "demo", path], columns: 80, rows: 24, environment: environment, directory: folder.path)
      try terminal.wait(for: "Going down")

      terminal.hangUp()
      // The shell sends the signal as well, possibly while the program ends.
      terminal.signal(SIGHUP)
      poll(nil, 0, Int32(pause))
      terminal.signal(SIGHUP)

      #expect(try terminal.waitForEnd() == .signal(SIGHUP))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.tape"], "\(pause) ms")
    }
  }

  @Test func `the next demo removes the folder of a killed one`() throws {
    let run = try run(endedBy: SIGKILL)

    #expect(run.ending == .signal(SIGKILL))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)

    #expect(try demo("tiny", "--headless").ending == .exit(0))

    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.tape"])
  }

  @Test func `completion offers bundled tapes, files and folders`() throws {
    try FileManager.default.createDirectory(atPath: folder["tops"], withIntermediateDirectories: true)
    try folder.write("", to: "to.tape")
    try folder.write("", to: "to.txt")

    let run = try PlainRun(
      [
        "/bin/sh", "-c", "cd '\(folder.path)' && exec \"$0\" ---completion demo -- positional@0 2 2 showroom demo to",
        Programs.showroom,
      ],
      environment: environment)

    #expect(run.ending == .exit(0), "\(run.error)")
    #expect(run.output == "tour\nto.tape\ntops/\n")
  }

  private func permissions(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder[name])[.posixPermissions] as? Int
  }

  @Test func `a session leaves a tape and a recording that only their owner can read`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 40)
    let terminal = try sandbox.open(["browse", "--tape-out", folder["s.tape"]])
    try terminal.type("/car 0002")
    try terminal.press(.enter)
    try terminal.wait(for: "eleven cars") { $0.isAt(1, of: 11) }
    try terminal.type("q")
    #expect(try terminal.waitForEnd() == .exit(0))
    let written = try String(contentsOfFile: folder["s.tape"], encoding: .utf8)
    #expect(written.hasPrefix("# A session of showroom\nSet Width 80\nSet Height 24\n"))
    #expect(written.contains("Type \"/car 0002\"\nEnter\n"))

    #expect(try permissions(of: "s.tape") == 0o600)

    let recorded = try sandbox.open(["record", folder["s.cast"]])
    try recorded.type("q")
    #expect(try recorded.waitForEnd() == .exit(0))
    let recording = try String(contentsOfFile: folder["s.cast"], encoding: .utf8)
    #expect(recording.contains("Car 00001"))
    #expect(!recording.contains("\"i\""))
    #expect(try permissions(of: "s.cast") == 0o600)
  }
}
