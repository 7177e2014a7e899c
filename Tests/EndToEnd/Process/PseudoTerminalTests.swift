import Foundation
import Glibc
import ShowroomTestSupport
import Testing

/// Tests the pseudo-terminal with programs that every machine has.
@Suite(.waits)
struct PseudoTerminalTests {
  @Test func `the output of a program appears on the screen, and its exit status is known`() throws {
    let terminal = try PseudoTerminal(["/bin/sh", "-c", "printf 'hello\\n%s' \"$TERM\"; exit 7"])
    let ending = try terminal.waitForEnd()
    #expect(ending == .exit(7))
    #expect(terminal.screen.text == "hello\nxterm-256color")
  }

  @Test func `keys reach the program through the line discipline`() throws {
    let terminal = try PseudoTerminal(["/bin/cat"])
    try terminal.type("abc\r")
    try terminal.wait(for: "both lines") { $0.text == "abc\nabc" }
    try terminal.press(.controlC)
    let ending = try terminal.waitForEnd()
    #expect(ending == .signal(SIGINT))
  }

  @Test func `the program reads the size of the window and receives a new one`() throws {
    let script = "trap 'stty size' WINCH; stty size; while :; do read line; done"
    let terminal = try PseudoTerminal(["/bin/sh", "-c", script], columns: 91, rows: 17)
    try terminal.wait(for: "17 91")
    terminal.resize(columns: 44, rows: 11)
    try terminal.wait(for: "11 44")
  }

  @Test func `Ctrl-Z stops the job, and continuing returns the terminal to it`() throws {
    let terminal = try PseudoTerminal(["/bin/cat"])
    try terminal.press(.controlZ)
    try terminal.waitUntilStopped()
    terminal.continueInForeground()
    try terminal.type("on\r")
    try terminal.wait(for: "an echo") { $0.text.contains("on\non") }
  }

  @Test func `modes that a program did not restore are detected after its end`() throws {
    let terminal = try PseudoTerminal(["/bin/sh", "-c", "stty raw -echo; printf '\\033[?1049h\\033[?25l'"])
    try terminal.waitForEnd()
    #expect(terminal.modes != terminal.modesFound)
    #expect(terminal.modes.isRaw)
    #expect(terminal.screen.leftovers == ["hidden cursor", "second screen"])
  }

  @Test func `closing the terminal ends the program`() throws {
    let terminal = try PseudoTerminal(["/bin/cat"])
    terminal.hangUp()
    // Either the signal or the end of its input ends cat first.
    try terminal.waitForEnd()
  }

  @Test func `a timeout is reported with the actual screen`() throws {
    let terminal = try PseudoTerminal(["/bin/echo", "something else"])
    let error = #expect(throws: TimeoutError.self) { try terminal.wait(for: "a car") }
    #expect(error?.description.contains("something else") == true)
  }

  @Test func `a megabyte goes through a program that echoes it`() throws {
    let terminal = try PseudoTerminal(["/bin/sh", "-c", "stty raw -echo; echo ready; exec head -c 1000000"])
    try terminal.wait(for: "ready")
    try terminal.type(repeatElement(UInt8(ascii: "x"), count: 1_000_000))
    let ending = try terminal.waitForEnd()
    #expect(ending == .exit(0))
    #expect(terminal.bytes.count { $0 == UInt8(ascii: "x") } == 1_000_000)
  }
}
