/// A car in Showroom's own catalog format. Its units are metric: liters and kWh per 100 km, g/km, and km. Costs are in
/// dollars per year.
package struct CatalogEntry: Decodable {
  package struct Consumption: Decodable {
    package var city: Double?
    package var highway: Double?
    package var combined: Double?
  }

  package var id: Int64
  package var make: String
  package var model: String
  package var baseModel: String?
  package var year: Int
  package var `class`: String?
  package var fuel: String?
  package var cylinders: Int?
  package var displacement: Double?
  package var drive: String?
  package var transmission: String?
  package var consumption: Consumption?
  package var electricConsumption: Double?
  package var co2: Double?
  package var annualFuelCost: Double?
  package var electricRange: Double?
}
