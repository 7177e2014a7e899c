/// Conversions between the units of sources and those of ``Car``.
enum Units {
  static let kilometresPerMile = 1.609344

  /// US miles per gallon from litres per 100 km: 235.214583 is 100 km in miles times litres a US gallon.
  static func mpg(litresPer100km: Double) -> Double { 235.214583 / litresPer100km }

  /// Miles per gallon equivalent from kWh per 100 km, with the EPA's 33.705 kWh a gallon.
  static func mpge(kWhPer100km: Double) -> Double { 33.705 * 100 / (kWhPer100km * kilometresPerMile) }
}
