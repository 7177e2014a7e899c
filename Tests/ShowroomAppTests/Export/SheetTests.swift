import Foundation
import ReactorTesting
import ShowroomCatalog
import ShowroomTestSupport
import Testing

@testable import ReactorTerminal
@testable import ShowroomApp

/// Sheets that the screens write.
@MainActor @Suite(.timeLimit(.minutes(20)))
struct SheetTests {
  /// Returns the contents of a file in the home folder.
  private func contents(_ name: String, _ journey: Journey) throws -> String {
    try String(contentsOf: journey.fixture.folder.appendingPathComponent(name), encoding: .utf8)
  }

  /// Answers the question for the path with one in the home folder, unless it is an address.
  private func answer(_ path: String, _ journey: Journey) {
    journey.press(.control("u"))
    journey.type(path.contains("://") ? path : "~/\(path)")
    journey.press(.enter)
  }

  private func shows(_ text: String, _ journey: Journey) async {
    await eventually { journey.text.contains(text) }
  }

  @Test func `in the list, the sheet contains the selected car, or the marked ones if there are any`() async throws {
    let journey = try await Journey.withList()

    journey.press("P")
    #expect(journey.text.contains("Sheet of 1 car") && journey.text.contains("car.html"))
    answer("one.md", journey)
    await shows("Saved a sheet of 1 car to ~/one.md", journey)
    #expect(try contents("one.md", journey).hasPrefix("# BMW 520d 2023\n"))

    journey.press(.space, .space, "P")
    #expect(journey.text.contains("Sheet of 2 cars: .md, .html or .svg"))
    answer("two.html", journey)
    await shows("Saved a sheet of 2 cars to ~/two.html", journey)
    let page = try contents("two.html", journey)
    #expect(page.contains("<title>2 cars compared</title>") && page.contains("BMW 520d 2023"))
  }

  @Test func `on the page of a car, the sheet contains that car with its note, and is private`() async throws {
    let journey = try await Journey.withList()
    try journey.fixture.store.setNote("Ask <Jane>", id: 1)
    journey.press(.enter, "P")

    answer("car.svg", journey)

    await shows("Saved a sheet of 1 car to ~/car.svg", journey)
    let file = journey.fixture.folder.appendingPathComponent("car.svg")
    let permissions = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(permissions == 0o600)
    #expect(try contents("car.svg", journey).contains("Ask &lt;Jane&gt;"))
  }

  @Test func `a comparison writes the compared cars, in the units of the screen`() async throws {
    let journey = try await Journey.withList()
    journey.press(.space, .space, "c")
    journey.press("P")

    answer("compared.md", journey)

    await shows("Saved a sheet of 2 cars to ~/compared.md", journey)
    #expect(try contents("compared.md", journey).contains("\n| Combined | **49 mpg** ██████████ | 36 mpg ███████ |\n"))
  }

  @Test func `a file is replaced only after confirmation`() async throws {
    let journey = try await Journey.withList()
    let file = journey.fixture.folder.appendingPathComponent("cars.md")
    try Data("mine".utf8).write(to: file)
    journey.press("P")

    answer("cars.md", journey)
    await shows("Replace the file?", journey)
    #expect(try contents("cars.md", journey) == "mine")

    journey.press("y")
    await shows("Saved a sheet of 1 car to ~/cars.md", journey)
    #expect(try contents("cars.md", journey).hasPrefix("# BMW 520d 2023\n"))
  }

  @Test(arguments: [
    ("cars", "\"cars\" has no known extension. Use a name that ends in .md, .html or .svg."),
    ("cars.pdf", "\"cars.pdf\" has no known extension. Use a name that ends in .md, .html or .svg."),
    ("none/cars.md", "could not be written"),
    ("https://example.org/cars.md", "is not a path on this computer."),
  ])
  func `the prompt keeps a path that cannot be written and explains why`(path: String, reason: String) async throws {
    let journey = try await Journey.withList()
    journey.press("P")

    answer(path, journey)

    await shows("✗", journey)
    #expect(journey.text.contains("Sheet of 1 car") && journey.text.contains(path))
    // The list is visible on both sides of the dialog.
    let lines = journey.text.split(separator: "\n").compactMap { $0.split(separator: "│").dropFirst().first }
    #expect(lines.joined(separator: " ").split(separator: " ").joined(separator: " ").contains(reason))
  }

  @Test func `the prompt of an export keeps a path that cannot be written`() async throws {
    let journey = try await Journey.withList()
    journey.press("E")

    answer("none/cars.csv", journey)

    await shows("could not be written", journey)
    #expect(journey.text.contains("Export 8 cars") && journey.text.contains("none/cars.csv"))

    answer("cars.csv", journey)
    await shows("Exported 8 cars as CSV to ~/cars.csv", journey)
  }

  @Test func `the same cars make the same file`() async throws {
    let journey = try await Journey.withList()
    for name in ["a.svg", "b.svg"] {
      journey.press("P")
      answer(name, journey)
      await shows("to ~/\(name)", journey)
    }

    #expect(try contents("a.svg", journey) == contents("b.svg", journey))
  }
}
