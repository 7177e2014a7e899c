import Foundation
import ReactorFiles
import ShowroomCatalog
import ShowroomUploads

/// A car for other programs, with the same fields in JSON and CSV.
///
/// Values are those of `Car` in US units, because a script must not depend on the user's configuration. Unknown values
/// are `null` or an empty cell.
package struct CarExport {
  private enum Value {
    case text(String?)
    case number(Double?)
    case flag(Bool)
  }

  private let fields: [(name: String, value: Value)]

  /// Creates the fields of a car, one for each column.
  package init(_ car: Car, _ user: UserData, columns: [CarColumn] = CarColumn.allCases) {
    fields = columns.map { ($0.exportName, Self.value(of: $0, in: car, user)) }
  }

  private static func value(of column: CarColumn, in car: Car, _ user: UserData) -> Value {
    switch column {
    case .id: .number(Double(car.id))
    case .make: .text(car.make)
    case .model: .text(car.model)
    case .baseModel: .text(car.baseModel)
    case .year: .number(Double(car.year))
    case .vehicleClass: .text(car.vehicleClass)
    case .fuel: .text(car.fuel == .unknown ? nil : car.fuel.label)
    case .fuelName: .text(car.fuelName)
    case .cylinders: .number(car.cylinders.map(Double.init))
    case .displacement: .number(car.displacement)
    case .drive: .text(car.drive)
    case .transmission: .text(car.transmission)
    case .cityMPG: .number(car.cityMPG)
    case .highwayMPG: .number(car.highwayMPG)
    case .combinedMPG: .number(car.combinedMPG)
    case .electricCityMPG: .number(car.plugIn.electricCityMPG)
    case .electricHighwayMPG: .number(car.plugIn.electricHighwayMPG)
    case .electricMPG: .number(car.plugIn.electricMPG)
    case .blendedMPG: .number(car.plugIn.blendedMPG)
    case .utilityFactor: .number(car.plugIn.utilityFactor)
    case .electricConsumption: .number(car.electricConsumption)
    case .co2: .number(car.co2)
    case .cost: .number(car.annualFuelCost.map(Double.init))
    case .range: .number(car.electricRange)
    case .chargeHours: .number(car.chargeHours)
    case .favorite: .flag(user.isFavorite)
    case .note: .text(user.note)
    case .withdrawn: .flag(car.isWithdrawn)
    }
  }

  /// The car as one JSON object on one line.
  package var json: String { object.closed() }

  /// Returns one JSON object on one line, including the attachments.
  package func json(with attachments: [Attachment]) -> String {
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
  package var csv: String { CSVText.record(fields.map { Self.cell($0.value) }) }

  /// Returns the header record of columns.
  package static func csvHeader(_ columns: [CarColumn] = CarColumn.allCases) -> String {
    CSVText.record(columns.map(\.exportName))
  }

  private static func cell(_ value: Value) -> String {
    switch value {
    case .text(let text): CSVText.guarded(text ?? "")
    case .number(let number): number.flatMap(JSONText.number) ?? ""
    case .flag(let flag): flag ? "true" : "false"
    }
  }
}
