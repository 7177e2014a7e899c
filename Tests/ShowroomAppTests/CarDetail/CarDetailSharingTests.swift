import ReactorCore
import ReactorTesting
import ShowroomCatalog
import ShowroomTestSupport
import Synchronization
import Testing

@testable import ShowroomApp
@testable import ShowroomFormatting

/// Marking, comparing, copying and opening the shown car.
@MainActor @Suite(.timeLimit(.minutes(20)))
struct CarDetailSharingTests {
  @Test func `toggling a mark asks the list to change its marks`() async throws {
    let showcase = try await Showcase()
    let marks = Relay<[Car.ID]>()
    let reactor = showcase.reactor(marks: marks.asObservable())
    let outputs = Recorder(reactor.outputs)
    reactor.action.send(.load)
    reactor.action.send(.toggleMark)
    #expect(outputs.elements.last == .step(.carsMarked([1])) && !reactor.currentState.isMarked)
    marks.send([5, 1])
    #expect(reactor.currentState.isMarked)
    reactor.action.send(.toggleMark)
    #expect(outputs.elements.last == .step(.carsMarked([5])))
    marks.send([2, 3, 4, 5])
    reactor.action.send(.toggleMark)
    #expect(outputs.elements.last == .step(.carsMarked([2, 3, 4, 5, 1])))
  }

  @Test func `the marked cars are compared, and a single one with the shown car`() async throws {
    let showcase = try await Showcase()
    let marks = Relay<[Car.ID]>()
    let reactor = showcase.reactor(marks: marks.asObservable())
    let outputs = Recorder(reactor.outputs)
    let advice = CarDetailReactor.Output.message(.toast("Mark two or more cars to compare them."))
    reactor.action.send(.load)
    for ids in [[], [1], [4], [4, 7]] as [[Car.ID]] {
      marks.send(ids)
      reactor.action.send(.compare)
    }
    #expect(
      outputs.elements == [
        advice, advice, .step(.comparisonRequested([4, 1])), .step(.comparisonRequested([4, 7])),
      ])
  }

  // MARK: Copying and opening

  @Test func `a line and the JSON of the command line are copied`() async throws {
    let showcase = try await Showcase()
    let copied = Box<[[String]]>([])
    let reactor = showcase.reactor(copy: { copied.value.append([$0, $1]) })
    reactor.action.send(.copyLine)
    #expect(copied.value.isEmpty)
    reactor.action.send(.load)
    reactor.action.send(.copyLine)
    reactor.action.send(.copyJSON)

    let json = CarExport(try showcase.car(1), UserData()).json(with: [])
    #expect(
      copied.value == [
        ["Kia K5 2021 · Midsize Cars · Gasoline · 29 mpg · 306 g/mi CO₂ · $1,450/year", "Kia K5 2021"],
        [json, "Kia K5 2021 as JSON"],
      ])
    #expect(json.hasPrefix(#"{"id": 1, "make": "Kia", "model": "K5""#))
  }

  @Test func `the page of an EPA car opens, and other sources have none`() async throws {
    let showcase = try await Showcase()
    let opened = Mutex<[SystemOpener.Target]>([])
    let opener = SystemOpener { target throws(OpenerError) in opened.withLock { $0.append(target) } }
    let reactor = showcase.reactor(opener: opener)
    reactor.action.send(.load)
    #expect(reactor.currentState.page?.sourcePage == nil)
    reactor.action.send(.openPage)

    showcase.live.setSource(try CatalogSource(parsing: "https://example.org/feg/vehicles.csv.zip"))
    reactor.action.send(.load)
    let page = try #require(reactor.currentState.page?.sourcePage)
    #expect(page.text == "https://www.fueleconomy.gov/feg/Find.do?action=sbs&id=1")
    reactor.action.send(.openPage)
    await eventually { opened.withLock { !$0.isEmpty } }
    #expect(opened.withLock { $0 } == [.page(page)])
  }

  @Test func `without a desktop an alert shows the address of the page`() async throws {
    let showcase = try await Showcase()
    showcase.live.setSource(try CatalogSource(parsing: "/home/me/vehicles.csv"))
    let reactor = showcase.reactor()
    let messages = Recorder(reactor.outputs.map(\.message))
    reactor.action.send(.load)
    reactor.action.send(.openPage)
    await eventually { !messages.elements.isEmpty }
    guard case .alert("Could not open the web page", let text, _, .openPage) = messages.elements.last else {
      Issue.record("\(messages.elements)")
      return
    }
    #expect(text.hasPrefix("There is no desktop to open the page on"))
    #expect(text.hasSuffix("\nhttps://www.fueleconomy.gov/feg/Find.do?action=sbs&id=1"))

    // Also where it takes several lines.
    let stage = Stage(40, 16)
    stage.window.alert("Could not open the web page", text)
    let lines = stage.text.split(separator: "\n").map { $0.filter { !" │┃║█▌▐".contains($0) } }
    #expect(lines.joined().contains("https://www.fueleconomy.gov/feg/Find.do?action=sbs&id=1"), "\(stage.text)")
  }
}
