import Catalog
import Foundation
import ShowroomSettings
import Uploads
import Writing

/// A car for other programs, with the same fields in the same order in JSON and CSV.
///
/// Values are those of `Car` in US units, because a script must not depend on the user's configuration. Unknown values
/// are `null` or an empty cell.
struct CarExport {
  enum Value {
    case text(String?)
    case number(Double?)
    case flag(Bool)
  }

  let fields: [(name: String, value: Value)]

  init(_ car: Car, _ user: UserData) {
    func whole(_ value: Int?) -> Value { .number(value.map(Double.init)) }
    fields = [
      ("id", whole(Int(car.id))), ("make", .text(car.make)), ("model", .text(car.model)),
      ("baseModel", .text(car.baseModel)), ("year", whole(car.year)), ("class", .text(car.vehicleClass)),
      ("fuel", .text(car.fuel == .unknown ? nil : car.fuel.label)), ("fuelName", .text(car.fuelName)),
      ("cylinders", whole(car.cylinders)), ("displacementLiters", .number(car.displacement)),
      ("drive", .text(car.drive)), ("transmission", .text(car.transmission)), ("cityMPG", .number(car.cityMPG)),
      ("highwayMPG", .number(car.highwayMPG)), ("combinedMPG", .number(car.combinedMPG)),
      ("kWhPer100Miles", .number(car.electricConsumption)), ("co2GramsPerMile", .number(car.co2)),
      ("annualFuelCostUSD", whole(car.annualFuelCost)), ("electricRangeMiles", .number(car.electricRange)),
      ("favorite", .flag(user.isFavorite)), ("note", .text(user.note)), ("withdrawn", .flag(car.isWithdrawn)),
    ]
  }

  /// The car as one JSON object on one line.
  var json: String { object.closed() }

  /// Returns one JSON object on one line, including the attachments.
  func json(with attachments: [Attachment]) -> String {
    var object = object
    object.add("attachments", raw: "[\(attachments.map(Self.json(of:)).joined(separator: ", "))]")
    return object.closed()
  }

  private static func json(of attachment: Attachment) -> String {
    var object = JSONText()
    object.add("name", attachment.file.name)
    object.add("size", Int(attachment.file.size))
    object.add("sha256", attachment.file.sha256)
    object.add("location", attachment.file.printableLocation)
    object.add("destination", attachment.destination)
    object.add("uploadedAt", Date(timeIntervalSince1970: attachment.uploadedAt).formatted(.iso8601))
    return object.closed()
  }

  private var object: JSONText {
    var object = JSONText()
    for (name, value) in fields {
      switch value {
      case .text(let text): object.add(name, text)
      case .number(let number): object.add(name, number)
      case .flag(let flag): object.add(name, flag)
      }
    }
    return object
  }

  /// The car as one CSV record, including its line ending.
  var csv: String { CSVText.record(fields.map { Self.cell($0.value) }) }

  /// The header record.
  static var csvHeader: String {
    CSVText.record(CarExport(Car(id: 0, make: "", model: "", year: 0), UserData()).fields.map(\.name))
  }

  private static func cell(_ value: Value) -> String {
    switch value {
    case .text(let text): CSVText.guarded(text ?? "")
    case .number(let number): number.flatMap(JSONText.number) ?? ""
    case .flag(let flag): flag ? "true" : "false"
    }
  }
}

/// Writes comma-separated values (RFC 4180).
enum CSVText {
  /// Returns a record with its line ending. Cells are quoted where necessary.
  static func record(_ cells: [String]) -> String {
    cells.map(cell).joined(separator: ",") + "\r\n"
  }

  /// Makes external text safe for spreadsheets and terminals: prefixes possible formulas with an apostrophe and
  /// replaces control characters other than line feeds.
  static func guarded(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    if let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) { scalars.append("'") }
    for scalar in text.unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control && scalar != "\n"
      scalars.append(isControl ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }

  private static func cell(_ text: String) -> String {
    let special: [UInt8] = [0x2C, 0x22, 0x0A, 0x0D]
    guard text.utf8.contains(where: special.contains) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
