/// The year, the fuel and the fuel economy of one car, for the history of its model.
package struct ModelYear: Sendable, Hashable {
  package var year: Int
  package var fuel: Fuel
  /// The combined fuel economy in miles per gallon; `nil` if unknown. For a plug-in hybrid, it applies to both fuels.
  package var comparedMPG: Double?
  /// Whether the fuel economy applies to both fuels of a plug-in hybrid.
  package var isBlended: Bool

  package init(year: Int, fuel: Fuel, comparedMPG: Double?, isBlended: Bool = false) {
    self.year = year
    self.fuel = fuel
    self.comparedMPG = comparedMPG
    self.isBlended = isBlended
  }
}
