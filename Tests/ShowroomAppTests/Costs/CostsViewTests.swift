import ReactorCore
import ReactorTerminal
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog
@testable import ShowroomFormatting

@MainActor @Suite(.timeLimit(.minutes(20)))
struct CostsViewTests {
  /// Shows the dialog over a stubbed reactor.
  private func show(
    on stage: Stage, _ own: [CostFactor: Double] = [:], units: UnitSystem = .us
  ) async throws -> (stub: Stub<CostsReactor>, reactor: CostsReactor) {
    let reactor = CostsReactor(try await CatalogFixture([]).live())
    let stub = reactor.stub()
    stub.state.assumptions = CostAssumptions(own: own)
    let view = CostsView(formatting: CarFormatting(units: units))
    view.reactor = reactor
    stage.window.present(view)
    return (stub, reactor)
  }

  @Test func `the dialog shows each value, and the EPA's where it differs`() async throws {
    let stage = Stage(80, 24)
    let (stub, reactor) = try await show(on: stage, [.miles: 12_000, .price(.regular): 3.5])
    let shown = stage.text
    #expect(shown.contains("▸ Miles a year          12,000 mi  EPA: 15,000 mi"), "\(shown)")
    #expect(shown.contains("  Regular gasoline      $3.50/gal  EPA: $3.02/gal"), "\(shown)")
    #expect(shown.contains("  City driving                55%  EPA"), "\(shown)")
    #expect(shown.contains("Cost assumptions"))

    stage.terminal.press("l", "h", .right, .down, "+", "r", "R")
    #expect(
      stub.actions == [
        .change(.miles, by: 1), .change(.miles, by: -1), .change(.miles, by: 1), .change(.city, by: 1), .resetAll,
      ])
    withExtendedLifetime(reactor) {}
  }

  @Test func `metric units do not change the units in which values are typed`() async throws {
    let stage = Stage(80, 24)
    let (_, reactor) = try await show(on: stage, [.miles: 12_000], units: .metric)
    #expect(stage.text.contains("▸ Miles a year          12,000 mi  EPA: 15,000 mi"), "\(stage.text)")
    withExtendedLifetime(reactor) {}
  }

  @Test(arguments: [50, 40])
  func `a narrow window keeps the values, not the EPA's`(width: Int) async throws {
    let stage = Stage(width, 12)
    let (_, reactor) = try await show(on: stage, [.miles: 12_000])
    #expect(stage.text.contains("12,000 mi") && !stage.text.contains("15,000 mi"), "\(stage.text)")
    withExtendedLifetime(reactor) {}
  }

  @Test func `a value can be typed`() async throws {
    let stage = Stage(80, 24)
    let (stub, reactor) = try await show(on: stage)
    stage.terminal.press(.enter)
    #expect(stage.text.contains("15,000 mi"))
    stage.terminal.press(.control("u"))
    stage.terminal.type("9000")
    stage.terminal.press(.enter)
    for _ in 0..<1_000 where stub.actions.isEmpty { await Task.yield() }
    #expect(stub.actions == [.set(.miles, "9000")])
    withExtendedLifetime(reactor) {}
  }

  @Test func `a value that is out of range stays in the prompt, with the reason`() async throws {
    let stage = Stage(80, 24)
    let (stub, reactor) = try await show(on: stage)
    stage.terminal.press(.enter)
    stage.terminal.press(.control("u"))
    stage.terminal.type("-5 mi")

    stage.terminal.press(.enter)

    #expect(stage.text.contains("│ -5 mi "), "\(stage.text)")
    #expect(stage.text.contains("Type a number from 100 to 200,000"), "\(stage.text)")
    for _ in 0..<1_000 { await Task.yield() }
    #expect(stub.actions.isEmpty)
    withExtendedLifetime(reactor) {}
  }

  @Test(arguments: [false, true])
  func `a change that cannot be saved is reported, even if the dialog is closed at once`(isClosed: Bool) async throws {
    let stage = Stage(80, 24)
    let fixture = try await CatalogFixture()
    do {
      let view = CostsView(formatting: CarFormatting(units: .us))
      view.reactor = CostsReactor(try fixture.readOnly())
      stage.window.present(view)
    }

    stage.terminal.press("+")
    if isClosed { stage.terminal.press(.escape) }

    await eventually { stage.text.contains("Could not save the cost assumptions") }
    #expect(stage.window.modals.count == (isClosed ? 1 : 2))
    withExtendedLifetime(fixture) {}
  }

  @Test(arguments: [(80, 24), (50, 12)])
  func `a value is typed in the middle of the dialog`(width: Int, height: Int) async throws {
    let stage = Stage(width, height)
    let (_, reactor) = try await show(on: stage)
    let dialog = try #require(stage.window.modals.last)

    stage.terminal.press(.enter)

    let prompt = try #require(stage.window.modals.last)
    #expect(prompt !== dialog)
    let (above, below) = (prompt.frame.y - dialog.frame.y, dialog.frame.maxY - prompt.frame.maxY)
    #expect(above > 0 && abs(above - below) <= 1, "\(stage.text)")
    #expect(abs(2 * prompt.frame.x + prompt.frame.width - 2 * dialog.frame.x - dialog.frame.width) <= 1)
    withExtendedLifetime(reactor) {}
  }

  @Test(arguments: [(80, 24), (120, 40), (50, 12), (20, 5), (4, 2), (1, 1)])
  func `the dialog adapts to any size, and stays in the window`(width: Int, height: Int) async throws {
    let stage = Stage(width, height)
    let (_, reactor) = try await show(on: stage, [.city: 80])
    for _ in 0..<12 { stage.terminal.press(.down) }
    stage.terminal.press(.left, .escape)
    #expect(!stage.text.contains("EPA"))
    withExtendedLifetime(reactor) {}
  }
}
