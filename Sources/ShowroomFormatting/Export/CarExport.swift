import Foundation
import ReactorFiles
import ShowroomCatalog
import ShowroomUploads

/// A car in a form for other programs, with the same fields in JSON and CSV.
///
/// Values are those of `Car`, in US units, because scripts must not depend on the user's configuration. Unknown values
/// are written as `null` or an empty cell.
package struct CarExport {
  private let id: Car.ID
  private let fields: [(field: CarField, value: CarField.Value)]

  /// Creates the fields of a car, one for each column.
  ///
  /// - Parameter change: The change that the latest refresh made to the car, as in `CarRow`.
  package init(
    _ car: Car, _ user: UserData, change: CarField? = nil, columns: [CarField] = CarField.exported
  ) {
    id = car.id
    fields = columns.map { field in
      let value = CarField.changes.contains(field) ? .flag(change == field) : field.value(of: car, user)
      return (field, value)
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
    object.add(attachment)
    return object.closed()
  }

  private var object: JSONText {
    var object = JSONText()
    for (field, value) in fields {
      let name = field.definition.exportName
      // The value of an ID is a Double, which has only 53 bits.
      if field == .id { object.add(name, Int(id)) } else { object.add(name, value) }
    }
    return object
  }

  /// The car as one CSV record, including its line ending.
  package var csv: String { CSVText.record(fields.map { $0.field == .id ? "\(id)" : Self.cell($0.value) }) }

  /// Returns the header record of columns.
  package static func csvHeader(_ columns: [CarField] = CarField.exported) -> String {
    CSVText.record(columns.map(\.definition.exportName))
  }

  private static func cell(_ value: CarField.Value) -> String {
    switch value {
    case .text(let text): CSVText.guarded(text ?? "")
    case .number(let number): number.flatMap(JSONText.number) ?? ""
    case .flag(let flag): flag.map { $0 ? "true" : "false" } ?? ""
    }
  }
}

/// Writes comma-separated values (RFC 4180).
package enum CSVText {
  /// Returns a record with its line ending. Cells are quoted where necessary.
  package static func record(_ cells: [String]) -> String {
    cells.map(cell).joined(separator: ",") + "\r\n"
  }

  /// Makes external text safe for spreadsheets and terminals. Possible formulas are prefixed with an apostrophe;
  /// control characters other than line feeds, and invisible characters that change the text direction, are replaced.
  package static func guarded(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    if let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) { scalars.append("'") }
    scalars.append(contentsOf: OutsideText.harmless(text).unicodeScalars)
    return String(scalars)
  }

  private static func cell(_ text: String) -> String {
    let special: [UInt8] = [0x2C, 0x22, 0x0A, 0x0D]
    guard text.utf8.contains(where: special.contains) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}

extension JSONText {
  /// Adds the fields of an attachment.
  package mutating func add(_ attachment: Attachment) {
    add("name", attachment.file.name)
    add("size", Int(attachment.file.size))
    add("sha256", attachment.file.sha256)
    add("location", attachment.file.printableLocation)
    add("destination", attachment.destination)
    add("uploadedAt", Date(timeIntervalSince1970: attachment.uploadedAt).formatted(.iso8601))
  }

  /// Adds the value of a field.
  package mutating func add(_ name: String, _ value: CarField.Value) {
    switch value {
    case .text(let text): add(name, text)
    case .number(let number): add(name, number)
    case .flag(let flag): add(name, flag)
    }
  }
}
