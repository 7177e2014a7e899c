/// The units that figures are shown in. What is stored, exported and searched for is always in US units.
public enum UnitSystem: String, Sendable, Hashable, CaseIterable {
  /// Miles per gallon, grams of CO₂ a mile, miles.
  case us
  /// Litres (or kWh) per 100 km, grams of CO₂ a kilometre, kilometres.
  case metric
}
