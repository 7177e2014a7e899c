import ShowroomTestSupport
import Testing

@Suite(.waits, .showroom)
struct EnduranceTests {
  @Test func `many resizes, down to one cell, end with a complete screen and the same selection`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 300)
    let terminal = try sandbox.open()
    try terminal.type(String(repeating: "j", count: 49))
    try terminal.waitForRow(50)
    for step in 0..<60 {
      let (columns, rows) = [(1, 1), (200, 60), (40, 10), (2, 50), (132, 3), (39, 9), (80, 24)][step % 7]
      terminal.resize(columns: columns, rows: rows)
      // One write, because a key is ignored if the window has just become too small.
      try terminal.type(TerminalKey.down.bytes + TerminalKey.up.bytes)
    }
    terminal.resize(columns: 100, rows: 30)
    try terminal.wait(for: "the list at its new size") { screen in
      screen.isAt(50, of: 300) && screen.selectedLine.contains("Car 00050")
        && screen.lines.count { !$0.isEmpty } >= 28
    }
    #expect(terminal.screen.unknown == [])
  }

  @Test func `a resized screen equals that of a new start`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 100)
    let resized = try sandbox.open(columns: 120, rows: 40)
    for (columns, rows) in [(80, 24), (50, 12), (120, 40)] {
      resized.resize(columns: columns, rows: rows)
      let fresh = try sandbox.open(columns: columns, rows: rows)
      // The columns have their final widths when all cars are loaded.
      try fresh.waitUntilIdle()
      try resized.wait(for: "the same screen at \(columns)×\(rows):\n\(fresh.screen.text)") {
        $0.lines == fresh.screen.lines
      }
    }
  }

  @Test func `two thousand key presses in one write reach the right row in a few frames`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 3000)
    let terminal = try sandbox.open()
    let frames = terminal.screen.frames
    try terminal.type(String(repeating: "j", count: 2000))
    try terminal.waitForRow(2001, of: 3000)
    #expect(terminal.screen.selectedLine.contains("Car 02001"))
    #expect(terminal.screen.frames - frames < 100)
    try terminal.type(String(repeating: "\u{1B}OA", count: 1999))
    try terminal.waitForRow(2)
    #expect(terminal.screen.selectedLine.contains("Car 00002"))
  }

  @Test func `a pasted megabyte in the search field is one event, and the program stays responsive`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 50)
    let terminal = try sandbox.open()
    try terminal.type("/")
    try terminal.type("\u{1B}[200~" + String(repeating: "q\rjG/", count: 200_000) + "\u{1B}[201~")
    try terminal.wait(for: "No matching cars")
    try terminal.press(.controlU)
    try terminal.waitForRow(1, of: 50)
  }

  @Test func `a paste into the list runs no commands`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 50)
    let terminal = try sandbox.open()
    try terminal.type("\u{1B}[200~jjGq\u{1B}[201~")
    try terminal.type("j")
    try terminal.waitForRow(2, of: 50)
  }

  @Test func `bytes that are not a key are ignored`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 50)
    let terminal = try sandbox.open()
    try terminal.type([0xFF, 0xC3, 0x28, 0x1B, 0x5B, 0x39, 0x39, 0x39, 0x7E, 0x1B, 0x5D, 0x30, 0x3B, 0x78, 0x07])
    try terminal.type("j")
    try terminal.waitForRow(2, of: 50)
  }
}
