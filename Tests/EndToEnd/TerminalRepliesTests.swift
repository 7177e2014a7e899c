import Glibc
import ShowroomTestSupport
import Testing

/// Tests of the counter on terminals that answer queries, do not answer, answer late, and answer with garbage.
@Suite(.waits, .enabled(if: Programs.hasCounter, "skipped: no counter in \(Programs.folder)"))
struct TerminalRepliesTests {
  private static let light = TerminalModel.answer(toBackground: "rgb:ffff/ffff/ffff")

  private func open(background: String?, _ environment: [String: String] = [:]) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal([Programs.counter], environment: environment, background: background)
    try terminal.wait(for: "the title and a number") { $0.title == "Counter" && $0.number == 0 }
    return terminal
  }

  /// Quits, and expects that the terminal is restored.
  private func quit(_ terminal: PseudoTerminal) throws {
    try terminal.type("q")
    let ending = try terminal.waitForEnd()
    #expect(ending == .exit(0))
    #expect(terminal.screen.title == "")
    #expect(terminal.screen.unknown == [])
    terminal.expectRestored()
  }

  @Test func `the first frame precedes the query`() throws {
    let terminal = try open(background: nil)
    let query = Array("\u{1B}]11;?".utf8)
    try terminal.wait(for: "the query") { _ in terminal.bytes.contains(query) }

    let start = terminal.bytes.firstRange(of: query)?.lowerBound ?? 0
    #expect(terminal.bytes[..<start].contains(Array("Counter".utf8)))

    try quit(terminal)
  }

  @Test func `a terminal that answers decides on the theme`() throws {
    let dark = try open(background: TerminalModel.answer(toBackground: "rgb:0000/0000/0000"))
    let light = try open(background: Self.light)

    try light.wait(for: "the light theme") { $0.titleStyle != dark.screen.titleStyle }

    try quit(dark)
    try quit(light)
  }

  @Test func `an answer that arrives late changes the theme and is not taken for a key`() throws {
    let terminal = try open(background: nil)
    try terminal.type("+")
    try terminal.wait(for: "1") { $0.number == 1 }
    let before = terminal.screen.titleStyle

    // If nothing followed the first two bytes for a moment, they would be a key with Alt.
    try terminal.type(Self.light.utf8.prefix(3))
    for byte in Self.light.utf8.dropFirst(3) { try terminal.type([byte]) }
    try terminal.wait(for: "the light theme") { $0.titleStyle != before }

    #expect(terminal.screen.number == 1)
    try quit(terminal)
  }

  @Test func `a change of the color scheme is followed`() throws {
    let terminal = try open(background: nil)
    let dark = terminal.screen.titleStyle

    try terminal.type("\u{1B}[?997;2n")
    try terminal.wait(for: "the light theme") { $0.titleStyle != dark }
    try terminal.type("\u{1B}[?997;1n")
    try terminal.wait(for: "the dark theme") { $0.titleStyle == dark }

    try quit(terminal)
  }

  @Test(arguments: [
    "\u{1B}]11;+++q\u{3}\u{7}", "\u{1B}]11;rgb:++/++/++\u{1B}\\", "\u{1B}]11;\r\n+\u{1B}\\\u{1B}[99;5z",
    "\u{1B}P>|+q\u{3}\u{1B}\\\u{1B}[?11;+c", "\u{1B}]11;" + String(repeating: "+q", count: 5_000) + "\u{7}",
  ])
  func `a garbage answer is not taken for a key`(answer: String) throws {
    let terminal = try open(background: answer)

    try terminal.type("+")
    try terminal.wait(for: "1") { $0.number == 1 }

    #expect(terminal.ending == nil)
    try quit(terminal)
  }

  @Test func `the kitty keyboard protocol is used on the alternate screen and its keys work`() throws {
    let terminal = try open(background: nil)
    #expect(terminal.screen.keyboardModes == [true: [5]])

    try terminal.type("\u{1B}[57413u")
    try terminal.wait(for: "1") { $0.number == 1 }
    try terminal.type("\u{1B}[99;5u")
    let ending = try terminal.waitForEnd()

    #expect(ending == .exit(0))
    terminal.expectRestored()
  }

  @Test func `a console receives no extensions`() throws {
    let terminal = try PseudoTerminal([Programs.counter], environment: ["TERM": "linux"], background: Self.light)
    try terminal.wait(for: "a number") { $0.number == 0 }
    try terminal.type("q")
    try terminal.waitForEnd()

    for sequence in ["\u{1B}]", "\u{1B}[>", "\u{1B}[<", "\u{1B}[22;2t", "\u{1B}[?2031h"] {
      #expect(!terminal.wrote(sequence), "\(sequence.dropFirst())")
    }
    terminal.expectRestored()
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGABRT, SIGILL, SIGSEGV])
  func `after a signal every mode is reset, even on a terminal with all extensions`(_ number: Int32) throws {
    let terminal = try open(background: Self.light, ["WT_SESSION": "1"])
    terminal.signal(number)
    let ending = try terminal.waitForEnd()

    #expect(ending == .signal(number))
    #expect(terminal.screen.title == "")
    #expect(terminal.wrote("\u{1B}]9;4;0;0\u{1B}\\"))
    terminal.expectRestored()
  }

  @Test func `after a suspension the modes and the title are set again`() throws {
    let terminal = try open(background: nil)
    try terminal.press(.controlZ)
    try terminal.waitUntilStopped()
    terminal.expectRestored()
    #expect(terminal.screen.title == "")

    terminal.continueInForeground()
    try terminal.wait(for: "the title") { $0.title == "Counter" && $0.number == 0 }
    #expect(terminal.screen.keyboardModes == [true: [5]])

    try quit(terminal)
  }
}

extension TerminalModel {
  /// The style of the title in the first line.
  fileprivate var titleStyle: Style { grid.lines[0][1].style }
}
