import Foundation

/// Reads the catalogue format of this program:
///
///     {"format": "showroom-catalogue", "version": 1, "name": "…", "note": "…", "cars": [{"id": 1, "make": "BMW", …}]}
///
/// Units in it are metric (litres and kWh per 100 km, g/km, km; dollars a year) and become those of ``Car``.
struct JSONImporter {
  /// A JSON catalogue is read whole, so it has a limit; a larger catalogue comes as CSV.
  static let sizeLimit = 256 << 20

  let source: String

  private struct Document: Decodable {
    var format: String
    var version: Int
  }

  private struct Cars: Decodable {
    var cars: [Entry]
  }

  private struct Entry: Decodable {
    struct Consumption: Decodable {
      var city: Double?
      var highway: Double?
      var combined: Double?
    }
    var id: Int64
    var make: String
    var model: String
    var baseModel: String?
    var year: Int
    var `class`: String?
    var fuel: String?
    var cylinders: Int?
    var displacement: Double?
    var drive: String?
    var transmission: String?
    var consumption: Consumption?
    var electricConsumption: Double?
    var co2: Double?
    var annualFuelCost: Double?
    var electricRange: Double?
  }

  /// Decodes the text and hands out the cars in order; `place` names the car in a sentence.
  func read(_ data: Data, take: (inout CarRecord, _ place: String) throws -> Void) throws {
    try checkText(data)
    let decoder = JSONDecoder()
    let entries: [Entry]
    do {
      let document = try decoder.decode(Document.self, from: data)
      guard document.format == "showroom-catalogue" else {
        throw CatalogueError.source(
          .badJSON(reason: "its format is \"\(document.format.shortened(to: 40))\""), source: source)
      }
      guard document.version == 1 else {
        throw CatalogueError.source(.newerFormat(found: document.version, supported: 1), source: source)
      }
      entries = try decoder.decode(Cars.self, from: data).cars
    } catch let error as DecodingError {
      throw CatalogueError.source(.badJSON(reason: Self.reason(error)), source: source)
    }
    var record = CarRecord()
    for (index, entry) in entries.enumerated() {
      let place = "car \(index + 1)"
      try fill(&record, from: entry, place: place)
      try take(&record, place)
    }
  }

  private func checkText(_ data: Data) throws {
    var line = 1
    var isASCII = true
    for byte in data {
      if byte == 0x0a { line += 1 }
      if byte == 0 { throw CatalogueError.source(.nulByte(line: line), source: source) }
      if byte >= 0x80 { isASCII = false }
    }
    if !isASCII, let problem = data.withUnsafeBytes({ TextEncoding.problem(in: $0, firstLine: 1) }) {
      throw CatalogueError.source(problem, source: source)
    }
  }

  private func fill(_ record: inout CarRecord, from entry: Entry, place: String) throws {
    func bad(_ field: String, _ value: Any) -> CatalogueError {
      .source(.badValue(place: place, field: field, value: "\(value)"), source: source)
    }
    record.id = entry.id
    record.year = entry.year
    let fuelName = entry.fuel ?? ""
    record.fuel = Fuel(describing: fuelName)
    record.beginTexts()
    record.append(entry.make)
    record.append(entry.model)
    record.append(entry.baseModel ?? entry.model)
    for text in [entry.class, entry.fuel, entry.drive, entry.transmission] { record.append(text) }
    record.appendKeys()
    if record.isEmpty(.make) { throw bad("make", entry.make) }
    if record.isEmpty(.model) { throw bad("model", entry.model) }
    guard (1800...2200).contains(entry.year) else { throw bad("year", entry.year) }

    func positive(_ value: Double?, _ field: String) throws -> Double? {
      guard let value else { return nil }
      guard value.isFinite, value >= 0, value < 1e7 else { throw bad(field, value) }
      return value > 0 ? value : nil
    }
    // Only an electric or fuel-cell car may have a tailpipe CO₂ of zero; elsewhere zero means that nobody filled it in.
    let emitsNothing = record.fuel == .electric || record.fuel == .hydrogen
    let co2 = try positive(entry.co2, "co2").map { $0 * Units.kilometresPerMile }
    record.co2 = co2 ?? (emitsNothing && entry.co2 == 0 ? 0 : nil)
    let electric = try positive(entry.electricConsumption, "electricConsumption")
    record.electricConsumption = electric.map { $0 * Units.kilometresPerMile }
    record.cityMPG = try positive(entry.consumption?.city, "consumption.city").map(Units.mpg(litresPer100km:))
    record.highwayMPG = try positive(entry.consumption?.highway, "consumption.highway").map(Units.mpg(litresPer100km:))
    record.combinedMPG =
      try positive(entry.consumption?.combined, "consumption.combined").map(Units.mpg(litresPer100km:))
      ?? (record.fuel == .electric ? electric.map(Units.mpge(kWhPer100km:)) : nil)
    record.electricRange = try positive(entry.electricRange, "electricRange").map { $0 / Units.kilometresPerMile }
    record.displacement = try positive(entry.displacement, "displacement")
    record.annualFuelCost = try positive(entry.annualFuelCost, "annualFuelCost").map { Int($0.rounded()) }
    guard (0...100).contains(entry.cylinders ?? 0) else { throw bad("cylinders", entry.cylinders ?? 0) }
    record.cylinders = entry.cylinders == 0 ? nil : entry.cylinders
  }

  private static func reason(_ error: DecodingError) -> String {
    func place(_ path: [any CodingKey]) -> String {
      path.map { $0.intValue.map { "car \($0 + 1)" } ?? "\"\($0.stringValue)\"" }
        .filter { $0 != "\"cars\"" }.joined(separator: ", ")
    }
    switch error {
    case .keyNotFound(let key, let context):
      let owner = place(context.codingPath)
      return "\(owner.isEmpty ? "the document" : owner) lacks \"\(key.stringValue)\""
    case .typeMismatch(_, let context): return "\(place(context.codingPath)) has the wrong type"
    case .valueNotFound(_, let context): return "\(place(context.codingPath)) is null"
    case .dataCorrupted(let context):
      let detail = context.underlyingError.map { ($0 as NSError).userInfo[NSDebugDescriptionErrorKey] as? String ?? "" }
      return "it is not valid JSON\(detail.map { $0.isEmpty ? "" : ": \($0)" } ?? "")"
    @unknown default: return "it cannot be decoded"
    }
  }
}
