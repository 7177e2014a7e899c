import ShowroomCatalog
import Testing

@testable import ShowroomApp
@testable import ShowroomFormatting

struct ComparisonTests {
  private let thrifty = Car(
    id: 1, make: "A", model: "A", year: 2020, vehicleClass: "Small", combinedMPG: 40.2, co2: 200, annualFuelCost: 900,
    electricRange: 30)
  private let thirsty = Car(
    id: 2, make: "B", model: "B", year: 2020, vehicleClass: "Small", combinedMPG: 20, co2: 400, annualFuelCost: 1800)

  private func row(_ fact: CarField, _ cars: [Car?], units: UnitSystem = .us) -> Comparison.Row? {
    let formatting = CarFormatting(units: units)
    return Comparison(cars, formatting).rows.first { $0.label == formatting.label(of: fact) }
  }

  @Test(
    arguments: [UnitSystem.us, .metric])
  func `higher fuel economy, less carbon dioxide and lower cost are better, in any units`(units: UnitSystem) {
    for fact in [CarField.economy, .co2, .cost] {
      #expect(row(fact, [thirsty, thrifty], units: units)?.cells.map(\.isBest) == [false, true])
    }
  }

  @Test(arguments: [UnitSystem.us, .metric])
  func `a longer bar is higher fuel economy, in any units, and a larger number of every other fact`(
    units: UnitSystem
  ) {
    #expect(row(.economy, [thirsty, thrifty], units: units)?.cells.map(\.share) == [20 / 40.2, 1])
    for fact in [CarField.co2, .cost] {
      #expect(row(fact, [thirsty, thrifty], units: units)?.cells.map(\.share) == [1, 0.5])
    }
  }

  @Test func `the bar of a score is full at 10, not at the best score`() {
    var (one, other) = (thrifty, thirsty)
    one[.economyScore] = 5
    other[.economyScore] = 6
    #expect(row(.economyScore, [one, other])?.cells.map(\.share) == [0.5, 0.6])
  }

  @Test func `no value is best for facts without a direction, with one known value, or with equal values`() {
    var almost = thrifty
    almost[.combinedMPG] = 40.4
    #expect(row(.range, [thrifty, thirsty])?.cells.map(\.isBest) == [false, false])
    #expect(row(.economy, [thrifty, almost])?.cells.map(\.isBest) == [false, false])
    #expect(row(.economy, [thrifty, almost])?.differs == false)
    #expect(row(.economy, [thrifty, almost, thirsty])?.cells.map(\.isBest) == [true, true, false])
    #expect(row(.vehicleClass, [thrifty, thirsty])?.differs == false)
    #expect(row(.baseModel, [thrifty, thirsty])?.cells.map(\.isBest) == [false, false])
  }

  @Test func `savings are better if they are higher, and have bars only without a car that costs more`() {
    var (saver, other, spender) = (thrifty, thrifty, thirsty)
    saver[.fiveYearSavings] = 1000
    other[.fiveYearSavings] = 500
    spender[.fiveYearSavings] = -6750
    #expect(row(.savings, [saver, other])?.cells.map(\.share) == [1, 0.5])
    let signed = row(.savings, [saver, spender])?.cells
    #expect(signed?.map(\.share) == [nil, nil] && signed?.map(\.isBest) == [true, false])
    #expect(signed?.map(\.text) == ["$1,000 less than average", "$6,750 more than average"])
  }

  @Test func `equipment is compared if any of the cars has it`() {
    var (turbo, none) = (thrifty, thirsty)
    (turbo[.turbocharger], none[.turbocharger]) = (1, 0)
    (turbo[.supercharger], none[.supercharger]) = (0, 0)
    let cells = row(.turbocharger, [turbo, none])?.cells
    #expect(cells?.map(\.text) == ["yes", "no"] && cells?.map(\.isBest) == [false, false])
    #expect(row(.supercharger, [turbo, none]) == nil)
  }

  @Test func `an unknown value differs from a known one, and removed cars are ignored`() {
    #expect(row(.range, [thrifty, thirsty])?.differs == true)
    #expect(row(.economy, [thrifty, nil])?.differs == false)
    #expect(row(.economy, [thrifty, nil])?.cells.map(\.text) == ["40 mpg", ""])
  }

  private let plugIn = Car(
    id: 3, make: "C", model: "C", year: 2020, fuel: .pluginHybrid, cityMPG: 25, highwayMPG: 30, combinedMPG: 27,
    co2: 100, annualFuelCost: 1000,
    others: [
      .electricCityMPG: 90, .electricHighwayMPG: 80, .electricMPG: 85, .blendedCityMPG: 62, .blendedHighwayMPG: 58,
      .blendedMPG: 60, .utilityFactor: 0.6,
    ])

