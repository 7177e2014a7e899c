import ShowroomTestSupport

@testable import ShowroomCatalog

/// A car as the EPA's table describes it, read by another reader than the program's, with the values and the texts that
/// it should have.
struct EPACar {
  let table: PlainTable
  let row: Int
  /// The annual fuel cost of the average new car of the edition.
  let averageCost: Double
  let fuel: String
  let isPlugIn: Bool
  private let unit: String

  init(_ table: PlainTable, _ row: Int, averageCost: Double) {
    self.table = table
    self.row = row
    self.averageCost = averageCost
    let technology = table.text(row, "atvType")
    let type = table.text(row, "fuelType1")
    isPlugIn = technology == "Plug-in Hybrid"
    fuel =
      switch technology {
      case "Plug-in Hybrid": "Plug-in hybrid"
      case "Hybrid": "Hybrid"
      case "EV": "Electric"
      case "FCV": "Hydrogen"
      case "FFV": "Flex-fuel"
      case "CNG", "Bifuel (CNG)": "Natural gas"
      case "Bifuel (LPG)": "LPG"
      case "Diesel": "Diesel"
      default: type.hasSuffix("Gasoline") ? "Gasoline" : type == "Natural Gas" ? "Natural gas" : type
      }
    unit = ["Electric", "Hydrogen", "Natural gas"].contains(fuel) ? "MPGe" : "mpg"
  }

  var id: Car.ID { number("id").map { Car.ID($0) } ?? 0 }

  private func text(_ column: String) -> String? {
    let text = table.text(row, column)
    return text.isEmpty ? nil : text
  }

  /// The number in a column; `nil` if it is not greater than zero.
  private func number(_ column: String) -> Double? { table.number(row, column).flatMap { $0 > 0 ? $0 : nil } }

  /// Whether the car can use either of two fuels, other than electricity. The name of the second fuel is only in the
  /// EPA's own table; in both editions, the same cars have names such as `Gasoline or E85`.
  private var hasSecondFuel: Bool { !isPlugIn && table.text(row, "fuelType").contains(" or ") }

  private func plugIn(_ column: String) -> Double? { isPlugIn ? number(column) : nil }

  // MARK: Values

  /// The columns that decide on the value and the text of a field, besides those of the fuel.
  static func columns(of field: CarField) -> [String] {
    switch field {
    case .id: ["id"]
    case .make: ["make"]
    case .model: ["model"]
    case .baseModel: ["baseModel", "model"]
    case .year: ["year"]
    case .vehicleClass: ["VClass"]
    case .fuel: ["atvType", "fuelType1"]
    case .fuelName: ["fuelType", "fuelType1"]
    case .cylinders: ["cylinders"]
    case .displacement: ["displ"]
    case .drive: ["drive"]
    case .transmission: ["trany"]
    case .cityMPG: ["city08", "cityA08"]
    case .highwayMPG: ["highway08", "highwayA08"]
    case .economy: ["comb08", "combA08", "rangeA"]
    case .electricCityMPG: ["cityA08"]
    case .electricHighwayMPG: ["highwayA08"]
    case .electricMPG: ["combA08"]
    case .blendedMPG: ["phevComb", "combinedUF"]
    case .utilityFactor: ["combinedUF"]
    case .electricConsumption: ["combE", "combinedCD"]
    case .co2: ["co2", "co2TailpipeGpm"]
    case .cost: ["fuelCost08", "youSaveSpend"]
    case .range: ["range", "rangeA"]
    case .chargeHours: ["charge240"]
    case .totalRange: ["range"]
    case .turbocharger: ["tCharger"]
    case .supercharger: ["sCharger"]
    case .startStop: ["startStop"]
    case .gasGuzzler: ["guzzler"]
    case .engineDescription: ["eng_dscr"]
    case .transmissionDescription: ["trans_dscr"]
    case .electricMotor: ["evMotor"]
    case .luggage: ["hlv", "lv2", "lv4"]
    case .passenger: ["hpv", "pv2", "pv4"]
    case .greenhouseScore: ["ghgScore"]
    case .economyScore: ["feScore"]
    case .savings: ["youSaveSpend"]
    case .secondEconomy: ["combA08", "fuelType"]
    case .secondRange: ["rangeA"]
    case .secondCost: ["fuelCostA08"]
    case .price, .favorite, .note, .withdrawn, .files, .marked, .new, .changed, .like: []
    }
  }

