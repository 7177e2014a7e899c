import ReactorCore
import ReactorTerminal
import ShowroomCatalog

@testable import ShowroomApp
@testable import ShowroomFormatting

/// Support for the tests of the comparison: a screen over a stub, with cars of a catalog.
@MainActor
class CompareScreens {
  private let showcase: Showcase

  init() async throws {
    showcase = try await Showcase(loadIndex: false)
  }

  /// Shows a screen over a stubbed reactor, with cars of the catalog.
  func show(_ ids: [Car.ID], on stage: Stage) throws -> (stub: Stub<CompareReactor>, reactor: CompareReactor) {
    let reactor = CompareReactor(ids: ids, catalog: showcase.live)
    let stub = reactor.stub()
    for place in ids.indices { stub.state.columns[place].lastKnown = try showcase.car(ids[place]) }
    let view = CompareView(
      formatting: CarFormatting(
        ascii: stage.terminal.capabilities.isASCII, costs: CostAssumptions(sourcePrices: [.regular: 3.02])))
    view.reactor = reactor
    stage.show(view)
    return (stub, reactor)
  }
}
