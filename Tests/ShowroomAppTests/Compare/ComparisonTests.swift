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

  @Test func `an unknown value differs from a known one, and removed cars are ignored`() {
    #expect(row(.range, [thrifty, thirsty])?.differs == true)
    #expect(row(.economy, [thrifty, nil])?.differs == false)
    #expect(row(.economy, [thrifty, nil])?.cells.map(\.text) == ["40 mpg", ""])
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
