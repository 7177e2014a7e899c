/// The units of displayed values. Stored, exported and searched values are always in US units.
package enum UnitSystem: String, Sendable, Hashable, CaseIterable {
  /// Miles per gallon, grams of CO₂ per mile, miles.
  case us
  /// Liters (or kWh) per 100 km, grams of CO₂ per kilometer, kilometers.
  case metric
}
