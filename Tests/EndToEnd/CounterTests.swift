import Glibc
import ShowroomTestSupport
import Testing

@Suite(.waits, .enabled(if: Programs.hasCounter, "skipped: no counter in \(Programs.folder)"))
struct CounterTests {
  private func open() throws -> PseudoTerminal {
    let terminal = try PseudoTerminal([Programs.counter])
    try terminal.wait(for: "a number") { $0.number != nil }
    return terminal
  }

  @Test func `the counter counts up and down after a delay`() throws {
    let terminal = try open()
    #expect(terminal.screen.number == 0)
    try terminal.type("+")
    try terminal.wait(for: "1") { $0.number == 1 }
    try terminal.press(.up)
    try terminal.wait(for: "2") { $0.number == 2 }
    try terminal.type("-")
    try terminal.wait(for: "1 again") { $0.number == 1 }
    try terminal.press(.down)
    try terminal.wait(for: "0 again") { $0.number == 0 }
    #expect(terminal.screen.unknown == [])
  }

  @Test func `the counter quits and restores the terminal`() throws {
    let terminal = try open()
    try terminal.type("+q")
    let ending = try terminal.waitForEnd()
    #expect(ending == .exit(0))
    terminal.expectRestored()
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGILL])
  func `a signal ends the counter and restores the terminal`(_ number: Int32) throws {
    let terminal = try open()
    terminal.signal(number)
    let ending = try terminal.waitForEnd()
    #expect(ending == .signal(number))
    terminal.expectRestored()
  }

  @Test func `without a terminal the counter prints an error`() throws {
    let run = try PlainRun([Programs.counter])
    #expect(run.ending == .exit(2))
    #expect(run.error.contains("needs a terminal"))
    #expect(run.error.split(separator: "\n").count == 1)
  }
}

extension TerminalModel {
  /// The number in the middle of the screen, alone on its line.
  var number: Int? {
    lines[8..<16].compactMap { $0.firstMatch(of: /(?:^|\s)(-?\d+)(?:\s|$)/).flatMap { Int($0.1) } }.first
  }
}
