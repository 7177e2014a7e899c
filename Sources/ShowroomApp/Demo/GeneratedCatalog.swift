import Foundation
import ShowroomCatalog

/// A catalog with tens of thousands of cars for a demo, generated from the bundled cars: each in several trims, and in
/// the years before it. The same bundled cars always produce the same file.
///
/// It has the format of the EPA's table, which is read twice as fast as the program's own format.
struct GeneratedCatalog {
  /// The name of the source, which the program shows.
  static let name = "the catalog generated for this demo"

  /// The trims of every car, with the factor of the fuel consumption.
  private static let trims: [(name: String, factor: Double)] = [
    ("", 1), (" Eco", 0.93), (" Comfort", 1.02), (" Touring", 1.05), (" Sport", 1.12), (" GT", 1.2),
  ]
  /// The years in which every trim was made, up to that of the bundled car, and the yearly change of the consumption.
  private static let years = 12
  private static let yearlyChange = 0.015
  private static let firstID: Int64 = 2_000_000
  /// The annual fuel cost from which the savings of the table are counted. They tell the cost of a plug-in hybrid.
  private static let averageCost = 2000.0

  private static let header = """
    id,make,model,baseModel,year,VClass,fuelType1,atvType,cylinders,displ,drive,trany,comb08,combE,co2,co2TailpipeGpm,\
    fuelCost08,youSaveSpend,range,rangeA

    """

  private struct Document: Decodable {
    var cars: [CatalogEntry]
  }

  private var text = header
  private var id = firstID

  /// Returns the table generated from the bundled catalog.
  ///
  /// - Throws: An error of decoding `bundled`.
  static func table(from bundled: Data) throws -> Data {
    var catalog = GeneratedCatalog()
    for car in try JSONDecoder().decode(Document.self, from: bundled).cars { catalog.append(car) }
    return Data(catalog.text.utf8)
  }

  private mutating func append(_ car: CatalogEntry) {
    let make = quoted(car.make)
    let baseModel = quoted(car.model)
    let engine = [
      "", quoted(car.class ?? ""), fuelType(car), technology(car), number(car.cylinders.map(Double.init)),
      number(car.displacement, hasTenths: true), quoted(car.drive ?? ""), quoted(car.transmission ?? ""),
    ].joined(separator: ",")
    for (position, trim) in Self.trims.enumerated() {
      let names = ",\(make),\(quoted(car.model + trim.name)),\(baseModel),"
      for age in 0..<Self.years {
        // Of the same model, no two cars have the same numbers.
        let noise = 1 + Double((age * 7 + position * 5 + car.model.utf8.count) % 11 - 5) / 200
        let factor = trim.factor * (1 + Double(age) * Self.yearlyChange) * noise
        for part in [String(id), names, String(car.year - age), engine] { text += part }
        for number in numbers(of: car, factor) {
          text += ","
          text += number
        }
        text += "\n"
        id += 1
      }
    }
  }

  /// Returns the cells from the fuel economy to the range, in the units of the table.
  private func numbers(of car: CatalogEntry, _ factor: Double) -> [String] {
    let milesPerGallon = car.consumption?.combined.map { 235.214583 / ($0 * factor) }
    let electric = car.electricConsumption.map { $0 * factor * Self.kilometersPerMile }
    let co2 = car.co2.map { $0 * factor * Self.kilometersPerMile }
    let range = car.electricRange.map { $0 / factor / Self.kilometersPerMile }
    let isElectric = car.fuel == "Electric"
    let cost = car.annualFuelCost.map { ($0 * factor).rounded() }
    return [
      number(isElectric ? electric.map { 3370.5 / $0 } : milesPerGallon, hasTenths: true),
      number(electric, hasTenths: true),
      number(co2.flatMap { $0 > 0 ? $0 : nil }), number(co2),
      number(cost), number(cost.map { (Self.averageCost - $0) * 5 }), number(isElectric ? range : nil),
      number(isElectric ? nil : range),
    ]
  }

  private static let kilometersPerMile = 1.609344

  private func fuelType(_ car: CatalogEntry) -> String {
    switch car.fuel {
    case "Electric": "Electricity"
    case "Diesel", "Hydrogen": car.fuel ?? ""
    case nil: ""
    default: "Regular Gasoline"
    }
  }

  private func technology(_ car: CatalogEntry) -> String {
    switch car.fuel {
    case "Electric": "EV"
    case "Hybrid": "Hybrid"
    case "Plug-in hybrid": "Plug-in Hybrid"
    case "Hydrogen": "FCV"
    case "LPG": "Bifuel (LPG)"
    default: ""
    }
  }

  /// Returns a whole number or, with `hasTenths`, one with a decimal.
  private func number(_ value: Double?, hasTenths: Bool = false) -> String {
    guard let value else { return "" }
    guard hasTenths else { return String(Int(value.rounded())) }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Returns a cell in quotes, because a name may contain a comma.
  private func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "\"\""))\"" }
}