  @Test func `no car is the best in the city or on the highway beside a plug-in hybrid, which has two values there`() {
    var other = thirsty
    (other[.cityMPG], other[.highwayMPG]) = (40, 45)
    var another = other
    (another[.cityMPG], another[.highwayMPG]) = (30, 35)
    for fact in [CarField.cityMPG, .highwayMPG] {
      #expect(row(fact, [plugIn, other, another])?.cells.map(\.isBest) == [false, false, false])
      #expect(row(fact, [plugIn, other, another])?.cells.map(\.share) == [nil, nil, nil])
      #expect(row(fact, [other, another])?.cells.map(\.isBest) == [true, false])
    }
    #expect(row(.cityMPG, [plugIn, other])?.cells.map(\.text) == ["25 mpg / 90 MPGe", "40 mpg"])
  }

  @Test(arguments: [UnitSystem.us, .metric])
  func `a plug-in hybrid is ranked by its values for both fuels, which say so`(units: UnitSystem) {
    let cars = [plugIn, thrifty, thirsty]
    #expect(row(.economy, cars, units: units)?.cells.map(\.isBest) == [true, false, false])
    #expect(row(.co2, cars, units: units)?.cells.map(\.isBest) == [true, false, false])
    #expect(row(.cost, cars, units: units)?.cells.map(\.isBest) == [false, true, false])
    #expect(row(.cost, cars, units: units)?.cells.map(\.text) == ["$1,000, blended", "$900", "$1,800"])
    #expect(row(.co2, cars)?.cells.map(\.text) == ["100 g/mi, blended", "200 g/mi", "400 g/mi"])
    var equal = thrifty
    equal[.combinedMPG] = 60
    #expect(row(.economy, [plugIn, equal], units: units)?.cells.map(\.isBest) == [false, false])
    #expect(row(.economy, [plugIn, equal, thirsty], units: units)?.cells.map(\.isBest) == [true, true, false])
    #expect(row(.blendedMPG, cars)?.cells.map(\.text) == ["60 MPGe, 60% electric", "–", "–"])
  }

  @Test func `equal facts can be left out`() {
    let facts = Comparison([thrifty, thirsty], CarFormatting(), onlyDifferences: true).rows.map(\.label)
    #expect(facts == ["Model family", "Combined", "Electric range", "CO₂", "Annual fuel cost"])
  }

  @Test func `a narrow layout shows two cars, 80 columns show four, and the selected one is always visible`() {
    #expect(CompareLayout(room: 77, count: 4, selected: 0, first: 0).shown == 0..<4)
    #expect(CompareLayout(room: 47, count: 4, selected: 0, first: 0).shown == 0..<2)
    #expect(CompareLayout(room: 47, count: 4, selected: 3, first: 0).shown == 2..<4)
    #expect(CompareLayout(room: 47, count: 4, selected: 2, first: 2).shown == 2..<4)
    #expect(CompareLayout(room: 37, count: 2, selected: 0, first: 0).shown == 0..<2)
    let layout = CompareLayout(room: 77, count: 2, selected: 0, first: 0)
    #expect(layout.room == 26)
    // All bars of a row have the space that the longest number leaves, or there are none.
    #expect([5, 8, 9, 10, 21, 22].map(layout.bar(besideNumberOf:)) == [16, 16, 16, 15, 4, 0])
    #expect([0, 18, 19, 47, 48, 76].map(layout.place(at:)) == [nil, nil, 0, 0, 1, 1])
  }
}

struct BreakEvenTests {
  /// Returns a car. By default, its source contains no cost.
  private static func car(
    _ id: Int64, price: Double?, mpg: Double? = nil, kWh: Double? = nil, cost: Int? = nil
  ) -> Car {
    var car = Car(
      id: id, make: "A", model: "\(id)", year: 2024, fuel: kWh == nil ? .gasoline : .electric, combinedMPG: mpg,
      annualFuelCost: cost)
    car[.electricConsumption] = kWh
    car[.price] = price
    return car
  }

  private func texts(
    _ label: String, _ cars: [Car?], _ own: [CostFactor: Double] = [:], prices: [Energy: Double] = [:]
  ) -> [String]? {
    rows(cars, own, prices: prices).first { $0.label.hasPrefix(label) }?.cells.map(\.text)
  }

  /// Returns the rows of a comparison of cars, with the costs that the catalog returns under the assumptions.
  private func rows(
    _ cars: [Car?], _ own: [CostFactor: Double] = [:], prices: [Energy: Double] = [:], onlyDifferences: Bool = false
  ) -> [Comparison.Row] {
    let costs = CostAssumptions(own: own, sourcePrices: prices)
    let cars = cars.map { car -> Car? in
      guard var car else { return nil }
      costs.apply(to: &car)
      return car
    }
    return Comparison(cars, CarFormatting(costs: costs), onlyDifferences: onlyDifferences).rows
  }

