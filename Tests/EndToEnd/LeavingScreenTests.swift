import Glibc
import ShowroomTestSupport
import Testing

/// Tests of a program that leaves its screen to another one.
@Suite(.waits, .enabled(if: Programs.exists(Programs.session), "skipped: no tape-session in \(Programs.folder)"))
struct LeavingScreenTests {
  @Test func `another program has the terminal as it was, and the screen is the same afterward`() throws {
    let terminal = try PseudoTerminal([Programs.session])
    try terminal.press(.up)
    try terminal.wait(for: "Count 1")
    let modes = terminal.modes

    try terminal.press(.f5)
    try terminal.wait(for: "the main screen") { $0.otherGrid == nil }
    terminal.expectRestored()
    try terminal.type("first\nsecond\n")
    try terminal.wait(for: "what was typed and its copy") { screen in
      ["first", "second"].allSatisfy { word in screen.lines.filter { $0.contains(word) }.count == 2 }
    }
    try terminal.type("\u{4}")

    try terminal.wait(for: "Copied with status 0")
    #expect(terminal.modes == modes)
    #expect(!terminal.screen.contains("first"))
    try terminal.press(.up)
    try terminal.wait(for: "Count 2")
    try terminal.type("\u{3}")
    let ending = try terminal.waitForEnd()
    #expect(ending == .exit(0))
    #expect(terminal.screen.contains("first") && terminal.screen.contains("second"))
    #expect(terminal.screen.unknown == [])
    terminal.expectRestored()
  }
}
