@testable import ShowroomCatalog

extension CatalogIndex {
  /// An index of generated cars.
  static func generated(count: Int) -> CatalogIndex { CatalogIndex(cars: .generated(count: count)) }
}

extension [Car] {
  /// Generated cars, each with a model of its own: the worst case for searching.
  static func generated(count: Int) -> [Car] {
    (0..<count).map { number in
      Car(
        id: Int64(number), make: "Make \(number % 150)", model: "Model \(number)", year: 1984 + number % 43,
        vehicleClass: "Class \(number % 30)", fuel: Fuel(rawValue: UInt8(number % 10)) ?? .unknown,
        combinedMPG: Double(number % 97) + 10, co2: Double(number % 613), annualFuelCost: number % 5000)
    }
  }
}