  /// The contents of the columns that decide on a field.
  func source(of field: CarField) -> Int {
    var hasher = Hasher()
    hasher.combine(fuel)
    for column in Self.columns(of: field) { hasher.combine(table.text(row, column)) }
    return hasher.finalize()
  }

  func value(of field: CarField) -> CarField.Value {
    switch field {
    case .electricMotor: .text(text("evMotor").flatMap { $0 == "TBD" ? nil : $0 })
    case .make, .model, .vehicleClass, .drive, .transmission, .engineDescription, .transmissionDescription:
      .text(text(Self.columns(of: field)[0]))
    case .baseModel: .text(text("baseModel") ?? text("model"))
    case .fuel: .text(fuel)
    case .fuelName:
      .text(
        ["Plug-in hybrid", "Flex-fuel", "Natural gas", "LPG"].contains(fuel)
          ? text("fuelType") : text("fuelType1"))
    case .turbocharger: .flag(text("tCharger") == "T")
    case .supercharger: .flag(text("sCharger") == "S")
    case .startStop: .flag(text("startStop").map { $0 == "Y" })
    case .gasGuzzler: .flag(text("guzzler").map { ["G", "T", "S"].contains($0) } ?? false)
    case .luggage, .passenger: .number(Self.columns(of: field).compactMap(number).max())
    case .greenhouseScore, .economyScore: .number(number(Self.columns(of: field)[0]))
    case .savings: .number(table.number(row, "youSaveSpend"))
    case .totalRange: .number(plugIn("range"))
    case .secondEconomy, .secondCost: .number(hasSecondFuel ? number(Self.columns(of: field)[0]) : nil)
    case .secondRange: .number(hasSecondFuel ? Double(table.text(row, "rangeA").prefix { $0.isNumber }) : nil)
    case .favorite, .withdrawn, .files, .marked, .new, .changed: .flag(false)
    case .like: .text(nil)
    case .note: .text(nil)
    case .price: .number(nil)
    case .id, .year, .cylinders, .displacement: .number(number(Self.columns(of: field)[0]))
    case .cityMPG, .highwayMPG, .economy: .number(number(Self.columns(of: field)[0]))
    case .electricCityMPG, .electricHighwayMPG, .electricMPG, .blendedMPG, .utilityFactor:
      .number(plugIn(Self.columns(of: field)[0]))
    case .electricConsumption, .chargeHours:
      .number(isPlugIn || fuel == "Electric" ? number(Self.columns(of: field)[0]) : nil)
    case .co2:
      .number(
        number("co2") ?? number("co2TailpipeGpm")
          ?? (fuel == "Electric" || fuel == "Hydrogen" ? table.number(row, "co2TailpipeGpm") : nil))
    case .cost:
      .number(isPlugIn ? averageCost - (table.number(row, "youSaveSpend") ?? .nan) / 5 : number("fuelCost08"))
    case .range:
      .number(
        fuel == "Electric" ? number("range") : isPlugIn ? Double(table.text(row, "rangeA").prefix { $0.isNumber }) : nil
      )
    }
  }

  /// The numbers that are stored but are no fields.
  var otherNumbers: [(CarNumber, Double?)] {
    [
      (.blendedCityMPG, plugIn("phevCity")), (.blendedHighwayMPG, plugIn("phevHwy")),
      (.addedGasoline, plugIn("combinedCD")), (.gasolineCost, plugIn("fuelCost08")), (.price, nil),
      (.cityUtilityFactor, plugIn("cityUF")), (.highwayUtilityFactor, plugIn("highwayUF")),
      (.cityElectricConsumption, plugIn("cityE")), (.highwayElectricConsumption, plugIn("highwayE")),
      (.cityAddedGasoline, plugIn("cityCD")), (.highwayAddedGasoline, plugIn("highwayCD")),
    ]
  }

