import Foundation
import TestServers
import Testing

@Suite(.waits, .showroom)
struct FirstRunTests {
  private static let question = "Where do the cars come from?"

  @Test func `the first start asks where the cars come from, and Enter takes the bundled catalogue`() throws {
    let sandbox = try Sandbox(isNew: true)
    let terminal = try sandbox.start()
    try terminal.wait(for: Self.question)
    try terminal.press(.enter)
    try terminal.wait(for: "the list") { ($0.position?.count ?? 0) >= 150 }
    try terminal.type("q")
    let ending = try terminal.waitForEnd()
    #expect(ending == .exit(0))
    terminal.expectRestored()

    let again = try sandbox.open()
    #expect(!again.wrote(Self.question))
  }

  @Test func `skipping the question takes the bundled catalogue`() throws {
    let terminal = try Sandbox(isNew: true).start()
    try terminal.wait(for: Self.question)
    try terminal.press(.down, .escape)
    try terminal.wait(for: "the list") { ($0.position?.count ?? 0) >= 150 }
  }

  @Test func `a file that is chosen is refreshed from, also after a restart; one that is wrong says why`() throws {
    let sandbox = try Sandbox(isNew: true)
    try sandbox.folder.write(Sandbox.table(cars: 30), to: "cars.csv")
    try sandbox.folder.write("<html>", to: "page.csv")
    let terminal = try sandbox.start()
    try terminal.wait(for: Self.question)
    try terminal.press(.down, .enter)
    try terminal.type("~/page.csv\r")
    try terminal.wait(for: "is a web page")
    // Ctrl-U takes away what was typed.
    try terminal.type("\u{15}~/cars.csv\r")
    try terminal.waitForRow(1, of: 30)
    try terminal.type("q")
    try terminal.waitForEnd()

    try sandbox.folder.write(Sandbox.table(cars: 31), to: "cars.csv")
    let again = try sandbox.open()
    try again.type("r")
    try again.wait(for: "1 new")
    let doctor = try sandbox.run("doctor")
    #expect(doctor.output.contains(sandbox.folder["cars.csv"]))
    // What is said at the call wins, and is what the next refresh takes.
    try sandbox.folder.write(Sandbox.table(cars: 5), to: "few.csv")
    let refresh = try sandbox.run("refresh", "--allow-shrink", "--source", sandbox.folder["few.csv"])
    #expect(refresh.output.contains("26 removed"))
    #expect(try sandbox.run("refresh").output == "Nothing has changed\n")
  }

  @Test func `the question is not asked after a command, with a source that is given, nor without a terminal`() throws {
    let afterCommand = try Sandbox(isNew: true)
    #expect(try afterCommand.run("list", "--limit", "1").ending == .exit(0))
    #expect(try !afterCommand.open().wrote(Self.question))

    let named = try Sandbox(isNew: true)
    try named.folder.write(Sandbox.table(cars: 30), to: "cars.csv")
    let withSource = try named.start(["--source", named.folder["cars.csv"]])
    try withSource.waitForRow(1, of: 30)
    #expect(!withSource.wrote(Self.question))

    let plain = try Sandbox(isNew: true).run()
    #expect(plain.ending == .exit(2))
  }

  @Test func `who quits before an answer is asked the next time`() throws {
    let sandbox = try Sandbox(isNew: true)
    for _ in 0..<2 {
      let terminal = try sandbox.start()
      try terminal.wait(for: Self.question)
      try terminal.type("q")
      let ending = try terminal.waitForEnd()
      #expect(ending == .exit(0))
      terminal.expectRestored()
    }
  }

  @Test func `another source can be chosen later, from the palette`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 30)
    try sandbox.folder.write(Sandbox.table(cars: 29), to: "other.csv")
    let terminal = try sandbox.open()
    try terminal.type(":source\r")
    try terminal.wait(for: Self.question)
    try terminal.press(.down, .enter)
    try terminal.type("~/other.csv\r")
    try terminal.wait(for: "1 gone")
    try terminal.wait(for: "the list") { $0.position?.count == 29 }
  }
}
