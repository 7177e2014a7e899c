import Foundation
import ShowroomTestSupport
import Testing

@Suite(.waits, .showroom)
struct OpeningTests {
  @Test(arguments: [(80, 24), (120, 40), (50, 12)])
  func `the bundled catalog is shown at once, in windows of any size`(_ columns: Int, _ rows: Int) throws {
    let sandbox = try Sandbox()
    let terminal = try sandbox.open(columns: columns, rows: rows)
    let position = try #require(terminal.screen.position)
    #expect(position.row == 1)
    #expect(position.count >= 150)
    #expect(terminal.screen.lines.count { !$0.isEmpty } >= rows - 2)
    #expect(terminal.screen.highlightedRows.count == 1)
    #expect(terminal.screen.unknown == [])
    #expect(terminal.screen.privateModes[1049] == true)
    #expect(terminal.modes.isRaw)
  }

  @Test func `a window that is too small shows a message and only accepts the keys that quit`() throws {
    let sandbox = try Sandbox()
    let terminal = try sandbox.start(columns: 30, rows: 8)
    try terminal.wait(for: "Too small")
    // A stopped program receives the keys together with the new size. They belong to the earlier screen.
    terminal.signal(SIGSTOP)
    try terminal.waitUntilStopped()
    try terminal.type("/:?fr")
    terminal.resize(columns: 80, rows: 24)
    terminal.continueInForeground()
    try terminal.waitForRow(1)
    #expect(terminal.screen.lines.allSatisfy { !$0.contains("★") })
    terminal.resize(columns: 30, rows: 8)
    try terminal.wait(for: "Too small")
    try terminal.type("q")
    let ending = try terminal.waitForEnd()
    #expect(ending == .exit(0))
    terminal.expectRestored()
  }

  @Test func `without a terminal the program prints one error, ends with status 2, and creates no database`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run()
    #expect(run.ending == .exit(2))
    #expect(run.output == "")
    #expect(run.error.hasPrefix("showroom: The screen needs a terminal"))
    #expect(run.error.split(separator: "\n").count == 1)
    #expect(!FileManager.default.fileExists(atPath: sandbox.data))
  }

  @Test func `a terminal that cannot show a screen receives one error, status 2, and no control sequence`() throws {
    let sandbox = try Sandbox()
    let terminal = try sandbox.start(environment: ["TERM": "dumb"])
    let ending = try terminal.waitForEnd()
    #expect(ending == .exit(2))
    #expect(terminal.screen.text.contains("\"dumb\""))
    #expect(!terminal.bytes.contains(0x1B))
    #expect(terminal.modes == terminal.modesFound)
  }

  @Test(arguments: ["xterm", "xterm-kitty", "tmux-256color", "screen", "linux", "vt100", "no-such-terminal"])
  func `terminals of all kinds show the list`(_ term: String) throws {
    let sandbox = try Sandbox()
    let terminal = try sandbox.open(environment: ["TERM": term])
    try terminal.type("q")
    let ending = try terminal.waitForEnd()
    #expect(ending == .exit(0))
    terminal.expectRestored()
  }

  @Test func `the selection is visible with NO_COLOR`() throws {
    let sandbox = try Sandbox()
    let terminal = try sandbox.open(environment: ["NO_COLOR": "1"])
    let colors = terminal.screen.grid.lines.joined().filter {
      $0.style.foreground != .standard || $0.style.background != .standard
    }
    #expect(colors.isEmpty)
    #expect(terminal.screen.highlightedRows.count == 1)
  }

  @Test func `--ascii draws nothing but ASCII`() throws {
    let sandbox = try Sandbox()
    // Names in other letters are shown as they are.
    try sandbox.fill(cars: 30)
    let terminal = try sandbox.open(["--ascii"])
    try terminal.press(.down, .enter)
    try terminal.wait(for: "the car") { $0.highlightedRows.isEmpty || !$0.line(0).contains("Cars") }
    #expect(terminal.bytes.allSatisfy { $0 < 0x80 })
  }
}
