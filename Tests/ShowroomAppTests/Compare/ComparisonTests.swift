import ShowroomCatalog
import Testing

@testable import ShowroomApp
@testable import ShowroomCommands
@testable import ShowroomFilePicker
@testable import ShowroomSettings

struct ComparisonTests {
  private let thrifty = Car(
    id: 1, make: "A", model: "A", year: 2020, vehicleClass: "Small", combinedMPG: 40.2, co2: 200, annualFuelCost: 900,
    electricRange: 30)
  private let thirsty = Car(
    id: 2, make: "B", model: "B", year: 2020, vehicleClass: "Small", combinedMPG: 20, co2: 400, annualFuelCost: 1800)

  private func row(_ fact: CarField, _ cars: [Car?], units: UnitSystem = .us) -> Comparison.Row? {
    Comparison(cars, CarFormatting(units: units)).rows.first { $0.fact == fact }
  }

  @Test(
    arguments: [UnitSystem.us, .metric])
  func `higher fuel economy, less carbon dioxide and lower cost are better, in any units`(units: UnitSystem) {
    for fact in [CarField.economy, .co2, .cost] {
      #expect(row(fact, [thirsty, thrifty], units: units)?.cells.map(\.isBest) == [false, true])
    }
  }

  @Test func `no value is best for facts without a direction, with one known value, or with equal values`() {
    var almost = thrifty
    almost.combinedMPG = 40.4
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

  @Test func `equipment is compared if a car has it`() {
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
    (other.cityMPG, other.highwayMPG) = (40, 45)
    var another = other
    (another.cityMPG, another.highwayMPG) = (30, 35)
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
    equal.combinedMPG = 60
    #expect(row(.economy, [plugIn, equal], units: units)?.cells.map(\.isBest) == [false, false])
    #expect(row(.economy, [plugIn, equal, thirsty], units: units)?.cells.map(\.isBest) == [true, true, false])
    #expect(row(.blendedMPG, cars)?.cells.map(\.text) == ["60 MPGe, 60% electric", "–", "–"])
  }

  @Test func `equal facts can be left out`() {
    let facts = Comparison([thrifty, thirsty], CarFormatting(), onlyDifferences: true).rows.map(\.fact)
    #expect(facts == [.baseModel, .economy, .range, .co2, .cost])
  }

  @Test func `a narrow layout shows two cars, 80 columns show four, and the selected one is always visible`() {
    #expect(CompareLayout(room: 77, count: 4, selected: 0, first: 0).shown == 0..<4)
    #expect(CompareLayout(room: 47, count: 4, selected: 0, first: 0).shown == 0..<2)
    #expect(CompareLayout(room: 47, count: 4, selected: 3, first: 0).shown == 2..<4)
    #expect(CompareLayout(room: 47, count: 4, selected: 2, first: 2).shown == 2..<4)
    #expect(CompareLayout(room: 37, count: 2, selected: 0, first: 0).shown == 0..<2)
    let layout = CompareLayout(room: 77, count: 2, selected: 0, first: 0)
    #expect([0, 18, 19, 47, 48, 76].map(layout.place(at:)) == [nil, nil, 0, 0, 1, 1])
  }
}
