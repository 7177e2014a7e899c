import ReactorCore
import ReactorTerminal
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog
@testable import ShowroomFormatting

@MainActor @Suite(.timeLimit(.minutes(20)))
struct PlotViewTests {
  /// The cars of the fixture, and a plug-in hybrid with a long name.
  private static let cars: [Car] = {
    var hybrid = Car(
      id: 10, make: "Mercedes-Benz", model: "AMG S63 E Performance 4MATIC Plus Long Wheelbase", year: 2020,
      fuel: .pluginHybrid, combinedMPG: 22, annualFuelCost: 1_800)
    hybrid[.electricMPG] = 51
    hybrid[.blendedMPG] = 27
    return CatalogFixture.cars + [hybrid]
  }()

  /// Shows a plot over a stubbed reactor.
  private func show(
    on stage: Stage, _ fields: PlottedCars.Fields = PlottedCars.Fields(), selected: Car.ID? = 4,
    formatting: CarFormatting = CarFormatting()
  ) throws -> (stub: Stub<PlotReactor>, view: PlotView, reactor: PlotReactor) {
    let listing = try CatalogIndex(cars: Self.cars).listing()
    let reactor = PlotReactor(of: .just(listing))
    let stub = reactor.stub()
    stub.state.listing = listing
    stub.state.fields = fields
    stub.state.cars = PlottedCars(listing, fields)
    stub.state.selected = selected
    var formatting = formatting
    formatting.isASCII = stage.terminal.capabilities.isASCII
    let view = PlotView(formatting: formatting)
    view.reactor = reactor
    stage.show(view)
    return (stub, view, reactor)
  }

  @Test func `the cars are dots between their lowest and highest values, with the selected car below`() throws {
    let stage = Stage(80, 24)
    let (stub, _, reactor) = try show(on: stage)
    stage.expect(
      """
       Cars › Plot                                                             9 cars
       Annual fuel cost ($)
       1,800│⠁
            │
            │
            │   ⢀
            │
            │      ⡀
            │
            │               ⡀
            │
            │
            │
            │
            │                   ⠐
            │
            │
            │                                                             ⠠
         500│                                                                       ⢀
            ╰────────────────────────────────────────────────────────────────────────
             27                    Fuel economy (mpg or MPGe)                     132
       Kia K5 2021 · 32 mpg · $1,500
       1 car here · 1 of 9 cars has no value
       Enter Open  n Next dot  x Horizontal axis  y Vertical axis  s Swap axes  +1
      """)

    stage.terminal.press(.right)
    stage.terminal.press(.enter)
    #expect(stub.actions.suffix(2) == [.select(0), .open(0)])
    withExtendedLifetime(reactor) {}
  }

  @Test func `a small screen has three lines for the car, and a long name leaves its values visible`() throws {
    let stage = Stage(50, 12)
    let (_, _, reactor) = try show(on: stage, selected: 10)
    stage.expect(
      """
       Cars › Plot                               9 cars
       Annual fuel cost ($)
       1,800│⠁
            │  ⠁⢀
            │        ⠐
            │           ⠠
         500│                                   ⠠     ⢀
             27     Fuel economy (mpg or MPGe)      132
       Mercedes-Benz AMG S63 E … · b 27 MPGe · b $1,800
       1 of 2 cars here
       1 of 9 cars has no value
       Enter Open  n Next dot  x Horizontal axis  +3
      """)
    withExtendedLifetime(reactor) {}
  }

  @Test func `in ASCII everything is ASCII`() throws {
    let stage = Stage(60, 14, ascii: true)
    let (_, _, reactor) = try show(on: stage)
    stage.expect(
      """
       Cars > Plot                                         9 cars
       Annual fuel cost ($)
       1,800|#
            |  .
            |    .      .
            |
            |              .
         500|                                            .      .
            +----------------------------------------------------
             27          Fuel economy (mpg or MPGe)           132
       Kia K5 2021 | 32 mpg | $1,500
       1 car here
       1 of 9 cars has no value
       Enter Open  n Next dot  x Horizontal axis  +3
      """)
    withExtendedLifetime(reactor) {}
  }

  @Test func `the axes use metric units and the user's assumptions`() throws {
    let stage = Stage(80, 24)
    let (_, view, reactor) = try show(on: stage)
    #expect(stage.text.contains("Fuel economy (mpg or MPGe)") && stage.text.contains("Kia K5 2021 · 32 mpg · $1,500"))

    view.formatting.units = .metric

    #expect(stage.text.contains("Consumption (Le/100 km)"))
    #expect(stage.text.contains("Kia K5 2021 · 7.4 L/100 km · $1,500"))
    #expect(stage.text.contains("1.8  ") && stage.text.contains("  8.7"), "\(stage.text)")
    view.formatting.costs = CostAssumptions(own: [.miles: 9_000])
    #expect(stage.text.contains(" My $/year"))
    withExtendedLifetime(reactor) {}
  }

