import Testing

@testable import ShowroomCatalog

@Suite
struct StatisticsTests {
  let cars = [
    Car(
      id: 1, make: "Kia", model: "A", year: 2020, vehicleClass: "Vans", combinedMPG: 20, co2: 400, annualFuelCost: 2000),
    Car(
      id: 2, make: "Kia", model: "B", year: 2020, vehicleClass: "Vans", combinedMPG: 30, co2: 300, annualFuelCost: 1500),
    Car(
      id: 3, make: "Kia", model: "C", year: 2020, vehicleClass: "Vans", combinedMPG: 30, co2: 290, annualFuelCost: 1400),
    Car(id: 4, make: "Kia", model: "D", year: 2020, vehicleClass: "Vans", combinedMPG: 50, co2: 0),
    Car(id: 5, make: "Kia", model: "E", year: 2020, vehicleClass: "Wagons", combinedMPG: 40, annualFuelCost: 1000),
    Car(id: 6, make: "Kia", model: "F", year: 2020, combinedMPG: 25),
    Car(id: 7, make: "Kia", model: "G", year: 2020, vehicleClass: "Vans"),
  ]

  func statistics(_ measure: CarField, of id: Int) -> FieldStatistics? {
    CatalogIndex(cars: cars).statistics(for: cars[id - 1]).first { $0.field == measure }
  }

  @Test func `a car is ranked among the cars of its class and among all cars with a value`() throws {
    let statistics = try #require(self.statistics(.economy, of: 2))
    #expect(statistics.value == 30)
    // Of 20, 30, 30, 50: one is smaller, and the two equal ones count half.
    let inClass = try #require(statistics.inClass)
    #expect(inClass.count == 4 && inClass.minimum == 20 && inClass.maximum == 50 && inClass.median == 30)
    #expect(inClass.rank(of: 30, largerIsBetter: true) == 2)
    // Of 20, 25, 30, 30, 40, 50: two are smaller, two are better.
    #expect(statistics.amongAll.count == 6 && statistics.amongAll.median == 30)
    #expect(statistics.amongAll.rank(of: 30, largerIsBetter: true) == 3)
  }

  @Test func `less CO₂ and a lower cost are better, and zero emissions are best`() throws {
    let co2 = try #require(statistics(.co2, of: 4))
    // 0, 290, 300, 400, all of one class.
    #expect(co2.value == 0 && co2.inClass?.count == 4 && co2.amongAll.count == 4)
    #expect(co2.amongAll.median == 295)
    #expect(co2.amongAll.rank(of: 0, largerIsBetter: false) == 1)
    #expect(co2.amongAll.rank(of: 400, largerIsBetter: false) == 4)

    let cost = try #require(statistics(.cost, of: 3))
    // 1400, 1500, 2000 in the class; 1000 is another's.
    #expect(cost.value == 1400 && cost.inClass?.count == 3 && cost.inClass?.median == 1500)
    #expect(cost.inClass?.rank(of: 1400, largerIsBetter: false) == 1)
    #expect(cost.amongAll.count == 4 && cost.amongAll.median == 1450)
    #expect(cost.amongAll.rank(of: 1400, largerIsBetter: false) == 2)
  }

  @Test func `a car alone in its class is both first and last`() throws {
    let inClass = try #require(statistics(.economy, of: 5)?.inClass)
    #expect(inClass.count == 1 && inClass.minimum == 40 && inClass.maximum == 40 && inClass.median == 40)
    #expect(inClass.rank(of: 40, largerIsBetter: true) == 1)
  }

  @Test func `a car without a value or a class has no statistics for it`() throws {
    let index = CatalogIndex(cars: cars)
    #expect(index.statistics(for: cars[3]).map(\.field) == [.economy, .co2])
    #expect(index.statistics(for: cars[4]).map(\.field) == [.economy, .cost])
    #expect(index.statistics(for: cars[6]).isEmpty)
    let classless = try #require(statistics(.economy, of: 6))
    #expect(classless.inClass == nil && classless.amongAll.rank(of: 25, largerIsBetter: true) == 5)
    // A car that the index does not contain has no class in it.
    let stranger = Car(id: 99, make: "Kia", model: "H", year: 2020, vehicleClass: "Vans", combinedMPG: 45)
    let all = index.statistics(for: stranger)
    #expect(all.map(\.value) == [45] && all.first?.inClass == nil)
    #expect(all.first?.amongAll.rank(of: 45, largerIsBetter: true) == 2)
    #expect(CatalogIndex(cars: []).statistics(for: cars[0]).isEmpty)
  }

  @Test func `the histogram of a class counts its cars by value and finds the bucket of a car`() throws {
    let statistics = try #require(self.statistics(.economy, of: 4))
    let inClass = try #require(statistics.inClass)

    let histogram = inClass.histogram(buckets: 4)
    #expect(histogram.buckets.map(\.lower) == [20, 30, 40, 50] && histogram.buckets.map(\.count) == [1, 2, 0, 1])
    #expect(histogram.bucket(of: statistics.value) == 3 && histogram.bucket(of: 0) == nil)
  }
}
