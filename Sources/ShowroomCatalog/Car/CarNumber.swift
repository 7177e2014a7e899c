/// A number that is stored for a car, in the units of ``Car``. The name of the case is that of its column in the
/// database. The order is that of the content hash by which a refresh detects changes, so new numbers are appended.
package enum CarNumber: Int, Sendable, Hashable, CaseIterable {
  /// The number of cylinders; unknown for electric cars.
  case cylinders
  /// The annual fuel cost in US dollars, of a plug-in hybrid for both fuels.
  case annualFuelCost
  /// The engine displacement in liters.
  case displacement
  /// The fuel economy of the label in US miles per gallon (MPGe for electric cars); of a plug-in hybrid on gasoline alone.
  case cityMPG, highwayMPG, combinedMPG
  /// The electricity consumption of electric cars and plug-in hybrids in kWh per 100 miles.
  case electricConsumption
  /// The tailpipe CO₂ emissions in grams per mile.
  case co2
  /// The electric range in miles.
  case electricRange
  /// The fuel economy of a plug-in hybrid on electricity in MPGe.
  case electricCityMPG, electricHighwayMPG, electricMPG
  /// The fuel economy of a plug-in hybrid in MPGe, with each fuel in the share in which it is expected to be used.
  case blendedCityMPG, blendedHighwayMPG, blendedMPG
  /// The share of miles of a plug-in hybrid that are expected to be driven on electricity, from 0 to 1.
  case utilityFactor
  /// The gasoline that a plug-in hybrid uses in addition to electricity while the battery lasts, in US gallons per 100
  /// miles.
  case addedGasoline
  /// The hours in which an empty battery is charged at 240 volts.
  case chargeHours

  /// The column of the table `car`.
  var column: String { "\(self)" }

  /// Whether the column contains whole numbers.
  var isWhole: Bool { self == .cylinders || self == .annualFuelCost }

  /// The numbers that only plug-in hybrids have.
  static let ofPlugInHybrids = allCases.filter {
    (electricCityMPG.rawValue...addedGasoline.rawValue).contains($0.rawValue)
  }

  /// The version of the schema that added the column.
  private var version: Int { rawValue < CarNumber.electricCityMPG.rawValue ? 1 : 8 }

  /// The numbers of each version of the schema. Those of all but the first are part of the content hash only if a car has
  /// some of them, so that other cars do not count as changed after an update of the program.
  static let versions = Dictionary(grouping: allCases, by: \.version).sorted { $0.key < $1.key }.map(\.value)

  /// The column of the EPA's table that has the number; `nil` if the number depends on several columns.
  var epaColumn: String? {
    switch self {
    case .cylinders: "cylinders"
    case .displacement: "displ"
    case .cityMPG: "city08"
    case .highwayMPG: "highway08"
    case .combinedMPG: "comb08"
    case .electricConsumption: "combE"
    case .electricCityMPG: "cityA08"
    case .electricHighwayMPG: "highwayA08"
    case .electricMPG: "combA08"
    case .blendedCityMPG: "phevCity"
    case .blendedHighwayMPG: "phevHwy"
    case .blendedMPG: "phevComb"
    case .utilityFactor: "combinedUF"
    case .addedGasoline: "combinedCD"
    case .chargeHours: "charge240"
    case .annualFuelCost, .co2, .electricRange: nil
    }
  }

  /// Returns whether cars with a fuel have the number. The EPA's table has a value for others, too.
  func isKnown(of fuel: Fuel) -> Bool {
    switch self {
    case .electricConsumption, .chargeHours: fuel == .electric || fuel == .pluginHybrid
    case _ where Self.ofPlugInHybrids.contains(self): fuel == .pluginHybrid
    default: true
    }
  }
}

/// The numbers of a car. An unknown number is `nil`.
package struct CarNumbers: Sendable, Hashable {
  private var values = [Double?](repeating: nil, count: CarNumber.allCases.count)

  package init() {}

  /// Makes all numbers unknown.
  mutating func removeAll() {
    for place in values.indices { values[place] = nil }
  }

  package subscript(number: CarNumber) -> Double? {
    get { values[number.rawValue] }
    set { values[number.rawValue] = newValue }
  }
}

/// A value with the numbers of a car, and names for those that are used most.
package protocol CarNumbered {
  var numbers: CarNumbers { get set }
}

extension CarNumbered {
  package subscript(number: CarNumber) -> Double? {
    get { numbers[number] }
    set { numbers[number] = newValue }
  }

  package var cylinders: Int? {
    get { self[.cylinders].flatMap { Int(exactly: $0) } }
    set { self[.cylinders] = newValue.map(Double.init) }
  }

  package var annualFuelCost: Int? {
    get { self[.annualFuelCost].flatMap { Int(exactly: $0) } }
    set { self[.annualFuelCost] = newValue.map(Double.init) }
  }

  package var displacement: Double? {
    get { self[.displacement] }
    set { self[.displacement] = newValue }
  }

  package var cityMPG: Double? {
    get { self[.cityMPG] }
    set { self[.cityMPG] = newValue }
  }

  package var highwayMPG: Double? {
    get { self[.highwayMPG] }
    set { self[.highwayMPG] = newValue }
  }

  package var combinedMPG: Double? {
    get { self[.combinedMPG] }
    set { self[.combinedMPG] = newValue }
  }

  package var co2: Double? {
    get { self[.co2] }
    set { self[.co2] = newValue }
  }

  package var electricRange: Double? {
    get { self[.electricRange] }
    set { self[.electricRange] = newValue }
  }

  /// The combined fuel economy by which cars are ordered, filtered and compared: of a plug-in hybrid the one on both
  /// fuels.
  package var comparedMPG: Double? { self[.blendedMPG] ?? self[.combinedMPG] }

  /// Whether the fuel economy on electricity or on both fuels is known, as of a plug-in hybrid.
  package var isBlended: Bool { self[.electricMPG] != nil || self[.blendedMPG] != nil }
}
