import Foundation
import ShowroomTestSupport
import Testing

@Suite(.waits, .showroom)
struct FirstRunTests {
  private static let question = "Choose a catalog source"

  @Test func `the first start shows the choice of a source, and Enter imports the bundled catalog`() throws {
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

  @Test func `skipping the choice imports the bundled catalog`() throws {
    let terminal = try Sandbox(isNew: true).start()
    try terminal.wait(for: Self.question)
    try terminal.press(.down, .escape)
    try terminal.wait(for: "the list") { ($0.position?.count ?? 0) >= 150 }
  }

  @Test func `a chosen file is the source of later refreshes, and an invalid one is reported`() throws {
    let sandbox = try Sandbox(isNew: true)
    try sandbox.folder.write(Sandbox.table(cars: 30), to: "cars.csv")
    try sandbox.folder.write("<html>", to: "page.csv")
    let terminal = try sandbox.start()
    try terminal.wait(for: Self.question)
    try terminal.press(.down, .enter)
    try terminal.type("~/page.csv\r")
    try terminal.wait(for: "not a catalog")
    // Ctrl-U clears the field.
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
    // An option takes precedence, and the next refresh uses its source.
    try sandbox.folder.write(Sandbox.table(cars: 5), to: "few.csv")
    let refresh = try sandbox.run("refresh", "--allow-shrink", "--source", sandbox.folder["few.csv"])
    #expect(refresh.output.contains("26 gone"))
    #expect(try sandbox.run("refresh").output == "Up to date\n")
  }

  @Test func `a file that is opened by name is read at the start, and is the source of later refreshes`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 30)
    try sandbox.folder.write(Sandbox.table(cars: 31), to: "other.csv")

    let terminal = try sandbox.open([sandbox.folder["other.csv"]])

    try terminal.wait(for: "1 new")
    try terminal.waitForRow(1, of: 31)
    try terminal.type("q")
    let ending = try terminal.waitForEnd()
    #expect(ending == .exit(0))
    #expect(try sandbox.run("doctor").output.contains(sandbox.folder["other.csv"]))
    try sandbox.folder.write(Sandbox.table(cars: 32), to: "other.csv")
    #expect(try sandbox.run("refresh").output == "1 new\n")
  }

  @Test func `opening a file asks before it removes the cars of another source, and shows its whole list`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 30)
    try sandbox.folder.write(Sandbox.table(cars: 3), to: "few.csv")
    let before = try sandbox.open()
    try before.type("/00029\r")
    try before.wait(for: "one car") { $0.isAt(1, of: 1) }
    try before.type("\r")
    try before.wait(for: "the page of the car") { $0.line(0).contains("Car 00029") }
    try before.type("Q\u{3}")
    try before.waitForEnd()

    let terminal = try sandbox.open([sandbox.folder["few.csv"]])

    try terminal.wait(for: "Remove 27 of 30 cars?")
    // The question takes no key as long as nobody can have read it, which nothing on the screen shows.
    while terminal.takeOutput(within: 400) {}
    try terminal.type("y")
    try terminal.waitForRow(1, of: 3)
  }

  @Test func `the choice is not shown after a command, with a configured source, or without a terminal`() throws {
    let afterCommand = try Sandbox(isNew: true)
    #expect(try afterCommand.run("list", "--limit", "1").ending == .exit(0))
    #expect(try !afterCommand.open().wrote(Self.question))

    let named = try Sandbox(isNew: true)
    try named.folder.write(Sandbox.table(cars: 30), to: "cars.csv")
    let withSource = try named.start(["--source", named.folder["cars.csv"]])
    try withSource.waitForRow(1, of: 30)
    #expect(!withSource.wrote(Self.question))

    let opened = try Sandbox(isNew: true)
    try opened.folder.write(Sandbox.table(cars: 30), to: "cars.csv")
    let withFile = try opened.start([opened.folder["cars.csv"]])
    try withFile.waitForRow(1, of: 30)
    #expect(!withFile.wrote(Self.question))

    let plain = try Sandbox(isNew: true).run()
    #expect(plain.ending == .exit(2))
  }

  @Test func `d plays the tour in the same terminal, after which the choice is shown again`() throws {
    let terminal = try Sandbox(isNew: true).start()
    try terminal.wait(for: Self.question)
    try terminal.type("d")
    try terminal.wait(for: "Hybrid SUVs above 30 mpg")
    // Takes control of the tour, and then quits it.
    try terminal.type("q")
    try terminal.wait(for: "Space Check")
    try terminal.type("q")
    try terminal.wait(for: Self.question)
    try terminal.press(.down)
    try terminal.wait(for: "▸ A file on this computer")
    try terminal.type("q")
    let ending = try terminal.waitForEnd()
    #expect(ending == .exit(0))
    terminal.expectRestored()
  }

  @Test func `quitting without a choice shows it again at the next start`() throws {
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
