import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomFormatting

@Suite(.timeLimit(.minutes(20)))
@MainActor
struct CatalogFlowTests {
  @Test func `the first frame shows the list`() async throws {
    let journey = try await Journey()
    #expect(journey.titles == ["Cars"])
    #expect(journey.selectedRow?.contains("520d") == true)
  }

  @Test func `returning from a car selects the car that was shown last`() async throws {
    let journey = try await Journey.withList()
    journey.press(.enter)
    #expect(journey.titles == ["Cars", "BMW 520d 2023"])
    journey.press("n")
    try await journey.opens("Hyundai Avante 2022")
    journey.press("n")
    try await journey.opens("Kia EV6 2022")
    journey.press(.escape)
    #expect(journey.titles == ["Cars"])
    #expect(journey.selectedRow?.contains("EV6") == true)
  }

  @Test func `a car opened at once follows the list when it is loaded`() async throws {
    let cars = (10..<50).map { Car(id: Car.ID($0), make: "Kia", model: "Car \($0)", year: 2020) }
    let journey = try await Journey(cars)
    journey.press(.enter)
    #expect(journey.text.contains("1/40"))
    try await journey.listIsComplete()
    for _ in 0..<39 { journey.press("n") }
    try await journey.opens("Kia Car 49 2020")
    #expect(journey.text.contains("40/40"))
  }

  @Test func `a car counts as copied when the clipboard program has ended, and each outcome replaces the previous one`()
    async throws
  {
    let journey = try await Journey.withList()
    journey.terminal.copyOutcome = nil

    journey.press("y")
    #expect(!journey.text.contains("Copied"))
    journey.terminal.endCopies(.copied)
    #expect(journey.text.contains("Copied BMW 520d 2023"))

    journey.press("y")
    journey.terminal.endCopies(.sentToTerminal)
    #expect(journey.text.contains("Sent to the terminal's clipboard: BMW 520d 2023. If it"))
    #expect(!journey.text.contains("Copied"))

    journey.press("y")
    journey.terminal.endCopies(.unavailable)
    #expect(journey.text.contains("This terminal has no clipboard"))
    #expect(!journey.text.contains("Sent to"))
  }

  @Test func `the advice on the terminal's clipboard is shown once, even for text selected with the mouse`()
    async throws
  {
    let journey = try await Journey.withList()
    journey.terminal.copyOutcome = .sentToTerminal
    journey.press("y")
    #expect(journey.text.contains("(OSC 52)"))

    for kind in [MouseEvent.Kind.press, .drag, .release] {
      let x = kind == .press ? 2 : 6
      journey.terminal.feed([.mouse(MouseEvent(kind, at: Point(x: x, y: 0)))])
    }

    #expect(journey.text.contains(/Sent to the terminal's clipboard: \d characters/))
    #expect(!journey.text.contains("(OSC 52)") && !journey.text.contains("BMW 520d 2023."))
  }

  @Test func `an export asks which cars, if some are marked, and where to`() async throws {
    let journey = try await Journey.withList()
    journey.press("E")
    await eventually { journey.text.contains("─ Export 8 cars ─") }
    journey.press(.escape, .space, .space)
    for (key, title) in [(Key.home, "─ Export 2 cars ─"), (.down, "─ Export 8 cars ─")] {
      journey.press("E")
      await eventually { journey.text.contains("2 marked cars") && journey.text.contains("8 listed cars") }
      journey.press(key, .enter)
      await eventually { journey.text.contains(title) }
      journey.press(.escape)
    }

    journey.press("E", .enter)
    await eventually { journey.text.contains("─ Export 2 cars ─") }
    journey.press(.control("u"))
    journey.type("~/cars.csv")
    journey.press(.enter)

    await eventually { journey.text.contains("Exported 2 cars as CSV to ~/cars.csv") }
    let file = try String(contentsOf: journey.fixture.folder.appendingPathComponent("cars.csv"), encoding: .utf8)
    #expect(file.split(separator: "\r\n").count == 3)
  }

  @Test func `a car is marked, compared and copied on its own screen`() async throws {
    let journey = try await Journey.withList()
    journey.press("y")
    #expect(journey.text.contains("Copied BMW 520d 2023"))
    journey.press(.enter, .space, "y")
    #expect(journey.text.contains("BMW 520d 2023 ●"))
    #expect(journey.terminal.copiedTexts == Array(repeating: CarFormatting().line(CatalogFixture.cars[0]), count: 2))
    #expect(!journey.text.contains("characters"))
    journey.press("n")
    try await journey.opens("Hyundai Avante 2022")
    journey.press("c")
    #expect(journey.titles == ["Cars", "Hyundai Avante 2022", "Compare"])
    #expect(journey.text.contains("▸ BMW 520d") && journey.text.contains("2 cars"))
    journey.press(.escape, .escape)
    #expect(journey.text.contains("1 marked"))
  }

