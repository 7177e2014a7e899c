import Catalogue
import ReactorTerminal

/// Writes figures of cars as a person reads them, in one system of units.
///
/// Digits are put together by hand: rows are formatted while keys repeat, and a formatter of Foundation costs more than
/// the rest of the row.
public struct CarFormatting: Sendable, Hashable {
  /// The units that figures are converted to.
  public var units: UnitSystem
  /// Whether to write ASCII only: the dash and the subscript two take two columns in some Korean settings.
  public var isASCII: Bool

  /// Formatting in `units`.
  public init(units: UnitSystem = .us, ascii: Bool = false) {
    self.units = units
    isASCII = ascii
  }

  /// What stands for a figure that nobody knows.
  public var unknown: String { isASCII ? "-" : "–" }
  /// What carbon dioxide is called.
  public var co2Name: String { isASCII ? "CO2" : "CO₂" }

  // MARK: Figures with their unit

  /// Consumption, given in miles per gallon: `28 mpg`, `132 MPGe`, `8.4 L/100 km`, `15.9 kWh/100 km`.
  public func consumption(_ mpg: Double?, fuel: Fuel) -> String {
    figure(consumptionValue(mpg, fuel: fuel), digits: consumptionDigits, unit: consumptionUnit(fuel))
  }

  /// Electric consumption, given in kWh per 100 miles: `25 kWh/100 mi`, `15.5 kWh/100 km`.
  public func electricConsumption(_ kWhPer100Miles: Double?) -> String {
    switch units {
    case .us: figure(kWhPer100Miles, digits: 1, unit: "kWh/100 mi")
    case .metric: figure(kWhPer100Miles.map { $0 / Self.kilometresPerMile }, digits: 1, unit: "kWh/100 km")
    }
  }

  /// Carbon dioxide, given in grams a mile: `312 g/mi`, `194 g/km`.
  public func co2(_ gramsPerMile: Double?) -> String {
    figure(co2Value(gramsPerMile), digits: 0, unit: units == .us ? "g/mi" : "g/km")
  }

  /// Fuel cost, in US dollars a year: `$1,450`.
  public func cost(_ dollars: Int?) -> String {
    dollars.map { "$" + grouped($0) } ?? unknown
  }

  /// A distance, given in miles: `272 mi`, `438 km`.
  public func distance(_ miles: Double?) -> String {
    switch units {
    case .us: figure(miles, digits: 0, unit: "mi")
    case .metric: figure(miles.map { $0 * Self.kilometresPerMile }, digits: 0, unit: "km")
    }
  }

  /// Displacement in litres: `2.0 L`.
  public func displacement(_ litres: Double?) -> String {
    figure(litres, digits: 1, unit: "L")
  }

  // MARK: Values and units apart

  /// Consumption in these units, given in miles per gallon. In metric units a smaller value is the better one.
  public func consumptionValue(_ mpg: Double?, fuel: Fuel) -> Double? {
    guard units == .metric else { return mpg }
    guard let mpg, mpg > 0 else { return nil }
    return (fuel == .electric ? Self.kWhPerGallon / Self.kilometresPerMile * 100 : Self.litresPer100) / mpg
  }

  /// The unit of consumption: `mpg`, `MPGe`, `L/100 km`, `kWh/100 km`.
  public func consumptionUnit(_ fuel: Fuel) -> String {
    switch units {
    case .us: Self.countsInEquivalents(fuel) ? "MPGe" : "mpg"
    case .metric: fuel == .electric ? "kWh/100 km" : "L/100 km"
    }
  }

  /// Decimals that consumption is written with.
  public var consumptionDigits: Int { units == .us ? 0 : 1 }

  /// Carbon dioxide in these units, given in grams a mile.
  public func co2Value(_ gramsPerMile: Double?) -> Double? {
    units == .us ? gramsPerMile : gramsPerMile.map { $0 / Self.kilometresPerMile }
  }

  private func figure(_ value: Double?, digits: Int, unit: String) -> String {
    guard let value, value.isFinite else { return unknown }
    return "\(decimal(value, digits: digits)) \(unit)"
  }

  /// Fuels that are not measured in gallons: the EPA gives them in miles per gallon of petrol equivalent.
  static func countsInEquivalents(_ fuel: Fuel) -> Bool {
    fuel == .electric || fuel == .hydrogen || fuel == .naturalGas
  }

  /// Kilometres in a mile, exactly.
  static let kilometresPerMile = 1.609344
  /// What a US gallon of petrol holds, by the EPA's definition of MPGe.
  static let kWhPerGallon = 33.705
  /// Litres per 100 km are this by miles per US gallon: 100 × 3.785411784 / 1.609344.
  static let litresPer100 = 235.214583
}

/// A number rounded to at most three decimals, thousands grouped: `1,234.5`.
public func decimal(_ value: Double, digits: Int) -> String {
  let scale = [1, 10, 100, 1000][min(max(digits, 0), 3)]
  let scaled = (value.magnitude * Double(scale)).rounded()
  // Far beyond what any car has; only kept from trapping.
  guard value.isFinite, scaled < 1e15 else { return String(value) }
  let whole = Int(scaled) / scale
  let sign = value < 0 && scaled > 0 ? "-" : ""
  guard scale > 1 else { return sign + grouped(whole) }
  let fraction = String(Int(scaled) % scale + scale).dropFirst()
  return "\(sign)\(grouped(whole)).\(fraction)"
}
