import Foundation
import Glibc
import ShowroomTestSupport
import Testing

/// Tests that the program restores the terminal however it ends.
@Suite(.waits, .showroom)
struct EndingTests {
  @Test(arguments: ["q", "\u{3}"])
  func `quitting with a key ends the program with status 0`(_ key: String) throws {
    let terminal = try Sandbox().open()
    try terminal.type(key)
    let ending = try terminal.waitForEnd()
    #expect(ending == .exit(0))
    terminal.expectRestored()
    #expect(terminal.screen.text == "")
  }

  @Test func `quitting closes the database, so that nothing is left in its log`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 10)
    let terminal = try sandbox.open()
    try terminal.type("f")
    try terminal.wait(for: "★")
    #expect(FileManager.default.fileExists(atPath: sandbox.database + "-wal"), "the session has a log")

    try terminal.type("q")
    #expect(try terminal.waitForEnd() == .exit(0))

    let files = try FileManager.default.contentsOfDirectory(atPath: sandbox.data)
    #expect(!files.contains { $0.hasPrefix("catalogue.sqlite-") }, "\(files)")
  }

  @Test func `Ctrl-C quits from any depth`() throws {
    let terminal = try Sandbox().open()
    try terminal.type("\r")
    try terminal.wait(for: "a car's page") { $0.line(0).contains("Cars ›") }
    try terminal.type(":")
    try terminal.press(.controlC)
    let ending = try terminal.waitForEnd()
    #expect(ending == .exit(0))
    terminal.expectRestored()
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE])
  func `a signal ends the program with that signal and restores the terminal`(_ number: Int32) throws {
    let terminal = try Sandbox().open()
    terminal.signal(number)
    let ending = try terminal.waitForEnd()
    #expect(ending == .signal(number))
    terminal.expectRestored()
  }

  @Test func `a signal ends the program within a second, even if the terminal does not read`() throws {
    let time = try leastTime(below: .seconds(1)) {
      let terminal = try Sandbox().open()
      terminal.stall()

      terminal.signal(SIGTERM)
      let time = try terminal.waitForEndUnread()

      #expect(terminal.ending == .signal(SIGTERM))
      return time
    }
    #expect(time < .seconds(1))
  }

  @Test(arguments: ["", "/", "\rup", "\re"])
  func `Ctrl-C twice quits at once, no matter what was typed before`(_ screen: String) throws {
    let time = try leastTime(below: .seconds(2)) {
      let terminal = try Sandbox().open()
      for key in screen {
        let before = terminal.screen.text
        try terminal.type(String(key))
        try terminal.wait(for: "the screen after \(key)") { $0.text != before }
      }

      // What was typed is an unsaved note on some screens, about which the first one asks.
      let time = try ContinuousClock().measure {
        try terminal.type(String(repeating: "kia electric\r", count: 20_000) + "\u{3}\u{3}")
        try terminal.waitForEnd()
      }

      #expect(terminal.ending == .exit(0))
      return time
    }
    #expect(time < .seconds(2))
  }

  @Test func `a signal ends the program within a second, even while keys wait`() throws {
    let time = try leastTime(below: .seconds(1)) {
      let terminal = try Sandbox().open()
      try terminal.type(String(repeating: "kia electric\r", count: 20_000))

      let time = try ContinuousClock().measure {
        terminal.signal(SIGTERM)
        try terminal.waitForEnd()
      }

      #expect(terminal.ending == .signal(SIGTERM))
      return time
    }
    #expect(time < .seconds(1))
  }

  @Test func `Ctrl-Z stops the program and restores the terminal, and fg shows the screen again`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 50)
    let terminal = try sandbox.open()
    try terminal.type("jj")
    try terminal.waitForRow(3)
    // The columns get their widths after the first frame with cars.
    try terminal.waitUntilIdle()
    let before = terminal.screen.text
    for _ in 0..<2 {
      try terminal.press(.controlZ)
      try terminal.waitUntilStopped()
      terminal.expectRestored()
      // The window is resized while the shell is in the foreground.
      terminal.disturb("\r\n$ ls\r\nfile\r\n")
      terminal.continueInForeground()
      try terminal.wait(for: "the screen as it was") { $0.text == before && $0.privateModes[1049] == true }
      #expect(terminal.modes.isRaw)
    }
    try terminal.type("j")
    try terminal.waitForRow(4)
    try terminal.type("q")
    let ending = try terminal.waitForEnd()
    #expect(ending == .exit(0))
    terminal.expectRestored()
  }

  @Test(arguments: [SIGTSTP, SIGSTOP])
  func `a program stopped by a signal shows the screen again when it continues`(_ number: Int32) throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 20)
    let terminal = try sandbox.open()
    // The columns get their widths after the first frame with cars.
    try terminal.waitUntilIdle()
    let before = terminal.screen.text
    terminal.signal(number)
    try terminal.waitUntilStopped()
    terminal.disturb("\u{1B}[2J")
    terminal.continueInForeground()
    try terminal.wait(for: "the screen as it was") { $0.text == before }
    try terminal.type("q")
    let ending = try terminal.waitForEnd()
    #expect(ending == .exit(0))
    terminal.expectRestored()
  }

  @Test func `a note is edited in the user's editor, and Ctrl-Z there stops the whole job`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 5)
    let modesPath = sandbox.folder["modes"]
    try sandbox.folder.write("stty -a > '\(modesPath)'; kill -STOP $$; echo quiet > \"$1\"", to: "editor")
    let terminal = try sandbox.open(environment: ["EDITOR": "sh '\(sandbox.folder["editor"])'"])
    try terminal.type("\r")
    try terminal.wait(for: "e Note")
    try terminal.type("e")
    try terminal.wait(for: "^O Open in editor")

    try terminal.type("\u{0F}")
    try terminal.waitUntilStopped()
    terminal.expectRestored()
    terminal.continueInForeground()

    try terminal.wait(for: "Note saved")
    #expect(terminal.modes.isRaw)
    #expect(terminal.screen.text.contains("quiet"))
    let modes = try String(contentsOfFile: modesPath, encoding: .utf8)
    #expect(modes.contains(" icanon") && modes.contains(" echo "))
    try terminal.type("qq")
    let ending = try terminal.waitForEnd()
    #expect(ending == .exit(0))
    terminal.expectRestored()
  }

  /// Opens the note of the first car in a program whose editor is a shell script.
  private func openNote(in sandbox: Sandbox, editor script: String) throws -> PseudoTerminal {
    try sandbox.folder.write(script, to: "editor")
    let terminal = try sandbox.open(environment: ["EDITOR": "sh '\(sandbox.folder["editor"])'"])
    try terminal.type("\r")
    try terminal.wait(for: "e Note")
    try terminal.type("e")
    try terminal.wait(for: "^O Open in editor")
    return terminal
  }

  @Test func `the modes that an editor leaves behind do not reach the shell`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 5)
    let terminal = try openNote(in: sandbox, editor: "echo quiet > \"$1\"; stty raw -echo")

    try terminal.type("\u{0F}")
    try terminal.wait(for: "Note saved")
    try terminal.type("qq")
    let ending = try terminal.waitForEnd()

    #expect(ending == .exit(0))
    terminal.expectRestored()
  }

  @Test func `a note that is edited when the program is asked to end is saved`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 5)
    let terminal = try openNote(in: sandbox, editor: "echo quiet > \"$1\"; kill -TERM $PPID")

    try terminal.type("\u{0F}")
    let ending = try terminal.waitForEnd()

    #expect(ending == .signal(SIGTERM))
    terminal.expectRestored()
    let noted = try sandbox.run("list", "note:quiet", "--format", "csv").output
    #expect(noted.split(whereSeparator: \.isNewline).count == 2)
  }

  @Test func `a resize while the program is stopped takes effect when it continues`() throws {
    let terminal = try Sandbox().open()
    try terminal.press(.controlZ)
    try terminal.waitUntilStopped()
    terminal.resize(columns: 60, rows: 15)
    terminal.continueInForeground()
    try terminal.wait(for: "a screen of the new size") { !$0.line(14).isEmpty && $0.position != nil }
  }

  @Test func `closing the terminal ends the program at once`() throws {
    let terminal = try Sandbox().open()
    terminal.hangUp()
    let ending = try terminal.waitForEnd()
    #expect(ending == .signal(SIGHUP))
  }

  @Test func `closing the terminal ends the program even if SIGHUP is ignored`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 10)
    let terminal = try PseudoTerminal(
      ["/bin/sh", "-c", "trap '' HUP; exec \"$0\" \"$@\"", Programs.showroom, "--data-dir", sandbox.data],
      environment: sandbox.environment)
    try terminal.wait(for: "the list") { $0.position != nil }
    terminal.hangUp()
    // Any status is accepted; the point is that the program ends.
    try terminal.waitForEnd()
  }

  @Test func `a stopped program can be terminated`() throws {
    let terminal = try Sandbox().open()
    try terminal.press(.controlZ)
    try terminal.waitUntilStopped()
    terminal.signal(SIGTERM)
    terminal.continueInForeground()
    let ending = try terminal.waitForEnd()
    #expect(ending == .signal(SIGTERM))
    terminal.expectRestored()
  }
}
