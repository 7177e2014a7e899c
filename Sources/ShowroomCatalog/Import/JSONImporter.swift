import Foundation
import ShowroomFiles

/// An importer of Showroom's own catalog format:
///
///     {"format": "showroom-catalog", "version": 1, "name": "…", "note": "…", "cars": [{"id": 1, "make": "BMW", …}]}
///
/// The metric units of each ``CatalogEntry`` are converted to those of ``Car``. The text is parsed car by car, because
/// a small archive may contain gigabytes.
struct JSONImporter {
  let source: String

  /// The names of the format. The second name was used by version 0.1.
  private static let formats: Set = ["showroom-catalog", "showroom-catalogue"]

  /// The numbers that the format contains.
  static let numbers: Set<CarNumber> = [
    .cylinders, .annualFuelCost, .displacement, .cityMPG, .highwayMPG, .combinedMPG, .electricConsumption, .co2,
    .electricRange, .chargeHours, .turbocharger, .supercharger, .startStop, .luggageVolume, .passengerVolume, .price,
  ]
  private static let absent = AbsentColumns(Set(CarNumber.allCases).subtracting(numbers).map(AbsentColumns.number))

  private var splitter: JSONSplitter
  private var seen: Set<String> = []
  private var record = CarRecord()
  private let decoder = JSONDecoder()
  private let budget: SourceBudget

  init(source: String, budget: SourceBudget = .standard) {
    self.source = source
    self.budget = budget
    splitter = JSONSplitter(arrayOf: "cars", budget: budget)
  }

  /// A value that only needs to be valid JSON.
  private struct Ignored: Decodable {
    init(from decoder: any Decoder) {}
  }

  /// Parses the next block of text and passes on the cars that it completes. `place` identifies a car in errors.
  mutating func read(_ block: UnsafeRawBufferPointer, take: (inout CarRecord, _ place: String) throws -> Void) throws {
    let (values, syntaxError) = splitter.take(block)
    for value in values {
      if let error = value.bytes.withUnsafeBytes({ TextEncoding.error(in: $0, firstLine: value.line) }) {
        throw CatalogError.source(error, source: source)
      }
      guard let element = value.element else {
        try takeHeader(value)
        continue
      }
      let place = "car \(element + 1)"
      try fill(&record, from: try decoded(CatalogEntry.self, value, place), place: place)
      try take(&record, place)
    }
    if let syntaxError { throw catalogError(syntaxError) }
  }

  /// Ends the text.
  func finish() throws {
    do { try splitter.finish() } catch { throw catalogError(error) }
    for key in ["format", "version", "cars"] where !seen.contains(key) && !(key == "cars" && splitter.hasArray) {
      throw bad("the document lacks \"\(key)\"")
    }
  }

  private mutating func takeHeader(_ value: JSONSplitter.Value) throws {
    seen.insert(value.key)
    let place = "\"\(value.key.shortened(to: 40))\""
    switch value.key {
    case "format":
      let format = try decoded(String.self, value, place)
      guard Self.formats.contains(format) else { throw bad("its format is \"\(format.shortened(to: 40))\"") }
    case "version":
      let version = try decoded(Int.self, value, place)
      guard version == 1 else {
        throw CatalogError.source(.newerFormat(found: version, supported: 1), source: source)
      }
    case "cars": throw bad("\(place) has the wrong type")
    default: _ = try decoded(Ignored.self, value, place)
    }
  }

  private func decoded<Value: Decodable>(
    _ type: Value.Type, _ value: JSONSplitter.Value, _ place: String
  ) throws -> Value {
    do {
      return try decoder.decode(type, from: Data(value.bytes))
    } catch let error as DecodingError {
      throw bad(Self.reason(error, place))
    }
  }

  private func bad(_ reason: String) -> CatalogError { .source(.badJSON(reason: reason), source: source) }

  private func catalogError(_ error: JSONSplitter.SyntaxError) -> CatalogError {
    switch error {
    case .notAnObject: bad("the document has the wrong type")
    case .invalid: bad("it is not valid JSON")
    case .nulByte(let line): .source(.nulByte(line: line), source: source)
    case .tooLarge(let line):
      .source(.excessive("bytes in one value", limit: budget.rowBytes, place: "line \(line)"), source: source)
    case .tooDeep(let line):
      .source(.excessive("levels of nesting", limit: budget.depth, place: "line \(line)"), source: source)
    }
  }

