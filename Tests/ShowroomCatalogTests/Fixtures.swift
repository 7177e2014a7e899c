import Foundation
import ShowroomTestSupport

@testable import ShowroomCatalog

extension TemporaryFolder {
  func store(busyTimeout: TimeInterval = 5) throws(CatalogError) -> CatalogStore {
    try CatalogStore(directory: url.appendingPathComponent("data"), busyTimeout: busyTimeout, readOnly: false)
  }

  func write(_ text: String, as name: String) throws -> CatalogSource {
    try write(Data(text.utf8), as: name)
  }

  func write(_ data: Data, as name: String) throws -> CatalogSource {
    let file = url.appendingPathComponent(name)
    try data.write(to: file)
    return .file(file)
  }
}

extension CatalogIndex {
  /// Returns the IDs of the cars that match a query, in order.
  func ids(_ query: String, sort: Sort = .standard, favoritesOnly: Bool = false) -> [Car.ID] {
    search(.parse(query), sort: sort, favoritesOnly: favoritesOnly)?.ordinals.map { id(at: Int($0)) } ?? []
  }
}

/// A JSON catalog with the given entries of its list of cars.
func jsonCatalog(_ cars: String...) -> String {
  #"{"format": "showroom-catalog", "version": 1, "name": "Test", "cars": [\#(cars.joined(separator: ",\n"))]}"#
}

let bmw520d = """
  {"id": 1, "make": "BMW", "model": "520d", "year": 2021, "class": "Executive car", "fuel": "Diesel", "cylinders": 4,
   "displacement": 2.0, "drive": "Rear-wheel drive", "transmission": "Automatic, 8-speed",
   "consumption": {"city": 5.6, "highway": 4.3, "combined": 4.8}, "co2": 126, "annualFuelCost": 1200}
  """
let kiaEV6 = """
  {"id": 2, "make": "Kia", "model": "EV6", "year": 2022, "class": "Small SUV", "fuel": "Electric",
   "electricConsumption": 18.0, "co2": 0, "electricRange": 500}
  """
let citroen = #"{"id": 3, "make": "Citroën", "model": "C4", "year": 2020, "class": null, "fuel": "Petrol"}"#