  /// The number by which a car is compared; `nil` if it has none, or one for each fuel.
  func comparedNumber(of field: CarField) -> Double? {
    switch field {
    case .economy where isPlugIn: plugIn("phevComb")
    case .cityMPG, .highwayMPG: isPlugIn ? nil : number(of: field)
    default: number(of: field)
    }
  }

  /// The value by which a field sorts the car; `nil` if it is unknown.
  func orderKey(of field: CarField) -> OrderKey? {
    switch value(of: field) {
    case .text(let text): text.map { .text(Array(Self.folded($0).utf8)) }
    case .flag(let flag): flag.map { .number($0 ? 1 : 0) }
    case .number: comparedNumber(of: field).map { .number($0) }
    }
  }

  enum OrderKey: Equatable, Comparable {
    case text([UInt8])
    case number(Double)

    static func < (left: OrderKey, right: OrderKey) -> Bool {
      switch (left, right) {
      case (.text(let left), .text(let right)): left.lexicographicallyPrecedes(right)
      case (.number(let left), .number(let right)): left < right
      default: false
      }
    }
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }

  private func number(of field: CarField) -> Double? {
    if case .number(let number) = value(of: field) { number } else { nil }
  }

  // MARK: Texts

  /// The text on the page and in a comparison.
  func fact(_ field: CarField, _ units: UnitSystem) -> String {
    let range = distance(number(of: .range), units)
    return switch field {
    case .economy: column(field, units) + (isPlugIn ? ", \(range) electric" : "")
    case .cityMPG, .highwayMPG:
      column(field, units)
        + (isPlugIn ? " / " + electricity(plugIn(Self.columns(of: field)[1]), units) : "")
    case .blendedMPG where isPlugIn:
      "\(column(field, units)), \(Self.shown(plugIn("combinedUF").map { $0 * 100 }, 0))% electric"
    case .co2: value(field, units) + (isPlugIn ? ", blended" : "")
    case .cost:
      value(field, units)
        + (isPlugIn ? ", blended; $\(Self.shown(number("fuelCost08"), 0)) on gasoline alone" : "")
    case .secondEconomy where hasSecondFuel:
      column(field, units) + " on " + (table.text(row, "fuelType").components(separatedBy: " or ").last ?? "")
    case .savings:
      number(of: .savings).map { savings in
        savings == 0
          ? "same as average" : "$\(Self.shown(abs(savings), 0)) \(savings > 0 ? "less" : "more") than average"
      } ?? "–"
    case _ where field.isFlag: value(of: field) == .flag(true) ? "yes" : value(of: field) == .flag(false) ? "no" : "–"
    default: column(field, units)
    }
  }

  /// The text in a table with units.
  func column(_ field: CarField, _ units: UnitSystem) -> String {
    switch field {
    case .co2, .cost: (isPlugIn ? "b " : "") + value(field, units)
    case .economy where isPlugIn: value(field, units) + " / " + electricity(plugIn("combA08"), units)
    default: value(field, units)
    }
  }

