import Catalogue
import Testing

@testable import ShowroomApp

@Suite("A comparison")
struct ComparisonTests {
  private let thrifty = Car(
    id: 1, make: "A", model: "A", year: 2020, vehicleClass: "Small", combinedMPG: 40.2, co2: 200, annualFuelCost: 900,
    electricRange: 30)
  private let thirsty = Car(
    id: 2, make: "B", model: "B", year: 2020, vehicleClass: "Small", combinedMPG: 20, co2: 400, annualFuelCost: 1800)

  private func row(_ fact: CarFact, _ cars: [Car?], units: UnitSystem = .us) -> Comparison.Row? {
    Comparison(cars, CarFormatting(units: units)).rows.first { $0.fact == fact }
  }

  @Test(
    "marks more miles from a gallon, less carbon dioxide and less money as better, in any units",
    arguments: [UnitSystem.us, .metric])
  func better(units: UnitSystem) {
    for fact in [CarFact.combined, .co2, .cost] {
      #expect(row(fact, [thirsty, thrifty], units: units)?.cells.map(\.isBest) == [false, true])
    }
  }

  @Test("calls nothing better where it is a matter of taste, where only one is known, or where all read alike")
  func notBetter() {
    var almost = thrifty
    almost.combinedMPG = 40.4
    #expect(row(.range, [thrifty, thirsty])?.cells.map(\.isBest) == [false, false])
    #expect(row(.combined, [thrifty, almost])?.cells.map(\.isBest) == [false, false])
    #expect(row(.combined, [thrifty, almost])?.differs == false)
    #expect(row(.combined, [thrifty, almost, thirsty])?.cells.map(\.isBest) == [true, true, false])
    #expect(row(.vehicleClass, [thrifty, thirsty])?.differs == false)
    #expect(row(.baseModel, [thrifty, thirsty])?.cells.map(\.isBest) == [false, false])
  }

  @Test("counts unknown beside known as a difference, and leaves cars out that are gone")
  func unknown() {
    #expect(row(.range, [thrifty, thirsty])?.differs == true)
    #expect(row(.combined, [thrifty, nil])?.differs == false)
    #expect(row(.combined, [thrifty, nil])?.cells.map(\.text) == ["40 mpg", ""])
  }

  @Test("can leave out what is the same")
  func onlyDifferences() {
    let facts = Comparison([thrifty, thirsty], CarFormatting(), onlyDifferences: true).rows.map(\.fact)
    #expect(facts == [.baseModel, .combined, .range, .co2, .cost])
  }

  @Test("shows two cars where it is narrow, four at 80 columns, and always the selected one")
  func layout() {
    #expect(CompareLayout(room: 77, count: 4, selected: 0, first: 0).shown == 0..<4)
    #expect(CompareLayout(room: 47, count: 4, selected: 0, first: 0).shown == 0..<2)
    #expect(CompareLayout(room: 47, count: 4, selected: 3, first: 0).shown == 2..<4)
    #expect(CompareLayout(room: 47, count: 4, selected: 2, first: 2).shown == 2..<4)
    #expect(CompareLayout(room: 37, count: 2, selected: 0, first: 0).shown == 0..<2)
    let layout = CompareLayout(room: 77, count: 2, selected: 0, first: 0)
    #expect([0, 16, 17, 48, 49, 76].map(layout.place(at:)) == [nil, nil, 0, 1, 1, 1])
  }
}
