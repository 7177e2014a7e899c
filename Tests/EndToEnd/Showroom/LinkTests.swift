import Foundation
import ShowroomTestSupport
import Testing

@Suite(.waits, .showroom)
struct LinkTests {
  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 40)
    return sandbox
  }

  @Test func `a link to a car opens it, and going back leads to its row in the list`() throws {
    let sandbox = try sandbox()
    let terminal = try sandbox.start(["open", "car/7"])
    try terminal.wait(for: "the car") { $0.line(0).contains("Car 00007") && $0.isAt(7, of: 40) }
    try terminal.press(.escape)
    try terminal.wait(for: "the list") { !$0.line(0).contains("Car 00007") && $0.isAt(7, of: 40) }
    #expect(terminal.screen.selectedLine.contains("Car 00007"))
    try terminal.type("q")
    let ending = try terminal.waitForEnd()
    #expect(ending == .exit(0))
    terminal.expectRestored()
  }

  @Test func `a link to a car's upload opens the file picker over the car`() throws {
    let sandbox = try sandbox()
    let terminal = try sandbox.start(["open", "showroom://car/7/upload"])
    try terminal.wait(for: "the files") { $0.line(0).contains("Car 00007") && $0.line(0).contains("Choose files") }
    try terminal.press(.escape)
    try terminal.wait(for: "the car") { $0.line(0).contains("Car 00007") && !$0.line(0).contains("files") }
    try terminal.press(.escape)
    try terminal.wait(for: "the list") { !$0.line(0).contains("Car 00007") && $0.isAt(7, of: 40) }
  }

  @Test func `a link to a search shows its results`() throws {
    let sandbox = try sandbox()
    let terminal = try sandbox.start(["open", "search?q=car+0002"])
    try terminal.wait(for: "eleven cars") { $0.isAt(1, of: 11) }
    #expect(terminal.screen.line(0).contains("filter: car 0002"))
    try terminal.press(.escape)
    try terminal.wait(for: "all cars") { $0.position?.count == 40 }
  }

  @Test func `a link to the uploads opens the queue over the list`() throws {
    let sandbox = try sandbox()
    let terminal = try sandbox.start(["open", "uploads"])
    try terminal.wait(for: "the queue") { $0.line(0).contains("Uploads") }
    try terminal.press(.escape)
    try terminal.wait(for: "the list") { !$0.line(0).contains("Uploads") && $0.isAt(1, of: 40) }
  }

  @Test func `a link to a missing car shows a message on the list`() throws {
    let sandbox = try sandbox()
    let terminal = try sandbox.start(["open", "car/99"])
    try terminal.wait(for: "Car 99 is not in the catalog")
    #expect(terminal.screen.isAt(1, of: 40))
  }

  @Test func `a link waits at the first start until there are cars`() throws {
    let sandbox = try Sandbox(isNew: true)
    try sandbox.folder.write(Sandbox.table(cars: 40), to: "cars.csv")
    let terminal = try sandbox.start(["open", "car/7"])
    try terminal.wait(for: "Choose a catalog source")
    try terminal.press(.down, .enter)
    try terminal.type("~/cars.csv\r")
    try terminal.wait(for: "the car") { $0.line(0).contains("Car 00007") }
  }

  @Test func `an invalid link is an error with status 2, before anything is opened`() throws {
    let sandbox = try Sandbox(isNew: true)
    let run = try sandbox.run("open", "cars/7")
    #expect(run.ending == .exit(2))
    #expect(
      run.error == "showroom: \"cars/7\" is not a link. Use car/ID, car/ID/upload, search?q=WORDS, or uploads.\n")
    #expect(!FileManager.default.fileExists(atPath: sandbox.data))
  }
}