  private func value(_ field: CarField, _ units: UnitSystem) -> String {
    let value = value(of: field)
    if case .flag(let flag) = value { return flag == true ? "yes" : "" }
    if case .text(let text) = value { return text ?? (field == .note ? "" : "–") }
    let number = number(of: field)
    switch field {
    case .cityMPG, .highwayMPG, .economy, .secondEconomy:
      if units == .us { return Self.shown(number, 0, " \(unit)") }
      let liters = Self.shown(number.map { 235.214583 / $0 }, 1, unit == "mpg" ? " L/100 km" : " Le/100 km")
      return fuel == "Electric" ? electricity(number, units) : liters
    case .electricCityMPG, .electricHighwayMPG, .electricMPG: return electricity(number, units)
    case .blendedMPG:
      return units == .us
        ? Self.shown(number, 0, " MPGe") : Self.shown(number.map { 235.214583 / $0 }, 1, " Le/100 km")
    case .utilityFactor: return Self.shown(number.map { $0 * 100 }, 0, "%")
    case .electricConsumption:
      guard let number else { return "–" }
      let kWh = Self.shown(units == .us ? number : number / 1.609344, 1)
      let fluid = plugIn("combinedCD")
      guard let fluid else { return kWh + (units == .us ? " kWh/100 mi" : " kWh/100 km") }
      return units == .us
        ? "\(kWh) kWh + \(Self.shown(fluid, 1)) gal/100 mi"
        : "\(kWh) kWh + \(Self.shown(fluid / 1.609344 * 3.785411784, 1)) L/100 km"
    case .co2:
      return units == .us ? Self.shown(number, 0, " g/mi") : Self.shown(number.map { $0 / 1.609344 }, 0, " g/km")
    case .cost: return number.map { "$" + Self.shown($0, 0) } ?? "–"
    case .range, .totalRange, .secondRange: return distance(number, units)
    case .chargeHours: return Self.shown(number, 1, " h").replacing(".0 h", with: " h")
    case .luggage, .passenger:
      return units == .us ? Self.shown(number, 0, " cu ft") : Self.shown(number.map { $0 * 28.3168466 }, 0, " L")
    case .greenhouseScore, .economyScore: return number.map { "\(Int($0)) of 10" } ?? "–"
    case .secondCost, .price: return number.map { "$" + Self.shown($0, 0) } ?? "–"
    case .savings: return number.map { ($0 < 0 ? "-$" : "$") + Self.shown(abs($0), 0) } ?? "–"
    case .displacement: return Self.shown(number, 1, " L")
    default: return number.map { String(Int($0)) } ?? "–"
    }
  }

  /// The text in a column with the unit in its heading.
  func cell(_ field: CarField, _ units: UnitSystem) -> String {
    let mark = isPlugIn ? "b " : ""
    let number = number(of: field)
    switch field {
    case .economy where units == .us:
      return Self.shown(number, 0) + (isPlugIn ? "/" + Self.shown(plugIn("combA08"), 0) : "")
    case .economy where isPlugIn:
      let liters = Self.shown(number.map { 235.214583 / $0 }, 1)
      return "\(liters) L/\(electricity(plugIn("combA08"), units).replacing("/100 km", with: ""))"
    case .co2: return number == nil ? "–" : mark + value(field, units).prefix { $0 != " " }
    case .cost: return number == nil ? "–" : mark + value(field, units).dropFirst()
    case .range, .displacement, .totalRange, .secondRange, .chargeHours, .luggage, .passenger, .greenhouseScore,
      .economyScore:
      return String(value(field, units).prefix { $0 != " " })
    case .electricMPG: return String(value(field, units).prefix { $0 != " " })
    case .secondEconomy where units == .us: return String(value(field, units).prefix { $0 != " " })
    case .secondCost, .savings, .price: return value(field, units).replacing("$", with: "")
    case .vehicleClass: return Self.compact(value(field, units))
    default: return value(field, units)
    }
  }

  private static func compact(_ text: String) -> String {
    text.replacing("Sport Utility Vehicle", with: "SUV").replacing("Special Purpose Vehicle", with: "Special Purpose")
      .replacing("Station Wagons", with: "Wagons").replacing("Pickup Trucks", with: "Pickups")
  }

  private func electricity(_ mpge: Double?, _ units: UnitSystem) -> String {
    units == .us ? Self.shown(mpge, 0, " MPGe") : Self.shown(mpge.map { 3370.5 / 1.609344 / $0 }, 1, " kWh/100 km")
  }

  private func distance(_ miles: Double?, _ units: UnitSystem) -> String {
    units == .us ? Self.shown(miles, 0, " mi") : Self.shown(miles.map { $0 * 1.609344 }, 0, " km")
  }

  /// Returns a number with digits after the point and grouped thousands, and its unit.
  private static func shown(_ number: Double?, _ digits: Int, _ unit: String = "") -> String {
    guard let number else { return "–" }
    let scaled = Int((number * (digits == 0 ? 1 : 10)).rounded())
    let whole = String(digits == 0 ? scaled : scaled / 10)
    let grouped = whole.count > 3 ? "\(whole.dropLast(3)),\(whole.suffix(3))" : whole
    return grouped + (digits == 0 ? "" : ".\(scaled % 10)") + unit
  }
}
