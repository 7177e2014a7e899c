import ReactorTerminalCore
import ShowroomCatalog
import ShowroomText

/// A formatter of cars' values in one system of units.
///
/// Digits are assembled by hand, because rows are formatted while keys repeat, and a Foundation formatter would take
/// longer than the rest of the row.
package struct CarFormatting: Sendable, Hashable {
  /// The units to which values are converted.
  package var units: UnitSystem
  /// Whether the text contains only ASCII characters. The dash and the subscript two are two columns wide in some
  /// Korean locales.
  package var isASCII: Bool
  /// The assumptions from which the costs of the cars are computed.
  package var costs: CostAssumptions

  /// Creates a formatting.
  package init(units: UnitSystem = .us, ascii: Bool = false, costs: CostAssumptions = CostAssumptions()) {
    self.units = units
    isASCII = ascii
    self.costs = costs
  }

  /// The same formatting in US units, in which values are typed.
  package var inUSUnits: CarFormatting {
    var formatting = self
    formatting.units = .us
    return formatting
  }

  /// The placeholder for an unknown value.
  package var unknown: String { isASCII ? "-" : "–" }

  // MARK: Values with units

  /// Formats fuel economy, given in miles per gallon: `28 mpg`, `132 MPGe`, `8.4 L/100 km`, `15.9 kWh/100 km`.
  package func consumption(_ mpg: Double?, fuel: Fuel) -> String {
    number(consumptionValue(mpg, fuel: fuel), digits: consumptionDigits, unit: consumptionUnit(fuel))
  }

  /// Formats the fuel economy of a plug-in hybrid, given in miles per gallon on gasoline and in MPGe on electricity:
  /// `37 mpg / 106 MPGe`, `6.4 L/100 km / 19.8 kWh/100 km`. If the latter is unknown, formats it like that of any other
  /// car.
  package func consumption(_ mpg: Double?, electric: Double?, fuel: Fuel) -> String {
    let text = consumption(mpg, fuel: fuel)
    return electric == nil ? text : "\(text) / \(consumption(electric, fuel: .electric))"
  }

  /// Formats fuel economy across several fuels, given in MPGe: `60 MPGe`, `3.9 Le/100 km`.
  package func equivalentConsumption(_ mpge: Double?) -> String {
    number(equivalentValue(mpge), digits: consumptionDigits, unit: equivalentUnit)
  }

  /// Formats electric consumption, given in kWh per 100 miles: `25.0 kWh/100 mi`, `15.5 kWh/100 km`.
  ///
  /// - Parameter gallons: The gasoline that a plug-in hybrid uses in addition, in gallons per 100 miles:
  ///   `29.0 kWh + 0.2 gal/100 mi`.
  package func electricConsumption(_ kWhPer100Miles: Double?, addedGasoline gallons: Double? = nil) -> String {
    guard let kWh = kWhPer100Miles, kWh.isFinite else { return unknown }
    let (scale, liters, distance) =
      units == .us
      ? (1, 1, "gal/100 mi") : (1 / Self.kilometersPerMile, Self.litersPerGallon, "L/100 km")
    let electricity = "\(decimal(kWh * scale, digits: 1)) kWh"
    guard let gallons, gallons.isFinite else { return "\(electricity)/\(distance.split(separator: "/")[1])" }
    return "\(electricity) + \(decimal(gallons * scale * liters, digits: 1)) \(distance)"
  }

  /// Formats carbon dioxide emissions, given in grams per mile: `312 g/mi`, `194 g/km`.
  package func co2(_ gramsPerMile: Double?) -> String {
    number(co2Value(gramsPerMile), digits: 0, unit: units == .us ? "g/mi" : "g/km")
  }

  /// Formats the annual fuel cost in US dollars: `$1,450`.
  package func cost(_ dollars: Int?) -> String {
    dollars.map { "$" + grouped($0) } ?? unknown
  }

  /// Formats a distance, given in miles: `272 mi`, `438 km`.
  package func distance(_ miles: Double?) -> String {
    number(distanceValue(miles), digits: 0, unit: units == .us ? "mi" : "km")
  }

  /// Formats a duration in hours: `8 h`, `4.5 h`.
  package func hours(_ hours: Double?) -> String { hours.map { "\(Self.shortNumber($0)) h" } ?? unknown }

  /// Returns a number with one decimal, unless that decimal is zero.
  static func shortNumber(_ value: Double) -> String {
    let text = decimal(value, digits: 1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Formats a volume, given in cubic feet: `15 cu ft`, `425 L`.
  package func volume(_ cubicFeet: Double?) -> String {
    number(volumeValue(cubicFeet), digits: 0, unit: units == .us ? "cu ft" : "L")
  }

  /// Formats displacement in liters: `2.0 L`.
  package func displacement(_ liters: Double?) -> String {
    number(liters, digits: 1, unit: "L")
  }

  // MARK: Values without units

  /// Converts fuel economy from miles per gallon. In metric units, the result is a consumption, for which smaller is
  /// better.
  package func consumptionValue(_ mpg: Double?, fuel: Fuel) -> Double? {
    guard units == .metric else { return mpg }
    guard let mpg, mpg > 0 else { return nil }
    return (fuel == .electric ? Self.kWhPerGallon / Self.kilometersPerMile * 100 : Self.litersPer100) / mpg
  }

  /// Converts fuel economy from miles per gallon or MPGe to a common scale for all fuels. In metric units, the scale is
  /// liters of gasoline, or the equivalent energy in electricity, and smaller is better.
  package func equivalentValue(_ mpge: Double?) -> Double? { consumptionValue(mpge, fuel: .gasoline) }

  /// The unit of fuel economy or consumption on the common scale for all fuels.
  package var equivalentUnit: String { units == .us ? "MPGe" : "Le/100 km" }

  /// Returns the unit of fuel economy or consumption: `mpg`, `MPGe`, `L/100 km`, `Le/100 km`,
  /// `kWh/100 km`.
  package func consumptionUnit(_ fuel: Fuel) -> String {
    switch units {
    case .us: Self.countsInEquivalents(fuel) ? "MPGe" : "mpg"
    case .metric: fuel == .electric ? "kWh/100 km" : Self.countsInEquivalents(fuel) ? equivalentUnit : "L/100 km"
    }
  }

  /// The number of decimals of fuel economy or consumption.
  package var consumptionDigits: Int { units == .us ? 0 : 1 }

  /// Converts carbon dioxide emissions from grams per mile.
  package func co2Value(_ gramsPerMile: Double?) -> Double? {
    units == .us ? gramsPerMile : gramsPerMile.map { $0 / Self.kilometersPerMile }
  }

  /// Converts a distance from miles.
  package func distanceValue(_ miles: Double?) -> Double? {
    units == .us ? miles : miles.map { $0 * Self.kilometersPerMile }
  }

  /// Converts a volume from cubic feet.
  package func volumeValue(_ cubicFeet: Double?) -> Double? {
    units == .us ? cubicFeet : cubicFeet.map { $0 * Self.litersPerCubicFoot }
  }

  private func number(_ value: Double?, digits: Int, unit: String) -> String {
    guard let value, value.isFinite else { return unknown }
    return "\(decimal(value, digits: digits)) \(unit)"
  }

  /// Returns whether the EPA rates a fuel in miles per gallon of gasoline equivalent, because the fuel is not sold by
  /// the gallon.
  static func countsInEquivalents(_ fuel: Fuel) -> Bool {
    fuel == .electric || fuel == .hydrogen || fuel == .naturalGas
  }

  /// The exact number of kilometers in a mile.
  static let kilometersPerMile = 1.609344
  /// The energy of a US gallon of gasoline, by the EPA's definition of MPGe.
  static let kWhPerGallon = 33.705
  /// The product of liters per 100 km and miles per US gallon: 100 × 3.785411784 / 1.609344.
  static let litersPer100 = 235.214583
  /// The number of liters in a cubic foot.
  static let litersPerCubicFoot = 28.316846592
  /// The number of liters in a US gallon.
  static let litersPerGallon = 3.785411784
}
