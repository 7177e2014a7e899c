import Foundation
import Glibc
import TestServers
import Testing

/// However it ends, the terminal is given back.
@Suite(.waits, .showroom)
struct EndingTests {
  @Test(arguments: ["q", "\u{3}"])
  func `the keys that quit end it with status 0`(_ key: String) throws {
    let terminal = try Sandbox().open()
    try terminal.type(key)
    let ending = try terminal.waitForEnd()
    #expect(ending == .exit(0))
    terminal.expectRestored()
    #expect(terminal.screen.text == "")
  }

  @Test func `Ctrl-C quits from any depth`() throws {
    let terminal = try Sandbox().open()
    try terminal.type("\r")
    try terminal.wait(for: "a car's page") { !$0.line(0).contains("1/") || $0.highlightedRows.isEmpty }
    try terminal.type(":")
    try terminal.press(.controlC)
    let ending = try terminal.waitForEnd()
    #expect(ending == .exit(0))
    terminal.expectRestored()
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE])
  func `a signal ends it as a signal, with the terminal given back`(_ number: Int32) throws {
    let terminal = try Sandbox().open()
    terminal.signal(number)
    let ending = try terminal.waitForEnd()
    #expect(ending == .signal(number))
    terminal.expectRestored()
  }

  @Test func `a signal ends it within a second, although the terminal does not read`() throws {
    let terminal = try Sandbox().open()
    terminal.stall()

    terminal.signal(SIGTERM)
    let time = try terminal.waitForEndUnread()

    #expect(terminal.ending == .signal(SIGTERM))
    #expect(time < .seconds(1))
  }

  @Test func `Ctrl-Z stops it with the terminal given back, and fg brings the screen again`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 50)
    let terminal = try sandbox.open()
    try terminal.type("jj")
    try terminal.waitForRow(3)
    let before = terminal.screen.text
    for _ in 0..<2 {
      try terminal.press(.controlZ)
      try terminal.waitUntilStopped()
      terminal.expectRestored()
      // A shell of another size meanwhile.
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
  func `stopped from outside and continued, it comes back`(_ number: Int32) throws {
    let terminal = try Sandbox().open()
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

  @Test func `a window that is resized while the program is stopped is noticed`() throws {
    let terminal = try Sandbox().open()
    try terminal.press(.controlZ)
    try terminal.waitUntilStopped()
    terminal.resize(columns: 60, rows: 15)
    terminal.continueInForeground()
    try terminal.wait(for: "a screen of the new size") { !$0.line(14).isEmpty && $0.position != nil }
  }

  @Test func `a closed terminal ends it at once`() throws {
    let terminal = try Sandbox().open()
    terminal.hangUp()
    let ending = try terminal.waitForEnd()
    #expect(ending == .signal(SIGHUP))
  }

  @Test func `a closed terminal ends it also where SIGHUP is ignored`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 10)
    let terminal = try PseudoTerminal(
      ["/bin/sh", "-c", "trap '' HUP; exec \"$0\" \"$@\"", Programs.showroom, "--data-dir", sandbox.data],
      environment: sandbox.environment)
    try terminal.wait(for: "the list") { $0.position != nil }
    terminal.hangUp()
    // By what status is its own affair; a program that spins would never get here.
    try terminal.waitForEnd()
  }

  @Test func `ended while it is stopped, it is gone`() throws {
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
