import Catalogue
import Foundation
import Uploads

/// A car as other programs read it: the same fields, under the same names and in the same order, in JSON and CSV.
///
/// Figures are those of ``Car``, in US units, whatever units the screen shows: a script must not depend on a
/// person's configuration. What is unknown is `null`, or an empty cell.
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
      ("cylinders", whole(car.cylinders)), ("displacementLitres", .number(car.displacement)),
      ("drive", .text(car.drive)), ("transmission", .text(car.transmission)), ("cityMPG", .number(car.cityMPG)),
      ("highwayMPG", .number(car.highwayMPG)), ("combinedMPG", .number(car.combinedMPG)),
      ("kWhPer100Miles", .number(car.electricConsumption)), ("co2GramsPerMile", .number(car.co2)),
      ("annualFuelCostUSD", whole(car.annualFuelCost)), ("electricRangeMiles", .number(car.electricRange)),
      ("favourite", .flag(user.isFavourite)), ("note", .text(user.note)), ("withdrawn", .flag(car.isWithdrawn)),
    ]
  }

  /// One JSON object in one line.
  var json: String { object.closed() }

  /// One JSON object in one line, with the car's files.
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
    object.add("location", attachment.file.location)
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

  /// One record of RFC 4180, its line end included.
  var csv: String { CSVText.record(fields.map { Self.cell($0.value) }) }

  /// The header of the records.
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