  private func fill(_ record: inout CarRecord, from entry: CatalogEntry, place: String) throws {
    func bad(_ field: String, _ value: Any) -> CatalogError {
      .source(.badValue(place: place, field: field, value: "\(value)"), source: source)
    }
    record.id = entry.id
    record.year = entry.year
    let fuelName = entry.fuel ?? ""
    record.fuel = Fuel(describing: fuelName)
    record.absent = Self.absent
    record.removeAll()
    record.append(entry.make)
    record.append(entry.model)
    record.append(entry.baseModel ?? entry.model)
    for text in CarText.allCases { record.append(entry[text]) }
    record.appendKeys()
    if record.isEmpty(.make) { throw bad("make", entry.make) }
    if record.isEmpty(.model) { throw bad("model", entry.model) }

    func positive(_ value: Double?, _ field: String) throws -> Double? {
      guard let value else { return nil }
      guard value.isFinite, value >= 0, value <= budget.largestNumber else { throw bad(field, value) }
      return value > 0 ? value : nil
    }
    // Only an electric or fuel-cell car can have zero tailpipe CO₂. For other cars, zero means unknown.
    let emitsNothing = record.fuel == .electric || record.fuel == .hydrogen
    let co2 = try positive(entry.co2, "co2").map { $0 * Units.kilometersPerMile }
    record[.co2] = co2 ?? (emitsNothing && entry.co2 == 0 ? 0 : nil)
    let electric = try positive(entry.electricConsumption, "electricConsumption")
    record[.electricConsumption] = electric.map { $0 * Units.kilometersPerMile }
    record[.cityMPG] = try positive(entry.consumption?.city, "consumption.city").map(Units.mpg(litersPer100km:))
    record[.highwayMPG] = try positive(entry.consumption?.highway, "consumption.highway")
      .map(Units.mpg(litersPer100km:))
    record[.combinedMPG] =
      try positive(entry.consumption?.combined, "consumption.combined").map(Units.mpg(litersPer100km:))
      ?? (record.fuel == .electric ? electric.map(Units.mpge(kWhPer100km:)) : nil)
    record[.electricRange] = try positive(entry.electricRange, "electricRange").map { $0 / Units.kilometersPerMile }
    record[.displacement] = try positive(entry.displacement, "displacement")
    record.annualFuelCost = try positive(entry.annualFuelCost, "annualFuelCost")
      .flatMap { Int(exactly: $0.rounded()) }
    record[.price] = try positive(entry.price, "price").map { $0.rounded() }
    record[.chargeHours] = try positive(entry.chargeHours, "chargeHours")
    for (number, liters) in [(CarNumber.luggageVolume, entry.luggageVolume), (.passengerVolume, entry.passengerVolume)]
    {
      record[number] = try positive(liters, number.column).map { ($0 / Units.litersPerCubicFoot).rounded() }
    }
    for (number, flag) in [
      (CarNumber.turbocharger, entry.turbocharger), (.supercharger, entry.supercharger), (.startStop, entry.startStop),
    ] { record[number] = flag.map { $0 ? 1 : 0 } }
    record.cylinders = entry.cylinders == 0 ? nil : entry.cylinders
  }

  private static func reason(_ error: DecodingError, _ place: String) -> String {
    func name(_ path: [any CodingKey]) -> String {
      ([place] + path.map { "\"\($0.stringValue)\"" }).joined(separator: ", ")
    }
    switch error {
    case .keyNotFound(let key, let context): return "\(name(context.codingPath)) lacks \"\(key.stringValue)\""
    case .typeMismatch(_, let context): return "\(name(context.codingPath)) has the wrong type"
    case .valueNotFound(_, let context): return "\(name(context.codingPath)) is null"
    case .dataCorrupted: return "\(place) is not valid JSON"
    @unknown default: return "\(place) cannot be decoded"
    }
  }
}

/// Conversions from metric units to the units of ``Car``.
private enum Units {
  static let kilometersPerMile = 1.609344
  static let litersPerCubicFoot = 28.316846592

  /// Returns US miles per gallon. 235.214583 is 100 km in miles times the liters of a US gallon.
  static func mpg(litersPer100km: Double) -> Double { 235.214583 / litersPer100km }

  /// Returns miles per gallon equivalent, with the EPA's 33.705 kWh per gallon.
  static func mpge(kWhPer100km: Double) -> Double { 33.705 * 100 / (kWhPer100km * kilometersPerMile) }
}

/// A car in Showroom's own catalog format. Its units are metric: liters and kWh per 100 km, g/km, km, hours, and
/// liters. Costs are in dollars per year, and prices are in dollars.
package struct CatalogEntry: Decodable {
  package struct Consumption: Decodable {
    package var city: Double?
    package var highway: Double?
    package var combined: Double?
  }

  package var id: Int64
  package var make: String
  package var model: String
  package var baseModel: String?
  package var year: Int
  package var `class`: String?
  package var fuel: String?
  package var cylinders: Int?
  package var displacement: Double?
  package var drive: String?
  package var transmission: String?
  package var consumption: Consumption?
  package var electricConsumption: Double?
  package var co2: Double?
  package var annualFuelCost: Double?
  package var price: Double?
  package var electricRange: Double?
  package var chargeHours: Double?
  package var turbocharger: Bool?
  package var supercharger: Bool?
  package var startStop: Bool?
  package var engineDescription: String?
  package var transmissionDescription: String?
  package var electricMotor: String?
  package var luggageVolume: Double?
  package var passengerVolume: Double?

  subscript(text: CarText) -> String? {
    switch text {
    case .vehicleClass: `class`
    case .fuelName: fuel
    case .drive: drive
    case .transmission: transmission
    case .engineDescription: engineDescription
    case .transmissionDescription: transmissionDescription
    case .electricMotor: electricMotor
    }
  }
}
