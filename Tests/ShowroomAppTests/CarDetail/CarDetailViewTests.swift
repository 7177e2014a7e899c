import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomCatalog
import Testing

@testable import ShowroomApp
@testable import ShowroomFormatting

@MainActor
final class CarDetailViewTests: CarDetailScreens {
  @Test func `space is reserved for the bars, so that nothing moves when they arrive`() {
    let stage = Stage(80, 40)
    let (stub, reactor) = show(state(.car(CarPage(car: Self.car))), on: stage)
    let before = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
    stub.state = state(.car(CarPage(car: Self.car, charts: CarPage.Charts(classRanks: Self.charts?.classRanks ?? []))))
    let after = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
    for title in ["Fuel economy  31 mpg", "CO₂  286 g/mi", "Annual fuel cost  $1,450"] {
      let row = before.firstIndex { $0.hasPrefix(" \(title)") }
      #expect(row != nil)
      #expect(row == after.firstIndex { $0.hasPrefix(" \(title)") })
    }
    withExtendedLifetime(reactor) {}
  }

  @Test func `a key switches between the cars of all years and those of near years`() {
    let stage = Stage(100, 40)
    let (stub, reactor) = show(state(.car(Self.full)), on: stage)
    #expect(stage.text.contains("since 1984") && !stage.text.contains("of 2018–2024"))
    stage.terminal.press("a")
    #expect(stub.actions.last == .toggleNearYears)

    stub.state.comparesNearYears = true

    #expect(stage.text.contains("of 2018–2024") && stage.text.contains("812 midsize cars"))
    #expect(!stage.text.contains("since 1984"))
    withExtendedLifetime(reactor) {}
  }