  @Test func `a message about a success covers no heading, and Esc goes back at once`() async throws {
    let journey = try await Journey.withList()
    journey.press(.enter)
    try await journey.opens("BMW 520d 2023")
    let before = journey.terminal.rows[0...1]

    journey.press("y")
    #expect(journey.text.contains("Copied BMW 520d 2023") && journey.terminal.rows[0...1] == before)

    journey.press(.escape)
    #expect(journey.titles == ["Cars"] && journey.text.contains("Copied BMW 520d 2023"))
  }

  @Test func `an approved refresh reports once how many cars it has removed`() async throws {
    let journey = try await Journey.withList()
    try journey.fixture.publish(Array(CatalogFixture.cars.prefix(5)))
    journey.press("r")
    _ = await first(journey.catalog.refreshQuestion.asObservable()) { $0 != nil }
    await journey.clock.advance(by: .seconds(2))
    journey.press("y")
    await eventually { journey.text.contains("z Undo") }
    await journey.settles()

    #expect(journey.text.components(separatedBy: "3 gone").count == 2, "\(journey.text)")
    #expect(!journey.text.contains("×"))

    journey.press("z")
    await eventually { journey.text.contains("Restored the previous cars") }
  }

  @Test func `a comparison opens a car, and each screen goes back to the previous one`() async throws {
    let journey = try await Journey.withList()
    journey.press(.space, .space, "c")
    #expect(journey.titles == ["Cars", "Compare"])
    journey.press(.enter)
    #expect(journey.titles == ["Cars", "Compare", "BMW 520d 2023 ●"])
    // The neighbors are the other cars of the comparison.
    journey.press("n")
    try await journey.opens("Hyundai Avante 2022")
    #expect(journey.text.contains("2/2"))
    journey.press(.escape)
    #expect(journey.titles == ["Cars", "Compare"])
    journey.press(.escape)
    #expect(journey.titles == ["Cars"])
  }

  @Test func `removing the last car closes the comparison`() async throws {
    let journey = try await Journey.withList()
    journey.press(.space, .space, "c", "x", "x")
    #expect(journey.titles == ["Cars"])
  }

  @Test func `saving a note returns to the car with a toast`() async throws {
    let journey = try await Journey()
    journey.press(.enter, "e")
    #expect(journey.titles == ["Cars", "BMW 520d 2023", "Note"])
    journey.type("Quiet")
    journey.press(.control("s"))
    try await journey.reaches(["Cars", "BMW 520d 2023"])
    #expect(journey.text.contains("Note saved"))
    #expect(try journey.catalog.userData(id: 1).note == "Quiet")
  }

  @Test func `an unchanged note closes at once, and a changed one asks for confirmation`() async throws {
    let journey = try await Journey()
    journey.press(.enter, "e", .escape)
    #expect(journey.titles == ["Cars", "BMW 520d 2023"])
    #expect(!journey.text.contains("Note saved") && !journey.text.contains("Note removed"))
    journey.press("e")
    journey.type("Quiet")
    journey.press(.escape)
    #expect(journey.titles.count == 3)
    journey.press("d")
    #expect(journey.titles == ["Cars", "BMW 520d 2023"])
  }

  @Test func `closed screens, their reactors and their effects are released`() async throws {
    let journey = try await Journey.withList()
    let gone = try journey.visit()
    #expect(journey.titles == ["Cars"])
    #expect(gone.map(\.isGone) == [true, true, true, true, true, true])
    let list = Remains(try journey.top(CarListView.self), \.reactor)
    journey.end()
    journey.window.root.content = nil
    #expect(list.isGone)
  }
}

extension Journey {
  /// Opens each screen and returns to the list.
  fileprivate func visit() throws -> [Remains] {
    press(.enter)
    var met = [Remains(try top(CarDetailView.self), \.reactor)]
    press("e")
    met.append(Remains(try top(NoteView.self), \.reactor))
    press(.escape, .escape, .space, .space, "c")
    met.append(Remains(try top(CompareView.self), \.reactor))
    press(.enter)
    met.append(Remains(try top(CarDetailView.self), \.reactor))
    press("e")
    met.append(Remains(try top(NoteView.self), \.reactor))
    press(.escape, .escape, .escape, .enter)
    met.append(Remains(try top(CarDetailView.self), \.reactor))
    press(.escape)
    return met
  }
}
