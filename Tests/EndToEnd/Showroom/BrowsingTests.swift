import Foundation
import ShowroomTestSupport
import Testing

@Suite(.waits, .showroom)
struct BrowsingTests {
  @Test func `the selection moves by row, by page and to the ends`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 300)
    let terminal = try sandbox.open()
    try terminal.waitForRow(1, of: 300)
    #expect(terminal.screen.selectedLine.contains("Car 00001"))
    for (keys, row) in [("jj", 3), ("k", 2), ("G", 300), ("g", 1)] {
      try terminal.type(keys)
      try terminal.waitForRow(row)
    }
    try terminal.press(.down, .down, .up)
    try terminal.waitForRow(2)
    try terminal.press(.end)
    try terminal.waitForRow(300)
    #expect(terminal.screen.selectedLine.contains("Car 00300"))
    try terminal.press(.pageUp)
    try terminal.wait(for: "a page up") { ($0.position?.row ?? 300) < 295 }
    try terminal.press(.home)
    try terminal.waitForRow(1)
  }

  @Test func `typing filters the list, Enter keeps the search, and Esc clears it`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 300)
    let terminal = try sandbox.open()
    try terminal.type("/0029")
    try terminal.wait(for: "eleven cars") { $0.isAt(1, of: 11) }
    try terminal.press(.enter)
    try terminal.type("j")
    try terminal.waitForRow(2, of: 11)
    #expect(terminal.screen.selectedLine.contains("Car 00291"))
    try terminal.press(.escape)
    try terminal.wait(for: "all cars, the one from before the search") { $0.position?.count == 300 }
    #expect(terminal.screen.selectedLine.contains("Car 00001"))
  }

  @Test func `keys that arrive with the key of a dialog act on the dialog`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 300)
    let terminal = try sandbox.open()
    try terminal.waitForRow(1, of: 300)
    try terminal.type("p30000\r")
    try terminal.type("\r")
    try terminal.wait(for: "the page of the car, with its price") { $0.contains("$30,000") }
    #expect(terminal.screen.line(0).contains("Car 00001"))
  }

  @Test func `a search without matches shows a message and a key`() throws {
    let sandbox = try Sandbox()
    let terminal = try sandbox.open()
    try terminal.type("/zzzzzz")
    try terminal.wait(for: "No matching cars")
    #expect(terminal.screen.contains("Esc"))
  }

  @Test func `closing a car returns to the same row`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 300)
    let terminal = try sandbox.open()
    try terminal.type("jj\r")
    try terminal.wait(for: "the car's own page") { $0.line(0).contains("Car 00003") }
    try terminal.press(.escape)
    try terminal.wait(for: "the list") { $0.line(0).contains("Cars") && $0.isAt(3, of: 300) }
  }

  @Test(arguments: [
    // The keys that lead to a screen, the two keys, what the second one does, and where.
    ("", "?\u{1B}", "the list alone"), ("", "\rq", "the list after its car"), ("\r", "\u{1B}j", "the second row"),
    ("\r", "\u{1B}?", "the help"), ("", "uq", "a running program"),
    ("\re", "\u{1B}\u{1B}", "the list"),
  ])
  func `two keys in one write act one after the other, each on its own screen`(
    before: String, keys: String, outcome: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 40)
    let terminal = try sandbox.open()
    if !before.isEmpty {
      try terminal.type(before)
      while terminal.takeOutput(within: 400) {}
    }

    try terminal.type(keys)

    switch outcome {
    case "the second row":
      try terminal.wait(for: outcome) { $0.line(0).contains("Cars") && $0.isAt(2, of: 40) }
    case "the help": try terminal.wait(for: outcome) { $0.contains("Favorites only") || $0.contains("Keys") }
    default:
      while terminal.takeOutput(within: 600) {}
      #expect(terminal.screen.line(0).contains("Cars"))
      // The program still runs, and has no dialog open.
      try terminal.type(keys == "uq" ? "\u{1B}j" : "j")
      try terminal.wait(for: "the second row") { $0.isAt(2, of: 40) }
    }
  }

  @Test func `a favorite has a star in the list, even after a restart`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 40)
    let terminal = try sandbox.open()
    try terminal.type("jf")
    try terminal.wait(for: "a star in the second row") { $0.selectedLine.contains("★") && $0.isAt(2) }
    try terminal.type("q")
    let ending = try terminal.waitForEnd()
    #expect(ending == .exit(0))

    let again = try sandbox.open()
    try again.wait(for: "the star") { screen in
      screen.lines.contains { $0.contains("★") && $0.contains("Car 00002") }
    }
    let list = try sandbox.run("list", "--favorites", "--format", "csv")
    #expect(list.output.contains("Car 00002"))
  }

  @Test(arguments: ["jfq", "jf\u{3}"])
  func `a favorite set just before quitting is kept`(_ keys: String) throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 40)
    let terminal = try sandbox.open()
    try terminal.type(keys)
    let ending = try terminal.waitForEnd()
    #expect(ending == .exit(0))
    let list = try sandbox.run("list", "--favorites", "--format", "csv")
    #expect(list.output.contains("Car 00002"))
  }

  @Test(arguments: ["r", "R", "\u{1B}[15~"])
  func `a refresh reports its outcome and keeps the selection`(_ key: String) throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 30)
    let terminal = try sandbox.open(["--source", sandbox.folder["new.csv"]])
    try terminal.type("jj")
    try terminal.waitForRow(3, of: 30)
    try sandbox.folder.write(
      """
      id,make,model,year,VClass,fuelType1,comb08
      1,Testa,Car 00001,2019,Compact Cars,Diesel,44
      3,Testa,Car 00003,2019,Compact Cars,Regular Gasoline,30
      31,Testa,Car 00000,2019,Compact Cars,Regular Gasoline,23

      """, to: "new.csv")
    try terminal.type(key)
    try terminal.wait(for: "Remove 28 of 30 cars?")
    // The question takes no key as long as nobody can have read it, which nothing on the screen shows.
    while terminal.takeOutput(within: 400) {}
    try terminal.type("y")
    try terminal.wait(for: "1 new, 1 changed, 28 gone")
    try terminal.waitForRow(3, of: 3)
    #expect(terminal.screen.selectedLine.contains("Car 00003"))
    try terminal.type("z")
    try terminal.wait(for: "Restored the previous cars")
    try terminal.waitForRow(3, of: 30)
  }

  @Test func `a change to the source file is reported with the key that refreshes, and lets the program sleep`()
    throws
  {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 30)
    let terminal = try sandbox.open()

    try sandbox.folder.write(Sandbox.table(cars: 31), to: "cars.csv")
    try terminal.wait(for: "cars.csv has changed since it was read  r Refresh")
    try terminal.wait(for: "the status") { $0.line(0).contains("source changed") }
    try terminal.type("r")
    try terminal.wait(for: "1 new")
    try terminal.wait(for: "no status") { !$0.line(0).contains("source changed") }

    // A file that is replaced as a whole.
    try sandbox.folder.write(Sandbox.table(cars: 32), to: "part.csv")
    try #require(rename(sandbox.folder["part.csv"], sandbox.folder["cars.csv"]) == 0)
    try terminal.wait(for: "cars.csv has changed since it was read  r Refresh")
    try terminal.requireWatches(2)
    try terminal.waitUntilStill()

    // A file that changed while the program was closed.
    try terminal.type("q")
    #expect(try terminal.waitForEnd() == .exit(0))
    let later = try sandbox.open()
    try later.wait(for: "cars.csv has changed since it was read  r Refresh")
  }

  @Test func `pulling at the top refreshes`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 30)
    let terminal = try sandbox.open(["--source", sandbox.folder["cars.csv"]])
    try terminal.waitForRow(1)
    let found = try terminal.pull(.up, until: "Up to date")
    #expect(found)
  }

  @Test func `pulling with the wheel refreshes`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 30)
    let terminal = try sandbox.open(["--source", sandbox.folder["cars.csv"]])
    try terminal.waitForRow(1)
    // The wheel pulls only after a rest at the top, which nothing on the screen shows.
    while terminal.takeOutput(within: 400) {}
    let found = try terminal.pull(.wheelUp, until: "Up to date")
    #expect(found)
  }

  @Test func `a failed refresh shows the cause, offers a retry, and loses nothing`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 30)
    let terminal = try sandbox.open(["--source", sandbox.folder["missing.csv"]])
    try terminal.type("r")
    try terminal.wait(for: "Retry")
    #expect(terminal.screen.contains("Refresh failed"))
    try sandbox.fill(cars: 31)
    try FileManager.default.copyItem(atPath: sandbox.folder["cars.csv"], toPath: sandbox.folder["missing.csv"])
    try terminal.type("r")
    try terminal.wait(for: "the rows, without an alert") { $0.position?.count == 31 && !$0.contains("Retry") }
  }

  @Test func `the help lists the keys of the list`() throws {
    let terminal = try Sandbox().open(columns: 100, rows: 40)
    try terminal.type("?")
    try terminal.wait(for: "the help") {
      $0.contains("Refresh") && $0.contains("Search") && $0.contains("Favorites only")
    }
    try terminal.press(.escape)
    try terminal.wait(for: "the list alone") { !$0.contains("Favorites only") || $0.position != nil }
  }

  @Test func `the palette finds a command by its name and runs it`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 30)
    let terminal = try sandbox.open()
    try terminal.type(":")
    try terminal.type("favorite")
    try terminal.wait(for: "Favorites only")
    try terminal.press(.down, .enter)
    try terminal.wait(for: "No favorites yet")
  }

  @Test func `Ctrl-L redraws the screen`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 20)
    let terminal = try sandbox.open()
    // The columns get their widths after the first frame with cars.
    try terminal.waitUntilIdle()
    let before = terminal.screen.text
    terminal.disturb("\u{1B}[2J\u{1B}[Hsomeone else wrote this")
    try terminal.press(.controlL)
    try terminal.wait(for: "the screen as it was") { $0.text == before }
  }
}

extension PseudoTerminal {
  /// Presses a key at the top again and again, as a held one repeats, until the words appear.
  func pull(_ key: TerminalKey, until words: String) throws -> Bool {
    for _ in 0..<40 {
      let frames = screen.frames
      try press(key)
      try wait(for: "an answer to the pull") { $0.frames > frames || $0.contains(words) }
      if screen.contains(words) { return true }
      if screen.contains("Refreshing") || screen.contains("Reading") { break }
    }
    try wait(for: words)
    return true
  }
}