  @Test func `a plug-in hybrid shows both fuels, and says what is blended`() throws {
    let volt = Car(
      id: 42, make: "Chevrolet", model: "Volt", year: 2016, vehicleClass: "Compact Cars", fuel: .pluginHybrid,
      combinedMPG: 42, co2: 51, annualFuelCost: 900, electricRange: 53,
      others: [.electricMPG: 106, .blendedMPG: 77, .utilityFactor: 0.76])
    let group = ClassRank.Group(try Self.distribution(10, 26, 140, count: 900), years: "since 1984")
    let classRanks = [ClassRank(field: .economy, value: 77, vehicleClass: "Compact Cars", group: group)]
    let stage = Stage(120, 40)
    let shown = show(state(.car(CarPage(car: volt, charts: CarPage.Charts(classRanks: classRanks)))), on: stage)

    let text = stage.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("42 mpg / 106 MPGe,"))
    #expect(text.contains("MPGe, 53 mi"))
    #expect(text.contains("Fuel economy 77 MPGe, blended"))
    #expect(text.contains("Annual fuel cost $900, blended"))
    #expect(text.contains("51 g/mi, blended"))
    #expect(text.contains("140 MPGe"), "the axis has a unit")
    withExtendedLifetime(shown) {}
  }

  @Test func `a long value beside a histogram leaves space for the rank`() throws {
    let volt = Car(
      id: 42, make: "Chevrolet", model: "Volt", year: 2016, vehicleClass: "Compact Cars", fuel: .pluginHybrid,
      combinedMPG: 42, annualFuelCost: 900, others: [.blendedMPG: 77, .gasolineCost: 1_050])
    let group = ClassRank.Group(try Self.distribution(500, 1_800, 4_000, count: 900), years: "since 1984")
    let classRanks = [ClassRank(field: .cost, value: 900, vehicleClass: "Compact Cars", group: group)]
    let stage = Stage(80, 40)
    let shown = show(state(.car(CarPage(car: volt, charts: CarPage.Charts(classRanks: classRanks)))), on: stage)

    let row = try #require(stage.text.split(separator: "\n").first { $0.contains("Annual fuel") && $0.contains("●") })
    #expect(row.hasPrefix(" Annual fuel cost  $900, blended   "))
    #expect(stage.text.contains("$1,050 on gasoline"))
    withExtendedLifetime(shown) {}
  }

  @Test func `charts by model year have one scale`() {
    let chart = HistoryView()
    chart.show(
      ModelHistory(
        series: [
          ModelHistory.Series(fuel: .gasoline, averages: [2020: 22, 2021: 22]),
          ModelHistory.Series(fuel: .hybrid, averages: [2020: 33, 2021: 33]),
        ], years: 2020...2021, shownYear: 2021), of: Self.car, CarFormatting())
    chart.frame = Rect(x: 0, y: 0, width: 60, height: 12)
    chart.layoutSubviews()

    #expect(chart.scales == [0...33, 0...33])
  }

  @Test(arguments: [
    (UnitSystem.us, [Fuel.gasoline], "mpg"), (.us, [.electric], "MPGe"), (.us, [.gasoline, .electric], "mpg or MPGe"),
    (.us, [.hydrogen, .electric], "MPGe"), (.metric, [.gasoline], "L/100 km"), (.metric, [.electric], "kWh/100 km"),
    (.metric, [.gasoline, .electric], "Le/100 km"),
  ])
  func `the charts by model year have a unit`(_ units: UnitSystem, _ fuels: [Fuel], _ unit: String) {
    let stage = Stage(100, 40)
    let history = ModelHistory(
      series: fuels.map { ModelHistory.Series(fuel: $0, averages: [2020: 22, 2021: 30]) }, years: 2020...2021,
      shownYear: 2021)
    let page = CarPage(car: Self.car, charts: CarPage.Charts(classRanks: [], history: history))
    let shown = show(state(.car(page)), on: stage, units: units)

    let heading = stage.text.split(separator: "\n").first { $0.contains("by model year") }
    #expect(heading?.contains("K5 by model year, \(unit)") == true, "\(heading ?? "none")")
    withExtendedLifetime(shown) {}
  }

  @Test func `the charts by model year name the shown model, even if another one has the same values`() {
    let stage = Stage(100, 40)
    let history = ModelHistory(
      series: [ModelHistory.Series(fuel: .gasoline, averages: [2020: 22, 2021: 30])], years: 2020...2021,
      shownYear: 2021)
    let charts = CarPage.Charts(classRanks: [], history: history)
    let shown = show(state(.car(CarPage(car: Self.car, charts: charts))), on: stage)
    #expect(stage.text.contains("K5 by model year, mpg"), "\(stage.text)")
    var other = Self.car
    other.baseModel = "K8"

    shown.stub.state = state(.car(CarPage(car: other, charts: charts)))

    #expect(stage.text.contains("K8 by model year, mpg"), "\(stage.text)")
    withExtendedLifetime(shown) {}
  }

  @Test func `in metric units, the numbers of charts for several fuels have the unit of their bars and axes`() {
    let stage = Stage(100, 40)
    let history = ModelHistory(
      series: [
        ModelHistory.Series(fuel: .pluginHybrid, averages: [2025: 47, 2026: 47], isBlended: true),
        ModelHistory.Series(fuel: .electric, averages: [2025: 112, 2026: 113]),
      ], years: 2025...2026, shownYear: 2026)
    let page = CarPage(car: Self.car, charts: CarPage.Charts(classRanks: [], history: history))
    let shown = show(state(.car(page)), on: stage, units: .metric)

    let text = stage.text
    #expect(text.contains("K5 by model year, Le/100 km"), "\(text)")
    #expect(text.contains("Plug-in hybrid  average of 2026: 5.0 Le/100 km"), "\(text)")
    #expect(text.contains("Electric  average of 2026: 2.1 Le/100 km"), "\(text)")
    #expect(!text.contains("average of 2026: 18"), "\(text)")
    withExtendedLifetime(shown) {}
  }

  @Test(arguments: [
    (UnitSystem.us, ["141 mpg", "987 g/mi", "$511", "$6,648"]),
    (.metric, ["25.5 L/100 km", "613 g/km", "$511", "$6,648"]),
  ])
  func `the ends of each axis of the ranks have a unit`(_ units: UnitSystem, _ ends: [String]) {
    let stage = Stage(120, 60)
    let shown = show(state(.car(Self.full)), on: stage, units: units)

    let missing = ends.filter { !stage.text.contains($0) }
    #expect(missing == [], "\(stage.text)")
    withExtendedLifetime(shown) {}
  }

  @Test func `a message appears if the comparison takes long`() {
    let stage = Stage()
    let (stub, reactor) = show(state(.car(CarPage(car: Self.car))), on: stage)
    #expect(!stage.text.contains("Comparing"))
    stub.state.areChartsLoading = true
    #expect(stage.text.contains("Comparing with other cars"))
    withExtendedLifetime(reactor) {}
  }

  @Test func `a removed car is named, with suggested keys`() {
    let stage = Stage(60, 14)
    let shown = show(state(.gone(name: "Kia K5 2021")), on: stage)
    stage.expect(
      """
       Cars › Kia K5 2021                                   2/340


                   Kia K5 2021 is not in the catalog
           A refresh removed it, here or in another process.

                               Esc Back
                               n Next car





       n Next  N Previous  f Favorite  e Note  Space Mark  +10
      """)
    withExtendedLifetime(shown) {}
  }

  @Test func `a failure to load the car shows the cause, and r retries`() {
    let stage = Stage(60, 14)
    let (stub, reactor) = show(state(.failed(.canceled)), on: stage)
    stage.expect(
      """
       Cars › Car                                           2/340


                        ✗ Could not load the car
                  Canceled. The catalog is unchanged.

                                r Retry
                                Esc Back





       n Next  N Previous  f Favorite  e Note  Space Mark  +10
      """)
    let before = stub.actions.count
    stage.terminal.press("r", "R", .f5)
    #expect(stub.actions.dropFirst(before) == [.load, .load, .load])
    withExtendedLifetime(reactor) {}
  }

  @Test func `a car without charts shows why they are missing`() {
    let stage = Stage()
    var state = state(.car(CarPage(car: Self.car)))
    state.chartsFailure = .canceled
    let shown = show(state, on: stage)
    #expect(stage.text.contains("Could not compare with other cars. Canceled. The catalog is unchanged."))
    #expect(stage.style(of: "Could not compare") == Theme.dark[.error])
    #expect(!stage.text.contains("Comparing"))
    withExtendedLifetime(shown) {}
  }

  @Test func `each key sends its action, except at the ends of the list`() {
    let stage = Stage()
    let (stub, reactor) = show(state(.car(Self.full)), on: stage)
    #expect(stub.actions == [.load])
    stage.terminal.press("n", "]", "N", "[", "f", "e")
    #expect(stub.actions.dropFirst() == [.next, .next, .previous, .previous, .toggleFavorite, .editNote])

    stub.state = state(.car(Self.full), at: 339)
    stage.terminal.press("n", "]")
    #expect(stub.actions.count == 7)
    withExtendedLifetime(reactor) {}
  }

  @Test func `the next car is shown from the top, and the same car stays where it was`() {
    let stage = Stage(50, 12)
    let (stub, reactor) = show(state(.car(Self.full)), on: stage)
    stage.terminal.press("j", "j", "j")
    let scrolled = stage.text
    var changed = Self.full
    changed.userData.isFavorite = false
    stub.state = state(.car(changed))
    #expect(stage.terminal.rows[1] == scrolled.split(separator: "\n")[1])
    stage.window.render()
    #expect(stage.terminal.rows[1].hasPrefix(" Displacement"))

    var other = Self.full
    other.car.id = 43
    stub.state = state(.car(other))
    #expect(stage.text.contains(" Class             Midsize Cars"))
    withExtendedLifetime(reactor) {}
  }

  @Test func `the page scrolls with the wheel and the scroll bar`() {
    let stage = Stage(50, 12)
    let shown = show(state(.car(Self.full)), on: stage)
    stage.terminal.feed([.mouse(MouseEvent(.wheelDown, at: Point(x: 5, y: 5)))])
    #expect(stage.terminal.rows[1].hasPrefix(" Displacement"))
    stage.terminal.feed([.mouse(MouseEvent(.press, at: Point(x: 49, y: 10)))])
    #expect(stage.text.contains("▲2021"))
    withExtendedLifetime(shown) {}
  }

  @Test func `a failure shows an alert whose r retries`() {
    let stage = Stage(60, 14)
    let (stub, reactor) = show(state(.car(Self.full)), on: stage)
    stub.output(
      .message(
        .alert(
          "Could not add Kia K5 2021 to favorites", text: "\(CatalogError.canceled)",
          retry: .setFavorite(true, Self.full.car))))
    #expect(stage.text.contains("Could not add Kia K5 2021 to favorites"))
    #expect(stage.text.contains("Canceled. The catalog is unchanged."))
    stage.terminal.press("r")
    #expect(stub.actions.last == .setFavorite(true, Self.full.car))
    #expect(!stage.text.contains("to favorites"))
    withExtendedLifetime(reactor) {}
  }

  @Test(arguments: [Theme.mono, .light])
  func `the screen has the same text without colors and in the light theme`(theme: Theme) {
    let stage = Stage(120, 40, theme: theme)
    let reference = Stage(120, 40)
    let shown = [show(state(.car(Self.full)), on: stage), show(state(.car(Self.full)), on: reference)]
    #expect(stage.text == reference.text)
    #expect(stage.style(of: "better than 61% of") == theme[.good])
    #expect(stage.style(of: "worse than 58% of") == theme[.bad])
    if theme == .mono {
      let cells = stage.terminal.cells
      #expect(cells.allSatisfy { $0.style.foreground == .default && $0.style.background == .default })
    }
    withExtendedLifetime(shown) {}
  }
}
