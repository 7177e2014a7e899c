/// The year, the fuel and the fuel economy of one car, for the history of its model.
package struct ModelYear: Sendable, Hashable {
  package var year: Int
  package var fuel: Fuel
  /// The combined fuel economy in miles per gallon; `nil` if unknown.
  package var combinedMPG: Double?

  package init(year: Int, fuel: Fuel, combinedMPG: Double?) {
    self.year = year
    self.fuel = fuel
    self.combinedMPG = combinedMPG
  }
}
