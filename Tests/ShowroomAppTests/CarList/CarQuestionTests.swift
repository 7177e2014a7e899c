import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomCatalog
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomSettings

/// The questions that an empty search offers.
@MainActor @Suite(.timeLimit(.minutes(20)))
struct CarQuestionTests {
  @Test func `Tab in an empty search offers search ideas, and searches for the chosen one`() async throws {
    let fixture = try await CatalogFixture.refreshed()
    let reactor = CarListReactor(catalog: fixture.live())
    let screen = CarListScreen(reactor, height: 16)
    await reactor.showsWholeCatalog()
    screen.terminal.type("/")
    #expect(screen.rows.last?.contains("Tab Search ideas") == true)

    let offered = Recorder(reactor.outputs)
    screen.terminal.press(.tab)
    await eventually { !offered.elements.isEmpty }

    #expect(screen.text.contains("▸ New in the latest refresh    1 car"))
    #expect(screen.text.contains("Changed by the refresh       1 car"))
    #expect(screen.text.contains("Hybrids under $1,000/year    1 car"))
    #expect(!screen.text.contains("minivans"))

    screen.terminal.press(.enter)
    #expect(reactor.currentState.query.text == "new:yes")
    await reactor.shows(["EV9"])
    #expect(screen.rows.last?.contains("Search ideas") == false)
    #expect(screen.view.query.field.isFocused)
  }

  @Test func `without an answer a toast says so`() async throws {
    let fixture = try await CatalogFixture([CatalogFixture.cars[0]])
    let reactor = CarListReactor(catalog: fixture.live())
    let screen = CarListScreen(reactor, height: 16)
    await reactor.showsWholeCatalog()

    reactor.action.send(.offerQuestions)

    #expect(await first(reactor.outputs) { $0.message != nil } != nil)
    #expect(screen.text.contains("None of the suggested searches matches a car."))
  }

  @Test func `no search idea names a unit or is truncated at 50 by 12, however many cars it finds`() {
    let stage = TestScreen(50, 12)
    stage.show(Screen())
    stage.window.present(
      PickerView(
        title: "Search ideas",
        choices: CarQuestion.all.map { .init(id: $0.query, title: $0.title, detail: "49,582 cars") }))

    var text = stage.text
    stage.press(.pageDown)
    stage.press(.pageDown)
    text += stage.text

    for question in CarQuestion.all {
      #expect(text.contains(question.title), "\(text)")
      #expect(!question.title.contains(/mpg|mile/), "\(question.title)")
    }
  }

  @Test func `every search idea is a valid search that some cars match`() async throws {
    let fixture = try await CatalogFixture([])
    _ = try await fixture.store.refresh(from: .file(Checkout.resources.appendingPathComponent("demo/2025-10.csv.gz")))
    let index = try fixture.store.loadIndex()
    let answers = CarQuestion.all.map { question in
      let query = CarQuery.parse(question.query)
      #expect(query.diagnostics.isEmpty, "\(question.title)")
      return index.search(query)?.count ?? 0
    }

    // Without a second refresh nothing is new, and there are no notes.
    #expect(answers.dropFirst(2).dropLast().allSatisfy { (10...2_000).contains($0) }, "\(answers)")
    #expect([answers[0], answers[1], answers[answers.count - 1]] == [0, 0, 0])
  }
}
