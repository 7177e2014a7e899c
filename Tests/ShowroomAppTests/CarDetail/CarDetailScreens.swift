import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import Testing

@testable import ShowroomApp
@testable import ShowroomFormatting

/// Support for the tests of the detail screen: a car with its charts, and a screen over a stub.
@MainActor
class CarDetailScreens {
  let showcase: Showcase

  init() async throws {
    showcase = try await Showcase(loadIndex: false)
  }

  static let car = Car(
    id: 42, make: "Kia", model: "K5", year: 2021, vehicleClass: "Midsize Cars", fuel: .gasoline,
    fuelName: "Regular Gasoline", cylinders: 4, displacement: 1.6, drive: "Front-Wheel Drive",
    transmission: "Automatic (S8)", cityMPG: 27.2, highwayMPG: 37.4, combinedMPG: 31.1, co2: 286, annualFuelCost: 1450)

  /// Returns `count` values between two ends, of which most are near the median.
  static func distribution(_ low: Double, _ median: Double, _ high: Double, count: Int) throws -> Distribution {
    try #require(
      Distribution(
        (0..<count).map { index in
          let place = 2 * (Double(index) + 0.5) / Double(count)
          return place < 1
            ? low + (median - low) * place.squareRoot() : median + (high - median) * (place - 1) * (place - 1)
        }))
  }

  static let hybrid = Car(
    id: 43, make: "Kia", model: "K5 Hybrid", year: 2021, baseModel: "K5", vehicleClass: "Midsize Cars", fuel: .hybrid,
    fuelName: "Regular Gasoline", cylinders: 4, displacement: 2, drive: "Front-Wheel Drive",
    transmission: "Automatic (S6)", combinedMPG: 52)

  static let charts = try? CarPage.Charts(
    classRanks: [
      ClassRank(
        field: .economy, value: 31.1, vehicleClass: "Midsize Cars",
        group: ClassRank.Group(distribution(9, 25, 141, count: 5012), years: "since 1984"),
        near: ClassRank.Group(distribution(20, 34, 141, count: 812), years: "of 2018–2024")),
      ClassRank(
        field: .co2, value: 286, vehicleClass: "Midsize Cars",
        group: ClassRank.Group(distribution(0, 355, 987, count: 5012), years: "since 1984"),
        near: ClassRank.Group(distribution(0, 355, 987, count: 5012), years: "of 2018–2024")),
      ClassRank(
        field: .cost, value: 1450, vehicleClass: "Midsize Cars",
        group: ClassRank.Group(distribution(500, 1300, 6650, count: 5012), years: "since 1984"),
        near: ClassRank.Group(distribution(500, 1300, 6650, count: 5012), years: "of 2018–2024")),
    ],
    history: ModelHistory(
      series: [
        ModelHistory.Series(fuel: .gasoline, averages: [2020: 29, 2021: 31, 2023: 33]),
        ModelHistory.Series(fuel: .hybrid, averages: [2021: 52, 2022: 53]),
      ], years: 2020...2023, shownYear: 2021),
    siblings: [car, hybrid])

  func state(_ content: CarDetailReactor.State.Content, at position: Int? = 1) -> CarDetailReactor.State {
    let cars = CarSequence((0..<340).map { $0 == position ? 42 : Car.ID(1000 + $0) })
    var state = CarDetailReactor.State(id: 42, in: cars)
    state.content = content
    return state
  }

  /// Shows a screen over a stubbed reactor.
  func show(
    _ state: CarDetailReactor.State, on stage: Stage, units: UnitSystem = .us
  ) -> (stub: Stub<CarDetailReactor>, reactor: CarDetailReactor) {
    let reactor = CarDetailReactor(id: 42, in: CarSequence([]), catalog: showcase.live, clock: stage.clock)
    let stub = reactor.stub()
    stub.state = state
    let view = CarDetailView(
      formatting: CarFormatting(
        units: units, ascii: stage.terminal.capabilities.isASCII,
        costs: CostAssumptions(sourcePrices: [.regular: 3.02])))
    view.reactor = reactor
    stage.show(view)
    return (stub, reactor)
  }

  static let full = CarPage(
    car: car, userData: UserData(isFavorite: true, note: "Ask about the tow bar."), charts: charts)
}
