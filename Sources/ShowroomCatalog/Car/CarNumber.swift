/// A number that is stored for a car, in the units of ``Car``. The name of each case is that of its database column.
/// The order of the cases is that of the content hash by which a refresh detects changes, so new numbers are appended.
package enum CarNumber: Int, Sendable, Hashable, CaseIterable {
  /// The number of cylinders; unknown for electric cars.
  case cylinders
  /// The annual fuel cost in US dollars. For a plug-in hybrid, it covers both fuels.
  case annualFuelCost
  /// The engine displacement in liters.
  case displacement
  /// The fuel economy on the label in US miles per gallon (MPGe for electric cars). For a plug-in hybrid, it applies to
  /// gasoline alone.
  case cityMPG, highwayMPG, combinedMPG
  /// The electricity consumption of electric cars and plug-in hybrids in kWh per 100 miles.
  case electricConsumption
  /// The tailpipe CO₂ emissions in grams per mile.
  case co2
  /// The electric range in miles.
  case electricRange
  /// The fuel economy of a plug-in hybrid on electricity, in MPGe.
  case electricCityMPG, electricHighwayMPG, electricMPG
  /// The fuel economy of a plug-in hybrid in MPGe, with both fuels weighted by their expected use.
  case blendedCityMPG, blendedHighwayMPG, blendedMPG
  /// The share of a plug-in hybrid's miles that are expected to be driven on electricity, from 0 to 1.
  case utilityFactor
  /// The gasoline that a plug-in hybrid uses in addition to electricity until the battery is empty, in US gallons per
  /// 100 miles.
  case addedGasoline
  /// The number of hours to charge an empty battery at 240 volts.
  case chargeHours
  /// Whether the engine has a turbocharger: 1 or 0.
  case turbocharger
  /// Whether the engine has a supercharger.
  case supercharger
  /// Whether the engine stops when the car does.
  case startStop
  /// Whether the car is subject to the gas guzzler tax.
  case gasGuzzler
  /// The volumes in cubic feet. If the model is sold with several bodies, they are those of the largest one.
  case luggageVolume, passengerVolume
  /// The EPA's scores from 1 to 10, where 10 is best.
  case greenhouseScore, economyScore
  /// The savings in fuel costs over five years in US dollars, compared with the average new car; negative if the car
  /// costs more.
  case fiveYearSavings
  /// The fuel economy, the range and the annual cost on the second fuel, such as E85, of a car that can use either of
  /// two fuels.
  case secondMPG, secondRange, secondFuelCost
  /// The range of a plug-in hybrid on both fuels in miles.
  case totalRange
  /// For a plug-in hybrid in the city and on the highway: the shares of miles driven on electricity, and the
  /// electricity (in kWh) and additional gasoline (in gallons) used per 100 of these miles.
  case cityUtilityFactor, highwayUtilityFactor, cityElectricConsumption, highwayElectricConsumption
  case cityAddedGasoline, highwayAddedGasoline
  /// The annual fuel cost in US dollars of a plug-in hybrid that is never charged.
  case gasolineCost
  /// The price of the car in US dollars, which only some sources contain.
  case price

  /// The properties of a stored number.
  struct Definition: Sendable {
    /// The form of the number in the EPA's table.
    var reading: Reading
    /// The columns of the EPA's table that contain the number; empty if it depends on several columns.
    var epaColumns: [String] = []
    /// Whether the column of the database contains whole numbers.
    var isWhole = false
    /// The fuels of the cars that have the number; `nil` for all. The EPA's table also contains values for other cars.
    var fuels: Set<Fuel>?
    /// Whether the number is computed from fuel prices and can therefore change although the car does not.
    var isDerived = false
    /// The version of the importer that first read the number.
    var since = 1
    /// The range of values that are stored.
    var range: ClosedRange<Double>
  }

  /// A way of reading a number from the EPA's table.
  enum Reading: Sendable {
    /// A number above zero. Any other number is unknown.
    case positive
    /// A number of either sign, including zero.
    case signed
    /// The first number in text such as `280/380`.
    case firstInText
    /// The largest number of several columns, above zero.
    case largest
    /// 1 for any letter except N, which is read as 0.
    /// - Parameter emptyIsNo: Whether an empty cell is also read as 0, because the table marks only cars that have the
    ///   feature.
    case flag(emptyIsNo: Bool)
  }

  var definition: Definition { Self.definitions[rawValue] }

  private static let definitions = allCases.map(\.defined)

  private var defined: Definition {
    func number(
      _ columns: String..., reading: Reading = .positive, isWhole: Bool = false, fuels: Set<Fuel>? = nil,
      isDerived: Bool = false, since: Int = 1,
      in range: ClosedRange<Double> = Car.numberRange
    ) -> Definition {
      Definition(
        reading: reading, epaColumns: columns, isWhole: isWhole, fuels: fuels, isDerived: isDerived, since: since,
        range: range)
    }
    func flag(_ column: String, emptyIsNo: Bool = true) -> Definition {
      Definition(
        reading: .flag(emptyIsNo: emptyIsNo), epaColumns: [column], isWhole: true, since: 3, range: 0...1)
    }
    let plugIns: Set<Fuel> = [.pluginHybrid]
    let pluggedIn: Set<Fuel> = [.electric, .pluginHybrid]
    let twoFuels: Set<Fuel> = [.flexFuel, .naturalGas, .lpg]
    return switch self {
    case .cylinders: number("cylinders", isWhole: true, in: 1...100)
    case .annualFuelCost: number(isWhole: true, isDerived: true)
    case .displacement: number("displ")
    case .cityMPG: number("city08")
    case .highwayMPG: number("highway08")
    case .combinedMPG: number("comb08")
    case .electricConsumption: number("combE", fuels: pluggedIn)
    case .co2, .electricRange: number()
    case .electricCityMPG: number("cityA08", fuels: plugIns, since: 2)
    case .electricHighwayMPG: number("highwayA08", fuels: plugIns, since: 2)
    case .electricMPG: number("combA08", fuels: plugIns, since: 2)
    case .blendedCityMPG: number("phevCity", fuels: plugIns, since: 2)
    case .blendedHighwayMPG: number("phevHwy", fuels: plugIns, since: 2)
    case .blendedMPG: number("phevComb", fuels: plugIns, since: 2)
    case .utilityFactor: number("combinedUF", fuels: plugIns, since: 2)
    case .addedGasoline: number("combinedCD", fuels: plugIns, since: 2)
    case .chargeHours: number("charge240", fuels: pluggedIn, since: 2)
    case .turbocharger: flag("tCharger")
    case .supercharger: flag("sCharger")
    case .startStop: flag("startStop", emptyIsNo: false)
    case .gasGuzzler: flag("guzzler")
    case .luggageVolume: number("hlv", "lv2", "lv4", reading: .largest, isWhole: true, since: 3)
    case .passengerVolume: number("hpv", "pv2", "pv4", reading: .largest, isWhole: true, since: 3)
    case .greenhouseScore: number("ghgScore", isWhole: true, since: 3)
    case .economyScore: number("feScore", isWhole: true, since: 3)
    case .fiveYearSavings:
      number(
        "youSaveSpend", reading: .signed, isWhole: true, isDerived: true, since: 3,
        in: -Car.numberRange.upperBound...Car.numberRange.upperBound)
    case .secondMPG: number("combA08", fuels: twoFuels, since: 3)
    case .secondRange: number("rangeA", reading: .firstInText, fuels: twoFuels, since: 3)
    case .secondFuelCost: number("fuelCostA08", isWhole: true, fuels: twoFuels, isDerived: true, since: 3)
    case .totalRange: number("range", fuels: plugIns, since: 3)
    case .cityUtilityFactor: number("cityUF", fuels: plugIns, since: 4)
    case .highwayUtilityFactor: number("highwayUF", fuels: plugIns, since: 4)
    case .cityElectricConsumption: number("cityE", fuels: plugIns, since: 4)
    case .highwayElectricConsumption: number("highwayE", fuels: plugIns, since: 4)
    case .cityAddedGasoline: number("cityCD", fuels: plugIns, since: 4)
    case .highwayAddedGasoline: number("highwayCD", fuels: plugIns, since: 4)
    case .gasolineCost: number("fuelCost08", isWhole: true, fuels: plugIns, isDerived: true, since: 4)
    case .price: number("price", isWhole: true, since: 4)
    }
  }

  /// The column of the table `car`.
  var column: String { Self.columns[rawValue] }

  // Cached, because reading a row requires all of them, and creating a case's text takes longer than reading its value.
  private static let columns = allCases.map { "\($0)" }

  /// Whether the column contains whole numbers.
  var isWhole: Bool { definition.isWhole }

  /// Whether the number stands for yes (1) or no (0).
  var isFlag: Bool { if case .flag = definition.reading { true } else { false } }

  /// The numbers that are not shown on any screen.
  static let hidden: [CarNumber] = [
    .blendedCityMPG, .blendedHighwayMPG, .cityUtilityFactor, .highwayUtilityFactor, .cityElectricConsumption,
    .highwayElectricConsumption, .cityAddedGasoline, .highwayAddedGasoline,
  ]

  /// Returns whether cars with a fuel have the number.
  func isKnown(of fuel: Fuel) -> Bool { definition.fuels?.contains(fuel) ?? true }
}