  /// A car with both values. Without a blended one, its fuel economy is that on gasoline alone, as in a JSON catalog.
  nonisolated private static func car(
    _ id: Car.ID, _ fuel: Fuel, electricMPG: Double? = nil, blendedMPG: Double? = nil
  ) -> Car {
    var car = Car(
      id: id, make: "Kia", model: "Niro \(id)", year: 2022, fuel: fuel, combinedMPG: 50, annualFuelCost: 900)
    car[.electricMPG] = electricMPG
    car[.blendedMPG] = blendedMPG
    return car
  }

  /// Cars, and the units of their fuel economy.
  nonisolated private static let economies: [([Car], String)] = [
    ([car(1, .gasoline), car(2, .hybrid)], "mpg"), ([car(1, .electric)], "MPGe"),
    ([car(1, .gasoline), car(2, .electric)], "mpg or MPGe"), ([car(1, .pluginHybrid)], "mpg"),
    ([car(1, .pluginHybrid, electricMPG: 106)], "mpg"), ([car(1, .pluginHybrid, blendedMPG: 70)], "MPGe"),
    ([car(1, .pluginHybrid), car(2, .pluginHybrid, blendedMPG: 70)], "mpg or MPGe"),
  ]

  @Test(arguments: economies)
  func `the axis of fuel economy has the units of the cars with dots`(plotted: [Car], units: String) throws {
    let others = [Fuel.gasoline, .hydrogen].enumerated().map { place, fuel in
      Car(id: Car.ID(place + 8), make: "Toyota", model: "Mirai", year: 2022, fuel: fuel)
    }

    let cars = PlottedCars(try CatalogIndex(cars: plotted + others).listing(), PlottedCars.Fields())

    let formatting = CarFormatting()
    let title = formatting.axisTitle(of: .economy, fuels: cars.fuels, hasBlendedEconomy: cars.hasBlendedEconomy)
    #expect(title == "Fuel economy (\(units))")
    // The texts of the cars have no other units.
    let texts = (0..<cars.shownCount).map { formatting.plottedText(of: .economy, in: cars.listing.row(at: $0)) }
    #expect(Set(texts.compactMap { $0.split(separator: " ").last }) == Set(units.split(separator: " or ")))
  }

  @Test func `without a car that has both values the screen says so`() throws {
    let stage = Stage()
    let (stub, _, reactor) = try show(on: stage, PlottedCars.Fields(x: .economy, y: .luggage), selected: nil)
    #expect(stage.text.contains("Nothing to plot"))
    #expect(stage.text.contains("\"Fuel economy\" and") && stage.text.contains("\"Luggage space\"."))

    stub.state.fields = PlottedCars.Fields()
    stub.state.cars = PlottedCars(stub.state.listing, stub.state.fields)
    #expect(!stage.text.contains("Nothing to plot") && stage.text.contains("Annual fuel cost ($)"))
    withExtendedLifetime(reactor) {}
  }

  @Test func `the plot opens from the list, its axes are chosen, and a car opens among the listed ones`() async throws {
    let journey = try await Journey.withList()
    journey.type("/kia")
    journey.press(.enter, "j", "X")
    try await journey.reaches(["Cars", "Plot"])
    await eventually { journey.text.contains("Kia K5 2021 · 32 mpg · $1,500") }
    weak let reactor = try journey.top(PlotView.self).reactor

    journey.press("x")
    #expect(journey.window.modals.map(\.title) == ["Horizontal axis"])
    journey.press("k", .enter)
    await eventually { journey.text.contains("Kia K5 2021 · 2021 · $1,500") }
    journey.press("s", "y", "j", .enter)
    await eventually { journey.text.contains("Kia K5 2021 · $1,500 · 32 mpg") }
    journey.press(.enter)
    try await journey.opens("Kia K5 2021")
    #expect(journey.text.contains("2/3"))

    journey.press(.escape)
    #expect(journey.titles == ["Cars", "Plot"])
    journey.press(.escape)
    #expect(journey.titles == ["Cars"] && journey.selectedRow?.contains("K5") == true)
    await eventually { reactor == nil }
  }

  @Test func `an empty list has no plot`() async throws {
    let journey = try await Journey.withList()
    journey.type("/zzzz")
    journey.press(.enter)
    await eventually { journey.text.contains("No") && journey.selectedRow == nil }

    journey.press("X")

    #expect(journey.titles == ["Cars"] && journey.text.contains("There are no cars to plot."))
  }
}