  @Test func `the more expensive car pays for itself after the years in which its lower costs make up for its price`() {
    // 15,000 / 30 × $3.02 = $1,510, shown as $1,500, and 15,000 / 100 × 30 × $0.15 = $675, shown as $700: $800 a year
    // for $3,280.
    let cars = [Self.car(1, price: 25_000, mpg: 30), Self.car(2, price: 28_280, kWh: 30)]
    #expect(texts("Pays for itself", cars) == ["–", "after 4.1 years"])
    #expect(texts("Pays for itself", cars.reversed()) == ["after 4.1 years", "–"])
    let differences = rows(cars, onlyDifferences: true)
    #expect(differences.contains { $0.label == "Pays for itself" && $0.differs })
    #expect(texts("Annual fuel cost", cars) == ["$1,500", "$700"])
    #expect(texts("Total, 5 years", cars) == ["$32,500", "$31,780"])
    #expect(texts("Total, 1 year", cars, [.years: 1]) == ["$26,500", "$28,980"])
    #expect(texts("Pays for itself", cars, [.miles: 61_500]) == ["–", "after 1 year"])
    // An expensive kilowatt-hour leaves nothing to save.
    #expect(texts("Pays for itself", cars, [.price(.electricity): 1]) == ["–", "never"])
  }

  @Test func `totals and the time to pay for itself are based on the source's own costs, which are shown`() {
    // 8 and 4 L/100 km, from which other costs would be computed.
    let cars = [
      Self.car(1, price: 30_000, mpg: 29.4, cost: 2_000), Self.car(2, price: 34_100, mpg: 58.8, cost: 1_000),
    ]
    #expect(texts("Annual fuel cost", cars) == ["$2,000", "$1,000"])
    #expect(texts("Total, 5 years", cars) == ["$40,000", "$39,100"])
    #expect(texts("Pays for itself", cars) == ["–", "after 4.1 years"])
    // With other assumptions, all three are computed: $3,080 and $1,540 a year.
    #expect(texts("Annual fuel cost", cars, [.miles: 30_000]) == ["$3,080", "$1,540"])
    #expect(texts("Total, 5 years", cars, [.miles: 30_000]) == ["$45,400", "$41,800"])
    #expect(texts("Pays for itself", cars, [.miles: 30_000]) == ["–", "after 2.7 years"])
  }

  @Test func `without two prices, or with a cost that is unknown, nothing is claimed`() {
    let first = Self.car(1, price: 25_000, mpg: 30)
    #expect(texts("Pays for itself", [first, Self.car(2, price: nil, mpg: 50)]) == nil)
    #expect(texts("Pays for itself", [first, Self.car(2, price: 25_000, mpg: 50)]) == nil)
    #expect(texts("Pays for itself", [first, Self.car(2, price: 30_000)]) == nil)
    #expect(texts("Pays for itself", [first, nil]) == nil)
    #expect(texts("Pays for itself", []) == nil)
    #expect(texts("Total", [first, nil, Self.car(3, price: nil, mpg: 50)]) == ["$32,500", "", "–"])
  }

  @Test func `a total that is known for only one of the cars is a difference`() {
    let priced = Self.car(1, price: 25_000, mpg: 30)
    func differs(_ cars: [Car?]) -> Bool {
      rows(cars, onlyDifferences: true).contains { $0.label == "Total, 5 years" && $0.differs }
    }
    #expect(differs([priced, Self.car(2, price: nil, mpg: 50)]))
    #expect(!differs([priced, nil]), "the other car has been removed")
  }

  @Test func `a tiny saving pays off after more than 100 years, without an exact number`() {
    let cars = [Self.car(1, price: 1, mpg: 30), Self.car(2, price: 10_000_000, mpg: 31)]
    #expect(texts("Pays for itself", cars) == ["–", "after more than 100 years"])
  }

  @Test func `the assumptions behind the costs are named, and are not a difference`() {
    let cars = [Self.car(1, price: nil, mpg: 30, cost: 1_000), Self.car(2, price: nil, kWh: 30, cost: 1_000)]
    #expect(texts("Costs assume", cars, prices: [.regular: 3.02]) == ["EPA, 15,000 mi/year", "EPA, 15,000 mi/year"])
    #expect(texts("Costs assume", cars) == nil, "nobody knows what another source assumes")
    let computed = [Self.car(1, price: nil, mpg: 30), cars[1]]
    #expect(texts("Costs assume", computed) == ["EPA, 15,000 mi/year", "–"])
    #expect(
      texts("Costs assume", cars, [.city: 80]) == [
        "15,000 mi/year, 80% city, $3.02/gal", "15,000 mi/year, 80% city, $0.15/kWh",
      ])
    #expect(rows(cars, [.city: 80]).first { $0.label == "Costs assume" }?.differs == false)
    #expect(rows([Self.car(1, price: nil)]).allSatisfy { $0.label != "Costs assume" })
  }

  @Test func `in metric units, distances and prices are metric, except for the price of electricity`() {
    let costs = CostAssumptions(own: [.price(.regular): 4.64, .price(.electricity): 0.17])
    let formatting = CarFormatting(units: .metric, costs: costs)
    let cars = [Self.car(1, price: nil, mpg: 30, cost: 1_000), Self.car(2, price: nil, kWh: 30, cost: 1_000)]

    #expect(
      cars.map { formatting.assumptions(for: $0) } == [
        "24,140 km/year, 55% city, $1.226/L", "24,140 km/year, 55% city, $0.17/kWh",
      ])
    #expect(formatting.ownAssumptions == "regular gasoline $1.226/L, electricity $0.17/kWh")
  }
}
