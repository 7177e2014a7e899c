import Catalog
import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import FilePicker
@testable import ShowroomApp
@testable import ShowroomCommands
@testable import ShowroomSettings

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

  static func group(
    _ name: String, _ count: Int, _ values: (Double, Double, Double), better: Int
  ) -> Standing.Group {
    Standing.Group(
      name: name, count: count, minimum: values.0, median: values.1, maximum: values.2, better: better,
      worse: count - 1 - better)
  }

  static let charts = CarPage.Charts(
    standings: [
      Standing(
        measure: .consumption, value: 31.1,
        groups: [
          group("Midsize Cars", 5012, (9, 25, 141), better: 852), group("All cars", 49_582, (7, 21, 146), better: 7000),
        ]),
      Standing(
        measure: .co2, value: 286,
        groups: [
          group("Midsize Cars", 5012, (0, 355, 987), better: 2505),
          group("All cars", 49_582, (0, 423, 1270), better: 0),
        ]),
      Standing(
        measure: .cost, value: 1450,
        groups: [
          group("Midsize Cars", 5012, (500, 1900, 6650), better: 5011),
          group("All cars", 49_543, (500, 2250, 8550), better: 49_300),
        ]),
    ],
    history: ModelHistory(
      years: [
        ModelHistory.Year(year: 2020, consumption: 29), ModelHistory.Year(year: 2021, consumption: 31),
        ModelHistory.Year(year: 2022, consumption: nil), ModelHistory.Year(year: 2023, consumption: 33),
      ], shownYear: 2021))

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
      formatting: CarFormatting(units: units, ascii: stage.terminal.capabilities.isASCII))
    view.reactor = reactor
    stage.show(view)
    return (stub, reactor)
  }

  static let full = CarPage(
    car: car, userData: UserData(isFavorite: true, note: "Ask about the tow bar."), charts: charts)
}
