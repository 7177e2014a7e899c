import Testing

@testable import ShowroomCatalog

@Suite
struct FuelFilterTests {
  let index = CatalogIndex(cars: [
    Car(id: 1, make: "Tesla", model: "Model 3", year: 2021, fuel: .electric, fuelName: "Electricity"),
    Car(
      id: 2, make: "BMW", model: "330e", year: 2021, fuel: .pluginHybrid, fuelName: "Premium Gas or Electricity"),
    Car(id: 3, make: "Toyota", model: "Prius", year: 2020, fuel: .hybrid, fuelName: "Regular Gasoline"),
    Car(id: 4, make: "Kia", model: "K5", year: 2020, fuel: .gasoline, fuelName: "Regular Gasoline"),
    Car(id: 5, make: "Honda", model: "Civic NGV", year: 2015, fuel: .naturalGas, fuelName: "Natural Gas"),
  ])

  func ids(_ query: String) -> [Car.ID] { index.ids(query) }

  @Test(arguments: [
    ("fuel:electric", [1]), ("fuel:ev", [1]), ("fuel:elec", [1]), ("fuel=electric", [1]),
    ("-fuel:electric", [2, 4, 3, 5]),
    ("fuel:hybrid", [3]), ("fuel:\"plug-in hybrid\"", [2]), ("fuel:phev", [2]), ("fuel:hyb", [2, 3]),
    ("fuel:gasoline", [4]), ("fuel:gas", [4]), ("fuel:electric,gasoline", [1, 4]), ("fuel:wood", []),
  ])
  func `fuel: means the category, not the words of the source`(query: String, expected: [Car.ID]) {
    #expect(ids(query) == expected)
    #expect(CarQuery.parse(query).diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("fueltype:electricity", [1]), ("fueltype:electri", [2, 1]), ("fueltype:premium", [2]),
    ("fueltype:\"regular gasoline\"", [4, 3]), ("fueltype=electricity", [1]),
  ])
  func `fueltype: means the words of the source`(query: String, expected: [Car.ID]) {
    #expect(ids(query) == expected)
    #expect(CarQuery.parse(query).diagnostics.isEmpty)
  }
}