/// The numbers of a car. An unknown number is `nil`.
package struct CarNumbers: Sendable, Hashable {
  private var values = [Double?](repeating: nil, count: CarNumber.allCases.count)

  package init() {}

  /// Makes all numbers unknown.
  mutating func removeAll() {
    for place in values.indices { values[place] = nil }
  }

  /// Calls a closure with each number, in order.
  func forEach(_ body: (Double?) -> Void) { values.forEach(body) }

  package subscript(number: CarNumber) -> Double? {
    get { values[number.rawValue] }
    set { values[number.rawValue] = newValue }
  }
}

/// A value that contains a car's numbers, with names for the most frequently used ones.
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

  package var displacement: Double? { self[.displacement] }
  package var cityMPG: Double? { self[.cityMPG] }
  package var highwayMPG: Double? { self[.highwayMPG] }
  package var combinedMPG: Double? { self[.combinedMPG] }
  package var co2: Double? { self[.co2] }
  package var electricRange: Double? { self[.electricRange] }

  /// The combined fuel economy by which cars are ordered, filtered and compared. For a plug-in hybrid, it applies to
  /// both fuels.
  package var comparedMPG: Double? { self[.blendedMPG] ?? self[.combinedMPG] }

  /// Whether the fuel economy on electricity or on both fuels is known, as for plug-in hybrids.
  package var isBlended: Bool { self[.electricMPG] != nil || self[.blendedMPG] != nil }
}
