import ReactorCore
import ShowroomTestSupport
import Testing

@testable import ReactorTerminal
@testable import ShowroomApp
@testable import ShowroomCatalog

@MainActor @Suite(.timeLimit(.minutes(20)))
struct MarkedListTests {
  @Test func `the list of marked cars follows the marks`() async throws {
    let journey = try await Journey.withList()
    let list = try journey.top(CarListView.self)
    let reactor = try #require(list.reactor)
    journey.press(.space, .space)
    #expect(reactor.currentState.marked == [1, 2])

    journey.type("/marked:yes")
    journey.press(.enter)
    _ = await first(reactor.state) { $0.listing.query.text == "marked:yes" }
    #expect(reactor.currentState.listing.count == 2)

    journey.press("g", .space)
    _ = await first(reactor.state) { $0.listing.count == 1 }
    #expect(journey.selectedRow?.contains("Avante") == true && reactor.currentState.marked == [2], "\(journey.text)")

    journey.run("Unmark all")
    _ = await first(reactor.state) { $0.listing.count == 0 }
    journey.press("z")
    _ = await first(reactor.state) { $0.listing.count == 1 }
  }

  @Test func `a list of marked cars without any says how to mark one, with the user's key`() async throws {
    let journey = try await Journey.withList()
    journey.window.keymap = Keymap([ListCommands.mark.id: ["f8"]])

    journey.type("/marked:yes")
    journey.press(.enter)

    await eventually { journey.text.contains("No cars are marked. Clear the search, and mark one with F8.") }
  }

  @Test func `@marked is a view that nobody has to save`() async throws {
    let journey = try await Journey.withList()
    let reactor = try #require(try journey.top(CarListView.self).reactor)
    journey.press(.space)

    journey.type("/@marked")
    journey.press(.enter)

    _ = await first(reactor.state) { $0.listing.query.text == "marked:yes" && $0.listing.count == 1 }
  }
}
